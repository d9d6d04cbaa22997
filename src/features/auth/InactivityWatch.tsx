import { lazy, Suspense, useCallback, useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { useAuth } from "../../lib/auth";
import { notifyError } from "../../lib/notify";
import { paths } from "../../lib/screens";
import { useInactivity } from "./useInactivity";

/** Loaded when somebody has been away for the first time. */
const InactivityWarning = lazy(() =>
  import("./InactivityWarning").then((module) => ({ default: module.InactivityWarning })),
);

/**
 * Signs out after thirty minutes without interaction and leads to the start, having warned two minutes before.
 *
 * Source: specification §6, §8 and §9, UX conventions A8.
 */
export function InactivityWatch() {
  const { status, expire } = useAuth();
  const goHome = useWayHome();
  const onRanOut = useCallback(() => {
    notifyError("Você foi desconectado por inatividade.", "Sessão expirada");
    void expire();
    goHome();
  }, [expire, goHome]);
  const { isWarned, endsAt, stay } = useInactivity(status, onRanOut);
  if (!isWarned) return null;
  return (
    <Suspense fallback={null}>
      <InactivityWarning endsAt={endsAt} onStay={stay} />
    </Suspense>
  );
}

/** Leads to the start for good: the guard of a screen that has lost its person would lead to the sign-in meanwhile. */
function useWayHome(): () => void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [isOnTheWay, setIsOnTheWay] = useState(false);
  if (isOnTheWay && pathname === paths.home) setIsOnTheWay(false);
  useEffect(() => {
    if (isOnTheWay) void navigate(paths.home, { replace: true });
  }, [isOnTheWay, pathname, navigate]);
  return useCallback(() => setIsOnTheWay(true), []);
}
