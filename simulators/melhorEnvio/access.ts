import { bearerToken, json, redirect, type Answer, type Request } from "../server/exchange";
import type { Clock } from "../server/clock";
import type { Grants, Token } from "../server/grants";
import { failure, refuse, unauthenticated, unauthorized } from "./errors";
import type { Account, MelhorEnvioState } from "./state";

export interface Caller {
  readonly account: Account;
  readonly token: Token;
}

const REQUESTS_PER_MINUTE = 250;
const MINUTE_MS = 60_000;

/** Who asks, whether they may, and how often. Source: contracts/melhor-envio.md §1, §2. */
export class Access {
  #recent = new Map<string, number[]>();

  constructor(
    private readonly state: MelhorEnvioState,
    private readonly grants: Grants,
    private readonly clock: Clock,
  ) {}

  /** In front of every route of the API; pages and the token address have no such rules. */
  async gate(request: Request, pass: () => Promise<Answer>): Promise<Answer> {
    if (!request.path.startsWith("/api/")) return await pass();
    const answer = this.#refusal(request) ?? (await pass());
    const wantsJson = (request.headers.accept ?? "").includes("application/json");
    // Whoever does not say that it wants JSON is taken for a browser, and sent to sign in.
    return answer.status >= 400 && !wantsJson ? { ...redirect("/login"), status: 302 } : answer;
  }

  /** Refused with 401, and 403 when the token lacks all of these scopes. */
  require(request: Request, ...scopes: readonly string[]): Caller {
    const token = this.grants.find(bearerToken(request));
    const account = this.state.accounts.find(({ id }) => id === token?.account);
    if (token === undefined || account === undefined) return refuse(unauthenticated());
    const granted = token.scope.split(" ");
    if (!scopes.some((scope) => granted.includes(scope))) return refuse(unauthorized());
    return { account, token };
  }

  #refusal(request: Request): Answer | null {
    if (!(request.headers["user-agent"] ?? "").includes("@"))
      return json(400, { error: "Informe no User-Agent o nome da aplicação e um e-mail de contato." });
    const who = bearerToken(request) ?? "anonymous";
    const since = this.clock.now() - MINUTE_MS;
    const recent = (this.#recent.get(who) ?? []).filter((at) => at > since);
    this.#recent.set(who, [...recent, this.clock.now()]);
    return recent.length >= REQUESTS_PER_MINUTE ? failure(429) : null;
  }
}
