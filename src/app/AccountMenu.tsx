import { Button, Flex, Text } from "@radix-ui/themes";
import { useAuth } from "../lib/auth";
import { useFrame } from "./frame";

/** Who is signed in, and the way out. */
export function AccountMenu() {
  const { email } = useAuth();
  const { leave } = useFrame();
  return (
    <Flex align="center" gap="3">
      <Text size="2" color="gray" truncate className="max-w-52" title={email ?? undefined}>
        {email}
      </Text>
      <Button variant="soft" color="gray" highContrast size="2" onClick={leave}>
        Sair
      </Button>
    </Flex>
  );
}
