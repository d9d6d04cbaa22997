import { v } from "convex/values";
import * as z from "zod/mini";
import { internal } from "./_generated/api";
import { env } from "./_generated/server";
import { httpEndpoint, systemAction, systemMutation } from "./lib/functions";
import { settleClerkUser } from "./model/clerkPeople";
import { markEnded } from "./model/sessions";
import { clerkService, findClerkUser } from "./providers/clerk";

/** What Clerk tells us unasked: that a session is over there, that somebody has another e-mail or no account any more. */

export const CLERK_NOTICES_PATH = "/webhooks/clerk";

const MAX_BODY_BYTES = 256_000;
/** Older ones, and ones from the future, may be repetitions by somebody who overheard them. */
const MAX_SKEW_MS = 5 * 60 * 1000;

const vNotice = z.object({ type: z.string(), data: z.object({ id: z.string() }) });
const SESSION_IS_OVER = new Set(["session.ended", "session.removed", "session.revoked"]);
const USER_HAS_CHANGED = new Set(["user.updated", "user.deleted"]);

/**
 * `POST /webhooks/clerk`: unsigned, badly signed and stale ones are refused (401). A session's end is written down; of a
 * person only the id is taken, as a reason to ask Clerk. A repetition changes nothing.
 *
 * Source: toolchain.md §5.3 "Webhooks" (the signature is Svix's).
 */
export const receive = httpEndpoint(async (ctx, request): Promise<Response> => {
  const body = await request.text();
  if (body.length > MAX_BODY_BYTES) return new Response(null, { status: 413 });
  if (!(await isSigned(request.headers, body, Date.now()))) return new Response(null, { status: 401 });
  const notice = vNotice.safeParse(parseJson(body));
  if (!notice.success) return new Response(null, { status: 400 });
  const { type, data } = notice.data;
  if (SESSION_IS_OVER.has(type)) await ctx.runMutation(internal.clerkNotices.noteEnd, { sessionId: data.id });
  if (USER_HAS_CHANGED.has(type))
    await ctx.scheduler.runAfter(0, internal.clerkNotices.lookUpUser, { userId: data.id });
  return new Response(null, { status: 200 });
});

export const noteEnd = systemMutation({
  args: { sessionId: v.string() },
  returns: v.null(),
  handler: async (ctx, { sessionId }) => {
    await markEnded(ctx.db, [sessionId], Date.now());
    return null;
  },
});

/** Asks Clerk how a person is now: notices come late, twice and in any order. */
export const lookUpUser = systemAction({
  args: { userId: v.string() },
  returns: v.null(),
  handler: async (ctx, { userId }): Promise<null> => {
    const service = clerkService();
    if (service === null) return null;
    const found = await findClerkUser(service, userId);
    await ctx.runMutation(internal.clerkNotices.settleUser, { userId, email: found?.email ?? null });
    return null;
  },
});

export const settleUser = systemMutation({
  args: { userId: v.string(), email: v.union(v.null(), v.string()) },
  returns: v.null(),
  handler: async (ctx, user) => {
    await settleClerkUser(ctx, user, Date.now());
    return null;
  },
});

/** HMAC-SHA256 over `id.timestamp.body` with the key that follows `whsec_`; one of several signatures is enough. */
async function isSigned(headers: Headers, body: string, now: number): Promise<boolean> {
  const secret = decodeBase64((env.CLERK_WEBHOOK_SECRET ?? "").replace(/^whsec_/, ""));
  const [id, timestamp] = [headers.get("svix-id"), headers.get("svix-timestamp")];
  if (secret === null || secret.length === 0 || id === null || timestamp === null) return false;
  const skewMs = Math.abs(now - Number(timestamp) * 1000);
  if (!(skewMs <= MAX_SKEW_MS)) return false;
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", secret, algorithm, false, ["verify"]);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  for (const part of (headers.get("svix-signature") ?? "").split(" ")) {
    const signature = part.startsWith("v1,") ? decodeBase64(part.slice("v1,".length)) : null;
    if (signature !== null && (await crypto.subtle.verify("HMAC", key, signature, signed))) return true;
  }
  return false;
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
