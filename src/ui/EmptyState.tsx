import { Flex, Text } from "@radix-ui/themes";
import type { ReactNode } from "react";

interface Props {
  /** One line that says what is the case. */
  readonly line: string;
  /** One button: the next thing to do. */
  readonly action?: ReactNode;
}

export function EmptyState({ line, action }: Props) {
  return (
    <Flex direction="column" align="center" gap="3" py="8" px="4">
      <Text as="p" color="gray" align="center">
        {line}
      </Text>
      {action}
    </Flex>
  );
}
