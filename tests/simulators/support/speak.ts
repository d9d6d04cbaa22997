/** What a service answered. Its body may be anything. */
export interface Spoken<Body = Record<string, unknown>> {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Undefined when it is no JSON. */
  readonly body: Body;
}

export type Speak = <Body = Record<string, unknown>>(
  method: string,
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<Spoken<Body>>;

/** Speaks JSON to a service, with these headers on every request. Redirects are shown, not followed. */
export function speaker(url: string, always: Readonly<Record<string, string>> = {}): Speak {
  return async <Body>(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Spoken<Body>> => {
    const isForm = body instanceof URLSearchParams;
    const response = await fetch(`${url}${path}`, {
      method,
      redirect: "manual",
      headers: { ...(isForm ? {} : { "content-type": "application/json" }), ...always, ...headers },
      body: body === undefined || isForm ? body : JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: parsed(text) as Body };
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
