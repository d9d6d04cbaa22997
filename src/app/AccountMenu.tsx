import { Button, Flex } from "@radix-ui/themes";
import { useAuth } from "../lib/auth";
import { useFrame } from "./frame";
import { texts } from "./texts";

/** Who is signed in, what they may change about themselves, and the way out. */
export function AccountMenu() {
  const { email } = useAuth();
  const { leave, openAccount } = useFrame();
  return (
    <Flex align="center" gap="3">
      <Button
        variant="ghost"
        color="gray"
        size="2"
        className="m-0 max-w-32 px-2 2xl:max-w-52"
        title={texts.accountOf(email ?? "")}
        onClick={openAccount}
      >
        <span className="truncate">{email}</span>
      </Button>
      <Button variant="soft" color="gray" highContrast size="2" onClick={leave}>
        Sair
      </Button>
    </Flex>
  );
}
