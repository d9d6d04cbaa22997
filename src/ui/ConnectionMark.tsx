import { Flex, Text } from "@radix-ui/themes";
import { useConnection, type Connection } from "../lib/connection";

const LABELS: Record<Connection, { readonly text: string; readonly dot: string }> = {
  connecting: { text: "conectando…", dot: "bg-(--gray-9)" },
  live: { text: "ao vivo", dot: "bg-(--jade-9)" },
  reconnecting: { text: "reconectando…", dot: "bg-(--amber-9)" },
  offline: { text: "sem conexão", dot: "bg-(--red-9)" },
};

interface Props {
  /** What is to be said besides while there is no connection. */
  readonly whileOffline?: string;
}

/** Whether what the screens show is the present. Announced when it changes, never by colour alone. */
export function ConnectionMark({ whileOffline = "" }: Props) {
  const connection = useConnection();
  const { text, dot } = LABELS[connection];
  return (
    <Flex align="center" gap="2" flexShrink="0">
      <span aria-hidden className={`size-2 rounded-full ${dot}`} />
      <Text size="1" color="gray" role="status" className="whitespace-nowrap">
        {connection === "offline" ? text + whileOffline : text}
      </Text>
    </Flex>
  );
}
