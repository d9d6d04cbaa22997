import { Flex, Text } from "@radix-ui/themes";
import { useConnection, type Connection } from "../lib/connection";

const LABELS: Record<Connection, { readonly text: string; readonly dot: string }> = {
  connecting: { text: "conectando…", dot: "bg-(--gray-9)" },
  live: { text: "ao vivo", dot: "bg-(--jade-9)" },
  reconnecting: { text: "reconectando…", dot: "bg-(--amber-9)" },
};

/** Whether what the screens show is the present. Announced when it changes, never by colour alone. */
export function ConnectionDot() {
  const { text, dot } = LABELS[useConnection()];
  return (
    <Flex align="center" gap="2" flexShrink="0">
      <span aria-hidden className={`size-2 rounded-full ${dot}`} />
      <Text size="1" color="gray" role="status">
        {text}
      </Text>
    </Flex>
  );
}
