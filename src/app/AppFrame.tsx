import { Outlet } from "react-router-dom";
import { LaunchQueueProvider } from "../features/manualSales";
import { TenantMembership } from "./TenantMembership";
import { TopBar } from "./TopBar";

/** What stands around every screen. */
export function AppFrame() {
  return (
    <LaunchQueueProvider>
      <div className="flex min-h-dvh flex-col">
        <a
          href="#conteudo"
          className="visually-hidden focus:not-sr-only focus:fixed focus:left-2 focus:top-2 focus:z-50 focus:bg-(--color-background) focus:p-3"
        >
          Pular para o conteúdo
        </a>
        <TenantMembership />
        <TopBar />
        <main id="conteudo" className="flex min-w-0 flex-1 flex-col">
          <Outlet />
        </main>
      </div>
    </LaunchQueueProvider>
  );
}
