import { BLING_URL } from "./bling";
import { askForTokens, type OAuthApp, type OAuthDriver } from "./oauthTokens";
import type { Fetcher } from "./exchange";

/** The permission to work in a company's account at Bling. What it allows is chosen on the application there. Source: contracts/bling.md §2. */

const OAUTH = "/Api/v3/oauth";
/** Where people give the permission: the address of the API shows no pages. */
const BLING_PAGES_URL = "https://www.bling.com.br";

export const blingOAuth: OAuthDriver = {
  authorizeUrl: ({ baseUrl, clientId }, state) => {
    const pages = baseUrl === BLING_URL ? BLING_PAGES_URL : baseUrl;
    // Where it leads back to is registered there; what an address says of it counts for nothing.
    const query = new URLSearchParams({ response_type: "code", client_id: clientId, state });
    return `${pages}${OAUTH}/authorize?${query}`;
  },
  exchangeCode: (app, fetcher, code) => ask(app, fetcher, { grant_type: "authorization_code", code }),
  refreshTokens: (app, fetcher, refreshToken) =>
    ask(app, fetcher, { grant_type: "refresh_token", refresh_token: refreshToken }),
};

function ask({ baseUrl, clientId, clientSecret }: OAuthApp, fetcher: Fetcher, form: Readonly<Record<string, string>>) {
  return askForTokens(fetcher, {
    url: `${baseUrl}${OAUTH}/token`,
    headers: { Accept: "1.0", Authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}`, "enable-jwt": "1" },
    form,
  });
}
