/** Speaking HTTP to a service of the outside: one call with its time-out, repeats where they do no harm, nothing thrown. */

export interface ProviderRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text. */
  readonly body?: string;
  readonly timeoutMs: number;
}

export interface ProviderResponse {
  readonly status: number;
  readonly text: string;
  /** As the header says; null without one. */
  readonly retryAfter: string | null;
}

/** Throws where no answer came. */
export type Fetcher = (request: ProviderRequest) => Promise<ProviderResponse>;

/** For addresses that are ours or the operator's; what a company types goes through `guardedFetch.ts`. */
export const plainFetch: Fetcher = async ({ method, url, headers, body, timeoutMs }) => {
  const response = await fetch(url, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
    // None of these services sends its API's callers elsewhere, and credentials must not follow.
    redirect: "error",
    signal: AbortSignal.timeout(timeoutMs),
  });
  return { status: response.status, text: await response.text(), retryAfter: response.headers.get("Retry-After") };
};

/** `lost`: no answer came, so that it may or may not have been done. */
export type Exchange =
  { readonly kind: "answered"; readonly status: number; readonly json: unknown } | { readonly kind: "lost" };

/** How long to wait before each repeat, at the least. */
const REPEAT_AFTER_MS = [200, 800];
const MAX_WAIT_MS = 4_000;
/** Somebody waits for the answer: after this no further try is begun. */
const PATIENCE_MS = 12_000;
/** Busy, locked, waiting for something else, or broken for the moment. Source: contracts/mercado-pago.md §9. */
const PASSING = new Set([408, 423, 424, 425, 429, 500, 502, 503, 504]);

/**
 * One request, with its repeats.
 *
 * @param isRepeatable whether it does no harm when it reaches the service twice: a question, or a request that carries
 *   the key of what it does
 */
export async function exchange(
  fetcher: Fetcher,
  request: ProviderRequest,
  { isRepeatable }: { readonly isRepeatable: boolean },
): Promise<Exchange> {
  const begunAt = Date.now();
  for (let repeats = 0; ; repeats += 1) {
    const response = await attempt(fetcher, request);
    const isPassing = response === null || PASSING.has(response.status);
    const isWorthIt = isRepeatable && isPassing && Date.now() - begunAt < PATIENCE_MS;
    const leastMs = isWorthIt ? REPEAT_AFTER_MS[repeats] : undefined;
    if (leastMs === undefined) {
      return response === null
        ? { kind: "lost" }
        : { kind: "answered", status: response.status, json: parseJson(response.text) };
    }
    await pause(Math.max(leastMs, Math.min(waitAsked(response), MAX_WAIT_MS)));
  }
}

export function isPassingStatus(status: number): boolean {
  return PASSING.has(status) || status >= 500;
}

async function attempt(fetcher: Fetcher, request: ProviderRequest): Promise<ProviderResponse | null> {
  try {
    return await fetcher(request);
  } catch {
    // Whatever it was (name, connection, time-out): no answer came. The error may name the address and is not kept.
    return null;
  }
}

function waitAsked(response: ProviderResponse | null): number {
  return (Number(response?.retryAfter) || 0) * 1000;
}

const pause = (ms: number) => new Promise((go) => setTimeout(go, ms));

/** Undefined where it is no JSON: an error page, or nothing. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
