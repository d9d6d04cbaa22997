"use node";

/// <reference path="./node.d.ts" />

import { lookup } from "node:dns/promises";
import { request as requestHttp, type IncomingMessage } from "node:http";
import { request as requestHttps } from "node:https";
import { v } from "convex/values";
import { isPublicAddress } from "../../domain/networkAddresses";
import { env } from "../_generated/server";
import { systemAction } from "../lib/functions";
import { literals } from "../lib/validators";

/**
 * Fetching from addresses that companies type. Our server must not become the arm by which somebody reaches into the
 * network it stands in: the name is resolved once, every address it has must be of the public internet, the connection
 * goes to the very address that was looked at (a name that changes meanwhile changes nothing), and each redirect is a
 * new address that is looked at in the same way.
 *
 * The operator allows the machine's own network with `ALLOW_LOCAL_GATEWAYS=on`, where the shop runs its gateway there.
 * Source: architecture §6.
 */

const MAX_REDIRECTS = 3;
/** Above this an answer is no answer. */
const MAX_BYTES = 2_000_000;

const vFields = v.record(v.string(), v.string());

/** Internal: one request. Throws where no answer came; why is said without the address, which may hold a key. */
export const fetchGuarded = systemAction({
  args: {
    method: literals(["GET", "POST", "PUT", "PATCH", "DELETE"]),
    url: v.string(),
    headers: vFields,
    body: v.optional(v.string()),
    timeoutMs: v.number(),
  },
  returns: v.object({ status: v.number(), text: v.string(), retryAfter: v.union(v.null(), v.string()) }),
  handler: async (_ctx, { timeoutMs, ...request }): Promise<Answer> => {
    return await follow(request, AbortSignal.timeout(timeoutMs), env.ALLOW_LOCAL_GATEWAYS === "on");
  },
});

interface Answer {
  status: number;
  text: string;
  retryAfter: string | null;
}

interface Outgoing {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

async function follow(first: Outgoing, signal: AbortSignal, allowsLocal: boolean): Promise<Answer> {
  let outgoing = first;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const response = await send(outgoing, signal, allowsLocal);
    const next = redirectOf(outgoing, response);
    if (next === null) return await readAnswer(response);
    response.destroy();
    outgoing = next;
  }
  throw new Error("the address leads from one to the next and to no end");
}

async function send({ method, url, headers, body }: Outgoing, signal: AbortSignal, allowsLocal: boolean) {
  const target = new URL(url);
  if (target.protocol !== "http:" && target.protocol !== "https:") throw new Error("only http and https are fetched");
  if (target.username !== "" || target.password !== "") throw new Error("an address with a password is not fetched");
  const found = await resolveHost(target.hostname, allowsLocal);
  const request = target.protocol === "https:" ? requestHttps : requestHttp;
  return await new Promise<IncomingMessage>((resolve, reject) => {
    const call = request(target, {
      method,
      headers: body === undefined ? headers : { ...headers, "Content-Length": String(byteLength(body)) },
      signal,
      agent: false,
      lookup: (_host, options, done) => {
        if (options.all === true) done(null, [found]);
        else done(null, found.address, found.family);
      },
    });
    call.on("response", resolve);
    call.on("error", () => reject(new Error("no answer came")));
    call.end(body);
  });
}

interface Found {
  readonly address: string;
  readonly family: number;
}

/** The address to connect to. Of a name with several, one that is not public spoils all: nobody says which is taken. */
async function resolveHost(hostname: string, allowsLocal: boolean): Promise<Found> {
  // An IPv6 address stands in brackets in a URL.
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  const all = await lookup(host, { all: true }).catch(() => []);
  const [first] = all;
  if (first === undefined) throw new Error("the name of the address is not known");
  if (!allowsLocal && !all.every(({ address }) => isPublicAddress(address))) {
    throw new Error("the address is not one of the public internet");
  }
  return first;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** The request that a redirect asks for. Credentials go to the host they were meant for and to no other. */
function redirectOf(from: Outgoing, response: IncomingMessage): Outgoing | null {
  const { location } = response.headers;
  if (!REDIRECTS.has(response.statusCode ?? 0) || typeof location !== "string") return null;
  const url = new URL(location, from.url);
  const keepsMethod = response.statusCode === 307 || response.statusCode === 308;
  const headers = url.origin === new URL(from.url).origin ? from.headers : withoutCredentials(from.headers);
  return keepsMethod ? { ...from, url: url.href, headers } : { method: "GET", url: url.href, headers };
}

function withoutCredentials(headers: Readonly<Record<string, string>>): Record<string, string> {
  const isHarmless = ([name]: [string, string]) => /^(accept|content-type|user-agent)$/i.test(name);
  return Object.fromEntries(Object.entries(headers).filter(isHarmless));
}

async function readAnswer(response: IncomingMessage): Promise<Answer> {
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const chunk of response) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) {
      response.destroy();
      throw new Error("the answer is too long");
    }
    text += decoder.decode(chunk, { stream: true });
  }
  const retryAfter = response.headers["retry-after"];
  return {
    status: response.statusCode ?? 0,
    text: text + decoder.decode(),
    retryAfter: typeof retryAfter === "string" ? retryAfter : null,
  };
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
