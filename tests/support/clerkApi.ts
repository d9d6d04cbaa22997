import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

interface Address {
  readonly id: string;
  readonly email_address: string;
}
interface User {
  readonly id: string;
  readonly external_id: string | null;
  password: string;
  primary: string;
  addresses: Address[];
}
interface SessionRow {
  readonly id: string;
  readonly user_id: string;
  status: "active" | "revoked" | "removed";
}
interface Received {
  readonly method: string;
  readonly path: string;
  readonly version: string | null;
  readonly body: Record<string, unknown>;
}

/** What goes wrong with the next call, if anything: before it has happened, or after. */
export type Mishap = "none" | "busy" | "broken" | "lost before" | "lost after" | "nonsense after";

/**
 * Clerk's Backend API as far as it is used here, over its own rules: bearer key, unique addresses and external ids,
 * passwords of eight characters that are in no list, errors as a list of codes. Source: Clerk's OpenAPI description,
 * version 2025-11-10.
 */
export class ClerkApi {
  readonly key = "sk_test_stand-in";
  readonly users = new Map<string, User>();
  readonly sessions = new Map<string, SessionRow>();
  readonly received: Received[] = [];
  private readonly mishaps: Mishap[] = [];
  private next = 1;

  /** The next calls go wrong, one each. */
  fails(...mishaps: Mishap[]): void {
    this.mishaps.push(...mishaps);
  }
  addUser(email: string, password = "senha-de-antes", externalId: string | null = null): string {
    const id = this.newId("user");
    const address = { id: this.newId("idn"), email_address: email };
    this.users.set(id, { id, external_id: externalId, password, primary: address.id, addresses: [address] });
    return id;
  }
  /** Somebody signs in. @returns the session, null when the password is another */
  signIn(email: string, password: string): SessionRow | null {
    const user = this.byEmail(email);
    if (user?.password !== password) return null;
    const session: SessionRow = { id: this.newId("sess"), user_id: user.id, status: "active" };
    this.sessions.set(session.id, session);
    return session;
  }
  byEmail(email: string): User | undefined {
    return [...this.users.values()].find(({ addresses }) =>
      addresses.some(({ email_address }) => email_address.toLowerCase() === email.toLowerCase()),
    );
  }
  isActive(sessionId: string): boolean {
    return this.sessions.get(sessionId)?.status === "active";
  }
  /** What stands for `fetch`. */
  readonly fetch = async (url: string | URL | Request, init?: RequestInit): Promise<Response> =>
    await this.answer(new Request(url, init));

  async answer(request: Request): Promise<Response> {
    const mishap = this.mishaps.shift();
    if (mishap === "busy") return Response.json(errors("too_many_requests"), { status: 429, headers: RETRY_NOW });
    if (mishap === "broken") return new Response("<html>Bad gateway</html>", { status: 502 });
    if (mishap === "lost before") throw new TypeError("fetch failed");
    const response = await this.perform(request);
    if (mishap === "lost after") throw new TypeError("fetch failed");
    return mishap === "nonsense after" ? Response.json({ object: "something else" }) : response;
  }

