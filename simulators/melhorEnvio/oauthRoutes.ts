import { randomBytes } from "node:crypto";
import { consentPage, refusedConnectionPage } from "../server/consentPage";
import { formFields, json, page, redirect, type Answer, type Request, type Route } from "../server/exchange";
import { Grants, type GrantFailure, type Token } from "../server/grants";
import type { Surroundings } from "../server/simulator";
import { ALL_SCOPES, SHOP, type MelhorEnvioState } from "./state";

const DAY_MS = 86_400_000;
const ACCESS_MS = 30 * DAY_MS;
const REFRESH_MS = 45 * DAY_MS;
const CODE_MS = 600_000;

/** Source: contracts/melhor-envio.md §2. */
export function melhorEnvioGrants({ state, clock }: Surroundings<MelhorEnvioState>): Grants {
  return new Grants(
    state.grants,
    clock,
    { codeMs: CODE_MS, accessMs: ACCESS_MS, refreshMs: REFRESH_MS },
    {
      access: () => `eyJ0eXAiOiJKV1QiLCJhbGciOiJSUzI1NiJ9.${randomBytes(120).toString("base64url")}`,
      refresh: () => `def50200${randomBytes(60).toString("hex")}`,
    },
  );
}

export function oauthRoutes(grants: Grants): Route[] {
  return [
    { method: "GET", pattern: "/oauth/authorize", handle: ({ query }) => ask(grants, query) },
    { method: "POST", pattern: "/oauth/authorize", handle: (request) => decide(grants, formFields(request)) },
    { method: "POST", pattern: "/oauth/token", handle: (request) => giveToken(grants, request) },
  ];
}

const clientInvalid = (): Answer =>
  page(
    400,
    refusedConnectionPage("Melhor Envio", "Client invalid: client_id ou redirect_uri não conferem com a aplicação."),
  );

function ask(grants: Grants, query: URLSearchParams): Answer {
  const clientId = query.get("client_id") ?? "";
  const redirectUri = query.get("redirect_uri") ?? "";
  const application = grants.application(clientId);
  if (application === undefined || !grants.isRegistered(application, redirectUri)) return clientInvalid();
  const scopes = (query.get("scope") ?? "").split(" ").filter((scope) => scope !== "");
  const unknown = scopes.filter((scope) => !ALL_SCOPES.includes(scope));
  if (query.get("response_type") !== "code" || scopes.length === 0 || unknown.length > 0)
    return page(400, refusedConnectionPage("Melhor Envio", `The requested scope is invalid: ${unknown.join(" ")}`));
  const hidden = {
    client_id: clientId,
    redirect_uri: redirectUri,
    state: query.get("state") ?? "",
    scope: scopes.join(" "),
  };
  return page(200, consentPage("Melhor Envio", "/oauth/authorize", hidden, scopes));
}

function decide(grants: Grants, typed: Readonly<Record<string, string>>): Answer {
  const { client_id: clientId = "", redirect_uri: redirectUri = "", state = "", scope = "", decision } = typed;
  const application = grants.application(clientId);
  if (application === undefined || !grants.isRegistered(application, redirectUri)) return clientInvalid();
  const url = new URL(redirectUri);
  if (decision === "allow")
    url.searchParams.set("code", grants.issueCode({ clientId, redirectUri, scope, account: SHOP.account }));
  else url.searchParams.set("error", "access_denied");
  url.searchParams.set("state", state);
  return redirect(url.href);
}

function giveToken(grants: Grants, request: Request): Answer {
  const typed = formFields(request);
  const client = { clientId: typed.client_id ?? "", clientSecret: typed.client_secret ?? "" };
  switch (typed.grant_type) {
    case "authorization_code":
      return answer(grants.exchange({ ...client, code: typed.code ?? "", redirectUri: typed.redirect_uri ?? "" }));
    case "refresh_token":
      return answer(grants.refresh({ ...client, refreshToken: typed.refresh_token ?? "" }));
    default:
      return json(400, { error: "unsupported_grant_type", message: "The authorization grant type is not supported." });
  }
}

function answer(token: Token | GrantFailure): Answer {
  if (token === "unknown_client")
    return json(401, { error: "invalid_client", message: "Client authentication failed" });
  if (token === "bad_refresh_token")
    return json(401, { error: "invalid_request", message: "The refresh token is invalid." });
  if (typeof token === "string")
    return json(400, { error: "invalid_grant", message: "The authorization code is invalid or has expired." });
  return json(200, {
    token_type: "Bearer",
    expires_in: ACCESS_MS / 1000,
    access_token: token.accessToken,
    refresh_token: token.refreshToken,
  });
}
