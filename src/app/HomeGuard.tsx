import { Outlet } from "react-router-dom";
import { useTenant } from "../lib/tenant";
import { StaffGuard } from "./StaffGuard";

/** The home page is open on the main site and guarded on a company's. Source: specification §2 "Routes". */
export function HomeGuard() {
  const { isTenantSite } = useTenant();
  return isTenantSite ? <StaffGuard /> : <Outlet />;
}
