import { randomBytes } from "node:crypto";
import { formFields, json, page, redirect, type Answer, type Request, type Route } from "../server/exchange";
import { Grants, type GrantFailure, type Token } from "../server/grants";
import { consentPage, refusedConnectionPage } from "../server/consentPage";
import type { Surroundings } from "../server/simulator";
import { errorAnswer } from "./errors";
import { SHOP, type MercadoPagoState } from "./state";

const SCOPE = "offline_access read write";
const DAY_MS = 86_400_000;

/** Codes live ten minutes, access 180 days. Source: contracts/mercado-pago.md §8. */
export function mercadoPagoGrants({ state, clock }: Surroundings<MercadoPagoState>): Grants {
  const lifetimes = { codeMs: 600_000, accessMs: 180 * DAY_MS, refreshMs: 180 * DAY_MS };
  return new Grants(state.grants, clock, lifetimes, {
    access: (account) => `APP_USR-${SHOP.clientId}-${randomBytes(16).toString("hex")}-${account}`,
    refresh: () => `TG-${randomBytes(16).toString("hex")}`,
  });
}

export function oauthRoutes(grants: Grants): Route[] {
  return [
    { method: "GET", pattern: "/authorization", handle: (request) => ask(grants, request) },
    { method: "POST", pattern: "/authorization", handle: (request) => decide(grants, request) },
    { method: "POST", pattern: "/oauth/token", handle: (request) => giveToken(grants, request) },
  ];
}

function ask(grants: Grants, { query }: Request): Answer {
  const clientId = query.get("client_id") ?? "";
  const redirectUri = query.get("redirect_uri") ?? "";
  const application = grants.application(clientId);
  if (application === undefined || !grants.isRegistered(application, redirectUri))
    return page(400, refusedConnectionPage("Mercado Pago", "client_id ou redirect_uri não conferem com a aplicação."));
  if (query.get("response_type") !== "code")
    return page(400, refusedConnectionPage("Mercado Pago", "response_type precisa ser code."));
  const fields = { client_id: clientId, redirect_uri: redirectUri, state: query.get("state") ?? "" };
  return page(200, consentPage("Mercado Pago", "/authorization", fields, ["ler e criar pagamentos"]));
}

function decide(grants: Grants, request: Request): Answer {
  const { client_id: clientId = "", redirect_uri: redirectUri = "", state = "", decision } = formFields(request);
  const application = grants.application(clientId);
  if (application === undefined || !grants.isRegistered(application, redirectUri))
    return page(400, refusedConnectionPage("Mercado Pago", "client_id ou redirect_uri não conferem com a aplicação."));
  const url = new URL(redirectUri);
  if (decision === "allow") {
    const grant = { clientId, redirectUri, account: String(SHOP.collectorId), scope: SCOPE };
    url.searchParams.set("code", `TG-${grants.issueCode(grant)}`);
  } else url.searchParams.set("error", "access_denied");
  url.searchParams.set("state", state);
  return redirect(url.href);
}

function giveToken(grants: Grants, request: Request): Answer {
  const typed = formFields(request);
  const client = { clientId: typed.client_id ?? "", clientSecret: typed.client_secret ?? "" };
  switch (typed.grant_type) {
    case "authorization_code": {
      const code = (typed.code ?? "").replace(/^TG-/, "");
      return answer(grants.exchange({ ...client, code, redirectUri: typed.redirect_uri ?? "" }));
    }
    case "refresh_token":
      return answer(grants.refresh({ ...client, refreshToken: typed.refresh_token ?? "" }));
    default:
      return errorAnswer(400, "unsupported_grant_type", "grant_type must be authorization_code or refresh_token", []);
  }
}

function answer(token: Token | GrantFailure): Answer {
  if (token === "unknown_client") return errorAnswer(400, "invalid_client", "invalid client_id or client_secret", []);
  if (typeof token === "string") return errorAnswer(400, "invalid_grant", "code or refresh_token invalid", []);
  return json(200, {
    access_token: token.accessToken,
    token_type: "bearer",
    expires_in: Math.round((180 * DAY_MS) / 1000),
    scope: token.scope,
    user_id: Number(token.account),
    refresh_token: token.refreshToken,
    public_key: SHOP.publicKey,
    live_mode: true,
  });
}
