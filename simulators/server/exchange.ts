import type { IncomingHttpHeaders } from "node:http";

/** What came in, read to its end. */
export interface Request {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** The named parts of the route's pattern. */
  readonly params: Readonly<Record<string, string>>;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

export interface Route {
  readonly method: string;
  /** `/v1/payments/:id`: a part that begins with a colon stands for anything without a slash. */
  readonly pattern: string;
  readonly handle: (request: Request) => Answer | Promise<Answer>;
}

/** Ends the handling of a request with an answer from however deep inside. */
export class Refused extends Error {
  constructor(readonly answer: Answer) {
    super(`Refused with HTTP ${answer.status}`);
  }
}

export function json(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Answer {
  return {
    status,
    headers: { "content-type": "application/json; charset=utf-8", ...headers },
    body: JSON.stringify(value),
  };
}

export function page(status: number, markup: string): Answer {
  return {
    status,
    headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" },
    body: markup,
  };
}

export function plainText(status: number, text: string, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status, headers: { "content-type": "text/plain; charset=utf-8", ...headers }, body: text };
}

/** To another address, always with GET. */
export function redirect(location: string): Answer {
  return { status: 303, headers: { location }, body: "" };
}

export function empty(status: number): Answer {
  return { status, headers: {}, body: "" };
}

/** The fields of an object that came in as JSON; anything else has none. */
export type Fields = Readonly<Record<string, unknown>>;

export function asFields(value: unknown): Fields {
  // An object that is no list has string keys.
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

/** @returns undefined when the text is no JSON */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

export function asText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}

/** The fields of a body sent as a form or as JSON, all as text. */
export function formFields(request: Request): Readonly<Record<string, string>> {
  if ((request.headers["content-type"] ?? "").includes("json")) {
    const fields = Object.entries(asFields(parseJson(request.body)));
    return Object.fromEntries(
      fields.flatMap(([name, value]) =>
        typeof value === "string" || typeof value === "number" ? [[name, String(value)]] : [],
      ),
    );
  }
  return Object.fromEntries(new URLSearchParams(request.body));
}

/** The token of `Authorization: Bearer …`. */
export function bearerToken({ headers }: Request): string | undefined {
  return /^Bearer\s+(\S+)$/i.exec(headers.authorization ?? "")?.[1];
}