  /** The same over HTTP, for programs that are processes of their own. */
  async listen(): Promise<{ url: string; close: () => Promise<void> }> {
    const server = createServer((incoming, outgoing) => {
      void (async () => {
        const chunks: Buffer[] = [];
        for await (const chunk of incoming) chunks.push(chunk as Buffer);
        const { method = "GET", url = "/", headers } = incoming;
        const answer = await this.answer(
          new Request(`http://127.0.0.1${url}`, {
            method,
            headers: { authorization: headers.authorization ?? "" },
            ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
          }),
        );
        outgoing.writeHead(answer.status, { "Content-Type": "application/json" }).end(await answer.text());
      })();
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    return {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      close: async () => {
        server.closeAllConnections();
        await new Promise((closed) => server.close(closed));
      },
    };
  }

  private async perform(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const text = await request.text();
    const body = text === "" ? {} : (JSON.parse(text) as Record<string, unknown>);
    const { method, headers } = request;
    this.received.push({ method, path: pathname, version: headers.get("Clerk-API-Version"), body });
    if (headers.get("Authorization") !== `Bearer ${this.key}`) return refused(401, "authentication_invalid");
    const [, , kind = "", id = "", verb = ""] = pathname.split("/");
    switch (`${method} ${kind}${id === "" ? "" : "/id"}${verb === "" ? "" : `/${verb}`}`) {
      case "POST users":
        return this.createUser(body);
      case "GET users":
        return Response.json(this.findUsers(searchParams).map(shown));
      case "GET users/id":
        return this.withUser(id, (user) => Response.json(shown(user)));
      case "PATCH users/id":
        return this.withUser(id, (user) => this.updateUser(user, body));
      case "DELETE users/id":
        return this.withUser(id, (user) => {
          this.users.delete(user.id);
          this.endSessions(user.id, "removed");
          return Response.json({ object: "user", id, deleted: true });
        });
      case "POST email_addresses":
        return this.withUser(String(body.user_id), (user) => this.addAddress(user, body));
      case "PATCH email_addresses/id":
        return this.withAddress(id, (user, address) => {
          if (body.primary === true) user.primary = address.id;
          return Response.json({ object: "email_address", ...address });
        });
      case "DELETE email_addresses/id":
        return this.withAddress(id, (user) => {
          user.addresses = user.addresses.filter((address) => address.id !== id);
          return Response.json({ object: "email_address", id, deleted: true });
        });
      case "GET sessions": {
        const found = [...this.sessions.values()].filter(
          ({ user_id, status }) => user_id === searchParams.get("user_id") && status === searchParams.get("status"),
        );
        return Response.json(found);
      }
      case "POST sessions/id/revoke": {
        const session = this.sessions.get(id);
        if (session === undefined) return refused(404, "resource_not_found");
        session.status = "revoked";
        return Response.json(session);
      }
      default:
        return refused(404, "resource_not_found");
    }
  }

  private createUser({ email_address, password, external_id }: Record<string, unknown>): Response {
    const [email = ""] = email_address as string[];
    if (this.byEmail(email) !== undefined) return refused(422, "form_identifier_exists");
    const wrong = whyNot(String(password));
    if (wrong !== null) return refused(422, wrong);
    return Response.json(shown(this.users.get(this.addUser(email, String(password), String(external_id)))!));
  }
  private updateUser(user: User, { password, sign_out_of_other_sessions }: Record<string, unknown>): Response {
    if (typeof password === "string") {
      const wrong = whyNot(password);
      if (wrong !== null) return refused(422, wrong);
      user.password = password;
      if (sign_out_of_other_sessions === true) this.endSessions(user.id, "removed");
    }
    return Response.json(shown(user));
  }
  private addAddress(user: User, { email_address, primary }: Record<string, unknown>): Response {
    if (this.byEmail(String(email_address)) !== undefined) return refused(422, "form_identifier_exists");
    const address = { id: this.newId("idn"), email_address: String(email_address) };
    user.addresses.push(address);
    if (primary === true) user.primary = address.id;
    return Response.json({ object: "email_address", ...address });
  }
  private findUsers(wanted: URLSearchParams): User[] {
    const externalId = wanted.get("external_id");
    const email = wanted.get("email_address");
    const id = wanted.get("user_id");
    return [...this.users.values()].filter(
      (user) =>
        (id === null || user.id === id) &&
        (externalId === null || user.external_id === externalId) &&
        (email === null || user.addresses.some(({ email_address }) => email_address === email)),
    );
  }
  private endSessions(userId: string, status: SessionRow["status"]): void {
    for (const session of this.sessions.values()) if (session.user_id === userId) session.status = status;
  }
  private withUser(id: string, then: (user: User) => Response): Response {
    const user = this.users.get(id);
    return user === undefined ? refused(404, "resource_not_found") : then(user);
  }
  private withAddress(id: string, then: (user: User, address: Address) => Response): Response {
    for (const user of this.users.values())
      for (const address of user.addresses) if (address.id === id) return then(user, address);
    return refused(404, "resource_not_found");
  }
  private newId(kind: string): string {
    return `${kind}_${String(this.next++).padStart(4, "0")}`;
  }
}

const RETRY_NOW = { "Retry-After": "0" };
const errors = (code: string) => ({ errors: [{ code, message: code, long_message: `${code} in English` }] });
const refused = (status: number, code: string) => Response.json(errors(code), { status });

function whyNot(password: string): string | null {
  if (password.length < 8) return "form_password_length_too_short";
  return password === "password" ? "form_password_pwned" : null;
}

function shown({ id, external_id, primary, addresses }: User): object {
  return {
    object: "user",
    id,
    external_id,
    primary_email_address_id: primary,
    email_addresses: addresses.map((address) => ({ object: "email_address", ...address })),
    password_enabled: true,
  };
}
