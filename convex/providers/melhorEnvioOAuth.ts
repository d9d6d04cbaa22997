import type { Fetcher } from "./exchange";
import { SYSTEM } from "./melhorEnvioCall";
import { askForTokens, type OAuthApp, type OAuthDriver } from "./oauthTokens";

/** The permission to work in a company's account at Melhor Envio. Source: contracts/melhor-envio.md §2. */

/** Everything that quotes, labels and the wallet ask for. */
export const MELHOR_ENVIO_SCOPES = [
  "cart-read",
  "cart-write",
  "orders-read",
  "shipping-calculate",
  "shipping-companies",
  "shipping-checkout",
  "shipping-generate",
  "shipping-preview",
  "shipping-print",
  "shipping-cancel",
  "shipping-tracking",
  "users-read",
  "transactions-read",
] as const;

export const melhorEnvioOAuth: OAuthDriver = {
  authorizeUrl: ({ baseUrl, clientId, redirectUri }, state) => {
    const query = Object.entries({
      response_type: "code",
      client_id: clientId,
      redirect_uri: redirectUri,
      state,
      scope: MELHOR_ENVIO_SCOPES.join(" "),
    });
    return `${baseUrl}/oauth/authorize?${query.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&")}`;
  },
  exchangeCode: (app, fetcher, code) =>
    ask(app, fetcher, { grant_type: "authorization_code", redirect_uri: app.redirectUri, code }),
  refreshTokens: (app, fetcher, refreshToken) =>
    ask(app, fetcher, { grant_type: "refresh_token", refresh_token: refreshToken }),
};

function ask(app: OAuthApp, fetcher: Fetcher, grant: Readonly<Record<string, string>>) {
  return askForTokens(fetcher, {
    url: `${app.baseUrl}/oauth/token`,
    headers: { Accept: "application/json", "User-Agent": `${SYSTEM} (${app.contact})` },
    form: { ...grant, client_id: app.clientId, client_secret: app.clientSecret },
  });
}
