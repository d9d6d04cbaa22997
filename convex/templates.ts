import { v } from "convex/values";
import type { Doc } from "./_generated/dataModel";
import { vTemplateType } from "./lib/catalogueTables";
import { tenantMutation, tenantQuery } from "./lib/functions";
import { actorOf } from "./model/orderEvents";
import { createTemplate, listTemplates, previewTemplate, removeTemplate, updateTemplate } from "./model/templates";

const vDraft = { type: v.string(), title: v.union(v.null(), v.string()), content: v.string() };

/** Staff: newest first. */
export const list = tenantQuery({
  args: {},
  returns: v.array(
    v.object({
      templateId: v.id("templates"),
      type: vTemplateType,
      title: v.union(v.null(), v.string()),
      content: v.string(),
      createdAt: v.number(),
    }),
  ),
  handler: async (ctx) =>
    (await listTemplates(ctx.db)).map(({ _id, _creationTime, type, title, content }) => {
      return { templateId: _id, type, title, content, createdAt: _creationTime };
    }),
});

/** Staff. Refused with `template_fields_required`, `value_too_long`, `too_many_rows`. */
export const create = tenantMutation({
  args: vDraft,
  returns: v.object({ templateId: v.id("templates") }),
  handler: async (ctx, draft) => ({ templateId: await createTemplate(ctx.db, draft, deedOf(ctx)) }),
});

/** Staff; `seen` is what the screen showed. Refused as `create`, and with `template_not_found`, `changed_meanwhile`. */
export const update = tenantMutation({
  args: { templateId: v.id("templates"), ...vDraft, seen: v.object(vDraft) },
  returns: v.object({ templateId: v.id("templates") }),
  handler: async (ctx, { templateId, seen, ...draft }) => {
    await updateTemplate(ctx.db, templateId, { draft, seen }, deedOf(ctx));
    return { templateId };
  },
});

/** Staff. Refused with `template_not_found`. */
export const remove = tenantMutation({
  args: { templateId: v.id("templates") },
  returns: v.null(),
  handler: async (ctx, { templateId }) => {
    await removeTemplate(ctx.db, templateId, deedOf(ctx));
    return null;
  },
});

/** Staff: what a text says of a real order, the newest where none is named; null without one. */
export const preview = tenantQuery({
  args: { content: v.string(), orderNumber: v.optional(v.number()) },
  returns: v.union(v.null(), v.object({ orderNumber: v.number(), text: v.string() })),
  handler: (ctx, { content, orderNumber }) => previewTemplate(ctx.db, content, orderNumber ?? null),
});

function deedOf({ profile }: { readonly profile: Doc<"profiles"> }) {
  return { actor: actorOf(profile), at: Date.now() };
}
