import { lazy, Suspense } from "react";
import { Outlet } from "react-router-dom";
import { useAuth } from "../../lib/auth";

/** Only super admins ever load it. */
const SimulationBar = lazy(() => import("./SimulationBar").then((module) => ({ default: module.SimulationBar })));

/** Above every screen: which company a super admin works as. */
export function SimulationLayer() {
  const { isSuperAdmin } = useAuth();
  return (
    <>
      {isSuperAdmin && (
        <Suspense fallback={null}>
          <SimulationBar />
        </Suspense>
      )}
      <Outlet />
    </>
  );
}
