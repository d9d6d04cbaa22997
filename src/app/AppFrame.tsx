import { lazy, Suspense, useMemo, useState, type ReactNode } from "react";
import { Outlet, useLocation } from "react-router-dom";
import { InactivityWatch } from "../features/auth/InactivityWatch";
import { LaunchQueueProvider, useWaitingLaunches } from "../features/manualSales";
import { useAuth } from "../lib/auth";
import { hasOwnBar } from "../lib/screens";
import { ConfirmDialog } from "../ui/ConfirmDialog";
import { PanelBoundary } from "../ui/PanelBoundary";
import { FrameContext, type Frame } from "./frame";
import { OfflineBar } from "./OfflineBar";
import { TenantMembership } from "./TenantMembership";
import { texts } from "./texts";
import { TopBar } from "./TopBar";
import { useGlobalKeys } from "./useGlobalKeys";

const CommandBox = lazy(() => import("./CommandBox").then((module) => ({ default: module.CommandBox })));
const AccountDialog = lazy(() =>
  import("../features/auth/AccountDialog").then((module) => ({ default: module.AccountDialog })),
);
const KeyList = lazy(() => import("./KeyList").then((module) => ({ default: module.KeyList })));

/** What stands around every screen. The checkout has a bar of its own instead of the top bar. */
export function AppFrame() {
  const hasTopBar = !hasOwnBar(useLocation().pathname);
  return (
    <LaunchQueueProvider>
      <FrameLayers>
        <div className={`flex min-h-dvh flex-col ${hasTopBar ? "" : "[--top-bar:0px]"}`}>
          <a
            href="#conteudo"
            className="visually-hidden focus:not-sr-only focus:fixed focus:left-2 focus:top-2 focus:z-50 focus:bg-(--color-background) focus:p-3"
          >
            {texts.skip}
          </a>
          <TenantMembership />
          <InactivityWatch />
          {hasTopBar && <TopBar />}
          <main id="conteudo" className="flex min-w-0 flex-1 flex-col">
            <Outlet />
          </main>
          <OfflineBar />
        </div>
      </FrameLayers>
    </LaunchQueueProvider>
  );
}

type Layer = "commands" | "keys" | "account" | "leaving";

/** The keys that work everywhere and the layers they open, loaded when they are opened first. */
function FrameLayers({ children }: { readonly children: ReactNode }) {
  const [layer, setLayer] = useState<Layer | null>(null);
  const { signOut } = useAuth();
  const waiting = useWaitingLaunches();
  const frame = useMemo<Frame>(
    () => ({
      openCommands: () => setLayer("commands"),
      openKeys: () => setLayer("keys"),
      openAccount: () => setLayer("account"),
      leave: () => {
        if (waiting === 0) void signOut();
        else setLayer("leaving");
      },
    }),
    [waiting, signOut],
  );
  const close = () => setLayer(null);
  useGlobalKeys(frame);

  return (
    <FrameContext value={frame}>
      {children}
      <PanelBoundary fallback={texts.layerFailed}>
        <Suspense fallback={null}>
          {layer === "commands" && <CommandBox onClose={close} />}
          {layer === "keys" && <KeyList onClose={close} />}
          {layer === "account" && <AccountDialog onClose={close} />}
        </Suspense>
      </PanelBoundary>
      {layer === "leaving" && (
        <ConfirmDialog
          title={texts.leave}
          question={texts.leavingLoses(waiting)}
          confirmLabel={texts.leaveAnyway}
          isDestructive
          onConfirm={async () => {
            await signOut();
            return true;
          }}
          onClose={close}
        />
      )}
    </FrameContext>
  );
}
