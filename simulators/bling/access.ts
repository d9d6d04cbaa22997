import { bearerToken, type Answer, type Request } from "../server/exchange";
import type { Grants } from "../server/grants";
import { invalidToken, unauthenticated } from "./errors";
import type { Limits } from "./limits";

const API = "/Api/v3/";
const OAUTH = "/Api/v3/oauth/";

/** In front of every call of the API: who asks, and how often. Source: contracts/bling.md §2, §3. */
export class Access {
  constructor(
    private readonly grants: Grants,
    private readonly limits: Limits,
  ) {}

  async gate(request: Request, pass: () => Promise<Answer>): Promise<Answer> {
    const isApi = request.path.startsWith(API) && !request.path.startsWith(OAUTH);
    if (!isApi) return await pass();
    const answer = this.#refusal(request) ?? (await pass());
    this.limits.note(answer);
    return answer;
  }

  #refusal(request: Request): Answer | null {
    const typed = bearerToken(request);
    if (typed === undefined) return unauthenticated();
    const token = this.grants.find(typed);
    // Whoever was given a JWT says so with every call.
    const isJwt = typed.startsWith("eyJ");
    if (token === undefined || (isJwt && request.headers["enable-jwt"] !== "1")) return invalidToken();
    return this.limits.refusal(token.account);
  }
}
