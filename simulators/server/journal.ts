import type { Answer, Request } from "./exchange";

/** A request as it came in, and what was answered. */
export interface Received {
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Null while no answer has been given, and when none ever was. */
  answer: { readonly status: number; readonly body: string } | null;
}

export interface ReceivedFilter {
  readonly method?: string;
  /** How the path begins. */
  readonly path?: string;
}

const MOST_KEPT = 2_000;

/** What a simulator was sent, oldest first. */
export class Journal {
  #entries: Received[] = [];

  write(request: Request, at: number): Received {
    const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
    const entry: Received = {
      at,
      method: request.method,
      path: request.path,
      query: Object.fromEntries(request.query),
      headers: Object.fromEntries(headers) as Record<string, string>,
      body: request.body,
      answer: null,
    };
    this.#entries.push(entry);
    if (this.#entries.length > MOST_KEPT) this.#entries.shift();
    return entry;
  }

  answered(entry: Received, { status, body }: Answer): void {
    entry.answer = { status, body: typeof body === "string" ? body : `${body.byteLength} bytes` };
  }

  list({ method, path }: ReceivedFilter = {}): Received[] {
    return this.#entries.filter(
      (entry) => (method ?? entry.method) === entry.method && entry.path.startsWith(path ?? ""),
    );
  }

  clear(): void {
    this.#entries = [];
  }
}
