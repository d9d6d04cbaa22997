import type { OptimisticLocalStore } from "convex/browser";
import type { FunctionArgs, FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { ALL_TEMPLATE_TYPES } from "../../../domain/templates";
import { useTenantMutation } from "../../lib/useTenantMutation";
import { useTenantQuery } from "../../lib/useTenantQuery";

export type TemplateId = Id<"templates">;
export type TemplateRow = FunctionReturnType<typeof api.templates.list>[number];

/** Every template of the company, newest first. */
export function useTemplates() {
  return useTenantQuery(api.templates.list, {});
}

export function useTemplateChanges() {
  return {
    create: useTenantMutation(api.templates.create),
    update: useTenantMutation(api.templates.update, showAtOnce),
    remove: useTenantMutation(api.templates.remove),
  };
}

/** The list shows the change until the server's answer replaces it; a refusal undoes it by itself (UX O1, O3). */
function showAtOnce(
  store: OptimisticLocalStore,
  { tenantId, templateId, type, title, content }: FunctionArgs<typeof api.templates.update>,
): void {
  const rows = store.getQuery(api.templates.list, { tenantId });
  const known = ALL_TEMPLATE_TYPES.find((name) => name === type);
  if (rows === undefined || known === undefined) return;
  const change = { type: known, title, content };
  store.setQuery(
    api.templates.list,
    { tenantId },
    rows.map((row) => (row.templateId === templateId ? { ...row, ...change } : row)),
  );
}

/**
 * What a text says of a real order.
 *
 * @param orderNumber null for the newest order
 */
export function useTemplatePreview(content: string, orderNumber: number | null) {
  const isEmpty = content.trim() === "";
  return useTenantQuery(
    api.templates.preview,
    isEmpty ? "skip" : { content, ...(orderNumber === null ? {} : { orderNumber }) },
  );
}
