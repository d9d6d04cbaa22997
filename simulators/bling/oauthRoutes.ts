import { randomBytes } from "node:crypto";
import { consentPage, refusedConnectionPage } from "../server/consentPage";
import { formFields, json, page, redirect, type Answer, type Request, type Route } from "../server/exchange";
import { Grants, type GrantFailure, type Token } from "../server/grants";
import type { Surroundings } from "../server/simulator";
import type { Limits } from "./limits";
import { SHOP, type BlingState } from "./state";

const OAUTH = "/Api/v3/oauth";
const HOUR_MS = 3_600_000;
const ACCESS_MS = 6 * HOUR_MS;
const LIFETIMES = { codeMs: 60_000, accessMs: ACCESS_MS, refreshMs: 30 * 24 * HOUR_MS };
/** JWTs are long: a column that is too short is noticed here. */
const JWT_BYTES = 1_500;
const SCOPE = "98309 318257565";

export function blingGrants({ state, clock }: Surroundings<BlingState>): Grants {
  return new Grants(state.grants, clock, LIFETIMES, {
    access: () => `eyJhbGciOiJSUzI1NiJ9.${randomBytes(JWT_BYTES).toString("base64url")}.simulado`,
    refresh: () => randomBytes(20).toString("hex"),
  });
}

/** Source: contracts/bling.md §2. */
export function oauthRoutes(grants: Grants, limits: Limits): Route[] {
  return [
    { method: "GET", pattern: `${OAUTH}/authorize`, handle: ({ query }) => ask(grants, query) },
    { method: "POST", pattern: `${OAUTH}/authorize`, handle: (request) => decide(grants, formFields(request)) },
    {
      method: "POST",
      pattern: `${OAUTH}/token`,
      handle: (request) => limits.tokenRefusal() ?? giveToken(grants, request),
    },
  ];
}

/** Where people go back to is registered on the application; what the address says of it counts for nothing. */
function ask(grants: Grants, query: URLSearchParams): Answer {
  const clientId = query.get("client_id") ?? "";
  const redirectUri = grants.application(clientId)?.redirectUris[0];
  if (redirectUri === undefined || query.get("response_type") !== "code")
    return page(
      400,
      refusedConnectionPage("Bling", "O aplicativo não existe ou não tem um endereço de redirecionamento."),
    );
  const hidden = { client_id: clientId, state: query.get("state") ?? "" };
  const permissions = ["Contatos", "Produtos", "Pedidos de venda", "Estoques"];
  return page(200, consentPage("Bling", `${OAUTH}/authorize`, hidden, permissions));
}

function decide(grants: Grants, typed: Readonly<Record<string, string>>): Answer {
  const { client_id: clientId = "", state = "", decision } = typed;
  const redirectUri = grants.application(clientId)?.redirectUris[0];
  if (redirectUri === undefined) return page(400, refusedConnectionPage("Bling", "O aplicativo não existe."));
  const url = new URL(redirectUri);
  if (decision === "allow")
    url.searchParams.set("code", grants.issueCode({ clientId, redirectUri, scope: SCOPE, account: SHOP.account }));
  else url.searchParams.set("error", "access_denied");
  url.searchParams.set("state", state);
  return redirect(url.href);
}

function giveToken(grants: Grants, request: Request): Answer {
  const basic = /^Basic (\S+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "";
  const [clientId = "", clientSecret = ""] = Buffer.from(basic, "base64").toString("utf8").split(":");
  const isForm = (request.headers["content-type"] ?? "").startsWith("application/x-www-form-urlencoded");
  if (!isForm) return grantError(400, "invalid_request", "The request must be form encoded");
  const typed = formFields(request);
  switch (typed.grant_type) {
    case "authorization_code":
      return answer(grants.exchange({ clientId, clientSecret, code: typed.code ?? "" }));
    case "refresh_token":
      return answer(grants.refresh({ clientId, clientSecret, refreshToken: typed.refresh_token ?? "" }));
    default:
      return grantError(400, "unsupported_grant_type", "The grant type is not supported");
  }
}

function answer(token: Token | GrantFailure): Answer {
  if (token === "unknown_client") return grantError(401, "invalid_client", "The client credentials are invalid");
  if (typeof token === "string") return grantError(400, "invalid_grant", "The code or refresh token is invalid");
  return json(200, {
    access_token: token.accessToken,
    expires_in: ACCESS_MS / 1_000,
    token_type: "Bearer",
    scope: token.scope,
    refresh_token: token.refreshToken,
  });
}

function grantError(status: number, type: string, message: string): Answer {
  return json(status, { error: { type, message, description: message } });
}
