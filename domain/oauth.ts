/**
 * How a company's account at an outside service is connected: what is kept of it, when its tokens are renewed, and what
 * people read about it.
 *
 * Source: specification §4 "Shipping connection", contracts/melhor-envio.md §2, contracts/bling.md §2.
 */

export const OAUTH_SERVICES = ["melhor_envio", "bling"] as const;
export type OAuthService = (typeof OAUTH_SERVICES)[number];

const OAUTH_LABELS: Readonly<Record<OAuthService, string>> = { melhor_envio: "Melhor Envio", bling: "Bling" };

/** Where a person connects each service. */
const SCREENS: Readonly<Record<OAuthService, string>> = {
  melhor_envio: "Configuração de Frete",
  bling: "Configurações › Integrações",
};

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Going to the service, signing in there and coming back takes no longer. Inferred. */
export const STATE_LIFE_MS = 10 * MINUTE_MS;

/** A call for tokens is given up well before; whoever renews has this long before another may. */
export const RENEWAL_LEASE_MS = 30_000;

/** A code that was brought and whose tokens were not saved by then never will be. */
export const EXCHANGE_LIFE_MS = 2 * MINUTE_MS;

/** A token that ends this soon is not sent any more: the call could outlast it. */
export const TOKEN_MARGIN_MS = MINUTE_MS;

/** How long before they end tokens are renewed in the background. Source: contracts §2 of each; Bling's is inferred. */
const RENEW_BEFORE_MS: Readonly<Record<OAuthService, number>> = {
  melhor_envio: 5 * 24 * HOUR_MS,
  bling: HOUR_MS,
};

/** What keeps a connection from working, or soon will. */
export const CONNECTION_PROBLEMS = [
  /** The person did not give the permission. */
  "denied",
  /** The service did not take the code, or the application's credentials. */
  "exchange_refused",
  /** Nobody knows what became of the code: the answer, or we, got lost in between. */
  "interrupted",
  /** The tokens could not be renewed; those there are work until they end. */
  "renewal_refused",
  /** The tokens are not taken any more. */
  "revoked",
  /** Something that was asked is not allowed to these tokens. */
  "scope_missing",
] as const;
export type ConnectionProblem = (typeof CONNECTION_PROBLEMS)[number];

/** What weighs less does not cover what weighs more: that would make us try again what was refused. */
const WEIGHTS: Readonly<Record<ConnectionProblem, number>> = {
  denied: 0,
  interrupted: 1,
  exchange_refused: 1,
  scope_missing: 1,
  renewal_refused: 2,
  revoked: 3,
};

/** The problem to keep in mind of two. */
export function weightier(before: ConnectionProblem | null, found: ConnectionProblem): ConnectionProblem {
  return before !== null && WEIGHTS[before] > WEIGHTS[found] ? before : found;
}

/** What the tokens were given for: another application or environment does not take them. */
export interface MadeFor {
  readonly clientId: string;
  readonly baseUrl: string;
}

/** What is kept of a connection, besides the tokens. */
export interface Connection {
  /** Counts the tokens, so that who found one stale can say which. */
  readonly version: number;
  /** Null for tokens that were typed by hand. */
  readonly madeFor: MadeFor | null;
  /** Null where the service did not say. */
  readonly expiresAt: number | null;
  readonly problem: ConnectionProblem | null;
  /** A code that is being turned into tokens; null at all other times. */
  readonly exchange: { readonly key: string } | null;
  /** Who is renewing the tokens, and until when nobody else does. */
  readonly lease: { readonly key: string; readonly until: number } | null;
}

export interface TokensKept {
  readonly hasAccess: boolean;
  readonly hasRefresh: boolean;
}

/** Tokens that were given for another application or environment than the company names now. */
export function isForeign(connection: Connection | null, now: MadeFor): boolean {
  const made = connection?.madeFor ?? null;
  return made !== null && (made.clientId !== now.clientId || made.baseUrl !== now.baseUrl);
}

/** `use` the token; `renew` it first; `wait` for whoever does; or there is none that works. */
export type TokenAdvice = "use" | "renew" | "wait" | "not_connected" | "unauthorized";

/**
 * What to do for a token that works.
 *
 * @param staleVersion the tokens that the service refused just now; null where none were tried
 */
