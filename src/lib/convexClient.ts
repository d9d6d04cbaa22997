import { ConvexReactClient } from "convex/react";
import { backendAddress } from "./backendAddress";

/** One client per page. An own address is not one of the hosted names, so the hosted-name check is left out. */
export function createConvexClient(): ConvexReactClient {
  return new ConvexReactClient(backendAddress(), { skipConvexDeploymentUrlCheck: true });
}
