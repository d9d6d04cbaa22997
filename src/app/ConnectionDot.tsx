import { Flex, Text } from "@radix-ui/themes";
import { useWaitingLaunches } from "../features/manualSales";
import { useConnection, type Connection } from "../lib/connection";
import { useIsNarrow } from "../lib/useMediaQuery";

const LABELS: Record<Connection, { readonly text: string; readonly dot: string }> = {
  connecting: { text: "conectando…", dot: "bg-(--gray-9)" },
  live: { text: "ao vivo", dot: "bg-(--jade-9)" },
  reconnecting: { text: "reconectando…", dot: "bg-(--amber-9)" },
  offline: { text: "sem conexão", dot: "bg-(--red-9)" },
};

/** Whether what the screens show is the present. Announced when it changes, never by colour alone. */
export function ConnectionDot() {
  const connection = useConnection();
  const waiting = useWaitingLaunches();
  // On the phone the bar below says how many are kept.
  const isNarrow = useIsNarrow();
  const { text, dot } = LABELS[connection];
  const kept = connection === "offline" && waiting > 0 && !isNarrow ? ` · ${counted(waiting)}` : "";
  return (
    <Flex align="center" gap="2" flexShrink="0">
      <span aria-hidden className={`size-2 rounded-full ${dot}`} />
      <Text size="1" color="gray" role="status" className="whitespace-nowrap">
        {text + kept}
      </Text>
    </Flex>
  );
}

function counted(waiting: number): string {
  return waiting === 1 ? "1 guardado" : `${waiting} guardados`;
}
