import { useWaitingLaunches } from "../features/manualSales";
import { useConnection } from "../lib/connection";

/**
 * Says that the connection is gone and that nothing launched meanwhile is lost (UX conventions O6). It lies over the
 * page, so that nothing moves from under a finger at that moment, and presses go through it.
 */
export function OfflineBar() {
  const isOffline = useConnection() === "offline";
  const waiting = useWaitingLaunches();
  if (!isOffline) return null;
  return (
    <div className="pointer-events-none fixed inset-x-0 bottom-[72px] z-40 flex justify-center px-4">
      <p
        role="status"
        className="rounded-md border border-(--amber-a7) bg-(--amber-3) px-4 py-2 text-[14px] text-(--amber-12) shadow-md"
      >
        {sentence(waiting)}
      </p>
    </div>
  );
}

function sentence(waiting: number): string {
  if (waiting === 0) return "Sem conexão. O que você lançar fica guardado até ela voltar";
  return waiting === 1 ? "Sem conexão. 1 lançamento guardado" : `Sem conexão. ${waiting} lançamentos guardados`;
}