export function adviseOnToken(
  connection: Connection | null,
  kept: TokensKept,
  { staleVersion, now }: { readonly staleVersion: number | null; readonly now: number },
): TokenAdvice {
  if (!kept.hasAccess) return "not_connected";
  if (connection === null) return staleVersion === null ? "use" : "unauthorized";
  if (connection.problem === "revoked") return "unauthorized";
  const isStale = staleVersion === connection.version || hasEnded(connection, now);
  if (!isStale) return "use";
  if (!kept.hasRefresh || connection.problem === "renewal_refused") return "unauthorized";
  return connection.lease !== null && connection.lease.until > now ? "wait" : "renew";
}

function hasEnded({ expiresAt }: Pick<Connection, "expiresAt">, now: number): boolean {
  return expiresAt !== null && expiresAt - TOKEN_MARGIN_MS <= now;
}

/** When tokens are to be renewed in the background; null when never. */
export function renewalDueAt(
  service: OAuthService,
  { expiresAt, problem }: Pick<Connection, "expiresAt" | "problem">,
  kept: TokensKept,
): number | null {
  const isRenewable = kept.hasAccess && kept.hasRefresh && problem !== "renewal_refused" && problem !== "revoked";
  return isRenewable && expiresAt !== null ? expiresAt - RENEW_BEFORE_MS[service] : null;
}

/** `attention`: it works, in part or not for long. `broken`: nothing works until it is connected again. */
export const CONNECTION_STATES = ["disconnected", "connecting", "connected", "attention", "broken"] as const;
export type ConnectionState = (typeof CONNECTION_STATES)[number];

export interface ConnectionView {
  readonly state: ConnectionState;
  /** What is wrong and what to do; null where nothing is. */
  readonly message: string | null;
}

/** How a connection stands, for whoever looks at it. */
export function viewConnection(
  service: OAuthService,
  connection: Connection | null,
  kept: TokensKept,
  now: MadeFor,
): ConnectionView {
  const problem = connection?.problem ?? null;
  const message = problem === null ? null : problemMessage(service, problem);
  if (connection !== null && connection.exchange !== null) return { state: "connecting", message: null };
  if (!kept.hasAccess) return { state: "disconnected", message };
  if (isForeign(connection, now)) return { state: "broken", message: foreignMessage(service) };
  if (problem === "revoked") return { state: "broken", message };
  return { state: problem === null ? "connected" : "attention", message };
}

function foreignMessage(service: OAuthService): string {
  return `O ambiente ou o aplicativo mudou depois da conexão com o ${OAUTH_LABELS[service]}. Conecte de novo em ${SCREENS[service]}.`;
}

/** What went wrong with a connection and what a person can do about it. */
export function problemMessage(service: OAuthService, problem: ConnectionProblem): string {
  const label = OAUTH_LABELS[service];
  const again = `Conecte de novo em ${SCREENS[service]}.`;
  switch (problem) {
    case "denied":
      return `A permissão não foi dada no ${label}. Conecte de novo quando quiser.`;
    case "exchange_refused":
      return `O ${label} recusou a conexão. Confira o Client ID, o Client Secret e o endereço de redirecionamento, e conecte de novo.`;
    case "interrupted":
      return `A conexão com o ${label} não foi concluída. ${again}`;
    case "renewal_refused":
      return `O ${label} não renovou a conexão: ela funciona só até vencer. ${again}`;
    case "revoked":
      return `O ${label} não aceita mais a conexão da loja. ${again}`;
    case "scope_missing":
      return `A conexão com o ${label} não tem todas as permissões. ${again} Aceite todas as permissões.`;
    default:
      return problem satisfies never;
  }
}

/** What became of coming back from the service. */
export const CONNECTING_OUTCOMES = ["connected", "denied", "expired", "refused", "unavailable", "superseded"] as const;
export type ConnectingOutcome = (typeof CONNECTING_OUTCOMES)[number];

/** The sentence for whoever came back. */
export function connectingMessage(service: OAuthService, outcome: ConnectingOutcome): string {
  const label = OAUTH_LABELS[service];
  switch (outcome) {
    case "connected":
      return `${label} conectado.`;
    case "denied":
      return problemMessage(service, "denied");
    case "expired":
      return `Este pedido de conexão não vale mais. Volte a ${SCREENS[service]} e conecte de novo.`;
    case "refused":
      return problemMessage(service, "exchange_refused");
    case "unavailable":
      return `O ${label} não respondeu. Volte a ${SCREENS[service]} e conecte de novo.`;
    case "superseded":
      return `A conexão foi desfeita ou refeita por outra pessoa. Confira em ${SCREENS[service]}.`;
    default:
      return outcome satisfies never;
  }
}
