import { useWaitingLaunches } from "../features/manualSales";
import { useIsNarrow } from "../lib/useMediaQuery";
import { ConnectionMark } from "../ui/ConnectionMark";

/** The connection, and how many launches wait for it. On the phone the bar below says how many. */
export function ConnectionDot() {
  const waiting = useWaitingLaunches();
  const isNarrow = useIsNarrow();
  return <ConnectionMark whileOffline={waiting > 0 && !isNarrow ? ` · ${counted(waiting)}` : ""} />;
}

function counted(waiting: number): string {
  return waiting === 1 ? "1 guardado" : `${waiting} guardados`;
}
