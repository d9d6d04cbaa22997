import { bearerToken, type Request } from "../server/exchange";
import type { Grants } from "../server/grants";
import { refuse } from "./errors";
import type { Account, MercadoPagoState } from "./state";

/** Whose token a request carries: pasted from the panel, or given by OAuth. Refused with 401 otherwise. */
export class Accounts {
  constructor(
    private readonly state: MercadoPagoState,
    private readonly grants: Grants,
  ) {}

  of(request: Request): Account {
    const token = bearerToken(request);
    const granted = this.grants.find(token)?.account;
    const account = this.state.accounts.find(
      ({ accessToken, collectorId }) => accessToken === token || String(collectorId) === granted,
    );
    return account ?? refuse(401, "unauthorized", "invalid access token");
  }

  byId(collectorId: number): Account {
    const account = this.state.accounts.find((other) => other.collectorId === collectorId);
    if (account === undefined) throw new Error(`A payment of seller ${collectorId}, who does not exist.`);
    return account;
  }
}
