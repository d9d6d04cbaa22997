import { v } from "convex/values";
import { internal } from "./_generated/api";
import { systemAction, systemMutation, systemQuery } from "./lib/functions";
import { mailService, postMail, settleMail } from "./model/mails";

/** Sending mail in the background, and the operator's outbox. Internal functions only. */

const vMail = v.object({ to: v.string(), subject: v.string(), text: v.string() });

/** One try. The mail is read, posted, and the outcome written down; a service that is gone by now counts as a failure. */
export const send = systemAction({
  args: { mailId: v.id("mails") },
  returns: v.null(),
  handler: async (ctx, { mailId }): Promise<null> => {
    const mail = await ctx.runQuery(internal.mail.toSend, { mailId });
    if (mail === null) return null;
    const service = mailService();
    const failure = service === null ? "no mail service is configured" : await postMail(service, mail, mailId);
    await ctx.runMutation(internal.mail.settle, { mailId, failure });
    return null;
  },
});

export const toSend = systemQuery({
  args: { mailId: v.id("mails") },
  returns: v.union(v.null(), vMail),
  handler: async (ctx, { mailId }) => {
    const mail = await ctx.db.get("mails", mailId);
    return mail === null || mail.state.kind !== "sending" ? null : pick(mail);
  },
});

export const settle = systemMutation({
  args: { mailId: v.id("mails"), failure: v.union(v.null(), v.string()) },
  returns: v.null(),
  handler: async (ctx, { mailId, failure }) => {
    await settleMail(ctx, mailId, failure, Date.now());
    return null;
  },
});

const OUTBOX_PAGE = 50;

/** The operator: the last mails and what became of them, newest first; the text of those that wait in the outbox alone. */
export const outbox = systemQuery({
  args: {},
  returns: v.array(
    v.object({
      to: v.string(),
      subject: v.string(),
      text: v.union(v.null(), v.string()),
      createdAt: v.number(),
      state: v.string(),
      reason: v.union(v.null(), v.string()),
    }),
  ),
  handler: async (ctx) => {
    const mails = await ctx.db.query("mails").withIndex("by_createdAt").order("desc").take(OUTBOX_PAGE);
    return mails.map(({ to, subject, text, createdAt, state }) => ({
      to,
      subject,
      text: state.kind === "outbox" ? text : null,
      createdAt,
      state: state.kind,
      reason: state.kind === "failed" ? state.reason : null,
    }));
  },
});

function pick({ to, subject, text }: { to: string; subject: string; text: string }) {
  return { to, subject, text };
}
