import { useWaitingLaunches } from "../features/manualSales";
import { useConnection } from "../lib/connection";

/** Says that the connection is gone and that nothing launched meanwhile is lost (UX conventions O6). */
export function OfflineBar() {
  const isOffline = useConnection() === "offline";
  const waiting = useWaitingLaunches();
  if (!isOffline) return null;
  return (
    <p
      role="status"
      className="border-t border-(--amber-a6) bg-(--amber-3) px-4 py-1.5 text-center text-[14px] text-(--amber-12) md:px-6"
    >
      {sentence(waiting)}
    </p>
  );
}

function sentence(waiting: number): string {
  if (waiting === 0) return "Sem conexão. O que você lançar fica guardado até ela voltar";
  return waiting === 1 ? "Sem conexão. 1 lançamento guardado" : `Sem conexão. ${waiting} lançamentos guardados`;
}
