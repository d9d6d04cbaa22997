/**
 * Melhor Envio in the memory of a test, for functions that run where no server can: permission, tokens, whose account it
 * is, and prices. The simulator (simulators/melhorEnvio) is the whole of it.
 */

export const CARRIER_URL = "https://me.test";
export const APPLICATION = { clientId: "3222", clientSecret: "segredo-da-aplicacao" };

const DAY_MS = 24 * 3_600_000;

export interface CarrierToken {
  readonly access: string;
  readonly refresh: string;
  readonly expiresAt: number;
  isRenewed: boolean;
  isRevoked: boolean;
}

/** What happens instead of an answer; `lost`: after it was done. */
export type CarrierFault = "down" | "500" | "html" | "nonsense" | "lost" | "401" | "403";

export class FakeMelhorEnvio {
  readonly tokens: CarrierToken[] = [];
  readonly received: { readonly path: string; readonly headers: Headers; readonly body: string }[] = [];
  /** Used up one by one, by the path they are for. */
  faults: { readonly path: string; readonly fault: CarrierFault }[] = [];
  onFault: () => void = () => undefined;
  /** Token answers wait for this. */
  gate: Promise<void> = Promise.resolve();
  /** What carriers answer; a test may set it. */
  entries: unknown = [];
  private readonly codes = new Map<string, "fresh" | "used">();
  private count = 0;

  /** A person gives the permission on the service's page. @returns what the browser is led back to */
  approve(authorizeUrl: string): URL {
    const query = new URL(authorizeUrl).searchParams;
    const code = `codigo-${++this.count}`;
    this.codes.set(code, "fresh");
    const back = new URL(query.get("redirect_uri") ?? "");
    back.searchParams.set("code", code);
    back.searchParams.set("state", query.get("state") ?? "");
    return back;
  }

  calls(path: string): number {
    return this.received.filter((call) => call.path === path).length;
  }

  readonly fetch = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const path = new URL(url).pathname;
    const request = { path, headers: new Headers(init.headers), body: typeof init.body === "string" ? init.body : "" };
    this.received.push(request);
    const fault = this.takeFault(path);
    if (fault !== null && fault !== "lost") return this.broken(fault);
    if (path === "/oauth/token") await this.gate;
    const answer = this.answer(request);
    if (fault === "lost") return this.broken(fault);
    return answer;
  };

  private takeFault(path: string): CarrierFault | null {
    const at = this.faults.findIndex((one) => one.path === path);
    if (at < 0) return null;
    const [found] = this.faults.splice(at, 1);
    this.onFault();
    return found?.fault ?? null;
  }

  private broken(fault: CarrierFault): Response {
    switch (fault) {
      case "down":
      case "lost":
        throw new TypeError("fetch failed");
      case "500":
        return new Response("{}", { status: 500 });
      case "html":
        return new Response("<html>403</html>", { status: 403 });
      case "nonsense":
        return new Response('{"ok":1}');
      case "401":
        return new Response('{"message":"Unauthenticated."}', { status: 401 });
      case "403":
        return new Response('{"message":"This action is unauthorized."}', { status: 403 });
      default:
        return fault satisfies never;
    }
  }

  private answer({ path, headers, body }: { path: string; headers: Headers; body: string }): Response {
    if (path === "/oauth/token") return this.giveToken(new URLSearchParams(body));
    const bearer = headers.get("Authorization")?.replace("Bearer ", "");
    const token = this.tokens.find(({ access }) => access === bearer);
    if (token === undefined || token.isRevoked || token.expiresAt <= Date.now())
      return new Response('{"message":"Unauthenticated."}', { status: 401 });
    if (path === "/api/v2/me") return Response.json({ firstname: "Loja", lastname: "da Praça" });
    if (path === "/api/v2/me/shipment/calculate") return Response.json(this.entries);
    return new Response('{"message":"Not found"}', { status: 404 });
  }

  private giveToken(form: URLSearchParams): Response {
    const isClient =
      form.get("client_id") === APPLICATION.clientId && form.get("client_secret") === APPLICATION.clientSecret;
    if (!isClient) return Response.json({ error: "invalid_client" }, { status: 401 });
    if (form.get("grant_type") === "authorization_code") {
      const code = form.get("code") ?? "";
      if (this.codes.get(code) !== "fresh") return Response.json({ error: "invalid_grant" }, { status: 400 });
      this.codes.set(code, "used");
      return this.newToken();
    }
    const old = this.tokens.find(({ refresh }) => refresh === form.get("refresh_token"));
    if (old === undefined || old.isRenewed || old.isRevoked)
      return Response.json({ error: "invalid_request" }, { status: 401 });
    old.isRenewed = true;
    return this.newToken();
  }

  private newToken(): Response {
    this.count += 1;
    const access = `acesso-secreto-${this.count}`;
    const refresh = `renovacao-secreta-${this.count}`;
    this.tokens.push({ access, refresh, expiresAt: Date.now() + 30 * DAY_MS, isRenewed: false, isRevoked: false });
    return Response.json({
      token_type: "Bearer",
      expires_in: (30 * DAY_MS) / 1000,
      access_token: access,
      refresh_token: refresh,
    });
  }
}
