import { lazy, Suspense, useCallback } from "react";
import { useNavigate } from "react-router-dom";
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
  const navigate = useNavigate();
  const onRanOut = useCallback(() => {
    notifyError("Você foi desconectado por inatividade.", "Sessão expirada");
    void expire();
    void navigate(paths.home);
  }, [expire, navigate]);
  const { isWarned, endsAt, stay } = useInactivity(status, onRanOut);
  if (!isWarned) return null;
  return (
    <Suspense fallback={null}>
      <InactivityWarning endsAt={endsAt} onStay={stay} />
    </Suspense>
  );
}
