import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { env, type MutationCtx } from "../_generated/server";

/**
 * Mail to people. Where a mail service is configured (`MAIL_API_URL`, `MAIL_API_KEY`, `MAIL_API_FROM`) it is sent in the
 * background; where none is, it stays in an outbox that only the operator of the machine reads (`npm run admin -- mail`).
 */

export interface NewMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface MailService {
  readonly url: string;
  readonly key: string;
  readonly from: string;
}

/** The configured service; null unless all of it is set. */
export function mailService(): MailService | null {
  const { MAIL_API_URL: url = "", MAIL_API_KEY: key = "", MAIL_API_FROM: from = "" } = env;
  return url === "" || key === "" || from === "" ? null : { url, key, from };
}

const LIFE_MS = 7 * 24 * 60 * 60 * 1000;
const DELETE_BATCH = 20;

export async function queueMail(
  ctx: Pick<MutationCtx, "db" | "scheduler">,
  mail: NewMail,
  now: number,
): Promise<Id<"mails">> {
  const isSent = mailService() !== null;
  const mailId = await ctx.db.insert("mails", {
    ...mail,
    createdAt: now,
    state: isSent ? { kind: "sending", attempts: 0 } : { kind: "outbox" },
  });
  if (isSent) await ctx.scheduler.runAfter(0, internal.mail.send, { mailId });
  const old = await ctx.db
    .query("mails")
    .withIndex("by_createdAt", (q) => q.lt("createdAt", now - LIFE_MS))
    .take(DELETE_BATCH);
  for (const row of old) await ctx.db.delete("mails", row._id);
  return mailId;
}

/** How long to wait before each further try; after the last the mail has failed. */
const RETRY_AFTER_MS = [10_000, 60_000, 300_000];

/** Writes down how one try went. A failed one is tried again later, while the mail is worth anything. */
export async function settleMail(
  ctx: Pick<MutationCtx, "db" | "scheduler">,
  mailId: Id<"mails">,
  failure: string | null,
  now: number,
): Promise<void> {
  const mail = await ctx.db.get("mails", mailId);
  if (mail === null || mail.state.kind !== "sending") return;
  if (failure === null) return await ctx.db.patch("mails", mailId, { state: { kind: "sent", at: now } });
  const waitMs = RETRY_AFTER_MS[mail.state.attempts];
  if (waitMs === undefined) return await ctx.db.patch("mails", mailId, { state: { kind: "failed", reason: failure } });
  await ctx.db.patch("mails", mailId, { state: { kind: "sending", attempts: mail.state.attempts + 1 } });
  await ctx.scheduler.runAfter(waitMs, internal.mail.send, { mailId });
}

const TIMEOUT_MS = 15_000;

/**
 * Hands a mail to the service: `POST` of `{from, to, subject, text}` with a bearer key, which is what the common mail
 * services take. The mail's id goes along so that a service that knows it sends a mail tried twice once.
 *
 * @returns null when it was taken, else why not; never the mail's text
 */
export async function postMail(service: MailService, mail: NewMail, mailId: string): Promise<string | null> {
  try {
    const response = await fetch(service.url, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        Authorization: `Bearer ${service.key}`,
        "Idempotency-Key": mailId,
      },
      body: JSON.stringify({ from: service.from, to: mail.to, subject: mail.subject, text: mail.text }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return response.ok ? null : `HTTP ${response.status}`;
  } catch (error) {
    return error instanceof Error ? error.name : "unknown failure";
  }
}
