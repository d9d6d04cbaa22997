import { ConvexReactClient } from "convex/react";
import { api } from "../../convex/_generated/api";
import { backendAddress } from "./backendAddress";

/** One client per page. An own address is not one of the hosted names, so the hosted-name check is left out. */
export function createConvexClient(): ConvexReactClient {
  return new StaffClient(backendAddress(), { skipConvexDeploymentUrlCheck: true });
}

/** Long enough for the server to have said who it is. */
const ASKED_AHEAD_MS = 10_000;

/** Asks who is signed in together with saying who it is: every screen waits for both, one round trip after the other otherwise. */
class StaffClient extends ConvexReactClient {
  override setAuth(...[fetchToken, onChange]: Parameters<ConvexReactClient["setAuth"]>): void {
    super.setAuth(async (options) => {
      const token = await fetchToken(options);
      // In a later turn: the token is sent in this one, and before it the question would be nobody's.
      if (token !== null && token !== undefined) setTimeout(() => this.#askAhead());
      return token;
    }, onChange);
  }

  #askAhead(): void {
    this.prewarmQuery({ query: api.profiles.me, args: {}, extendSubscriptionFor: ASKED_AHEAD_MS });
  }
}
