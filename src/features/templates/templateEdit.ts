import { refusalMessage } from "../../../domain/errors";
import {
  ALL_TEMPLATE_TYPES,
  checkTemplateDraft,
  MAX_TEMPLATE_CONTENT,
  MAX_TEMPLATE_TITLE,
  TEMPLATE_LABELS,
  type TemplateDraft,
} from "../../../domain/templates";
import type { FieldErrors } from "../../ui/useFieldErrors";
import { texts } from "./texts";

/** From top to bottom. */
export const TEMPLATE_FIELDS = ["type", "title", "content"] as const;
export type TemplateField = (typeof TEMPLATE_FIELDS)[number];

/** A template as its fields show it. */
export type TemplateText = Readonly<Record<TemplateField, string>>;

export const NEW_TEMPLATE: TemplateText = { type: "", title: "", content: "" };

/** What has been typed, and what it began from: the second is sent along, so that nobody is overwritten unseen. */
export interface TemplateEdit {
  readonly text: TemplateText;
  readonly seen: TemplateDraft;
}

export function editOf({ type, title, content }: TemplateDraft): TemplateEdit {
  const seen = { type, title, content };
  return { text: textOf(seen), seen };
}

function textOf({ type, title, content }: TemplateDraft): TemplateText {
  return { type, title: title ?? "", content };
}

export function isDirty({ text, seen }: TemplateEdit): boolean {
  const before = textOf(seen);
  return TEMPLATE_FIELDS.some((field) => text[field] !== before[field]);
}

export type TemplateReading =
  | { readonly ok: true; readonly draft: TemplateDraft }
  | { readonly ok: false; readonly errors: FieldErrors<TemplateField> };

/** What the fields say, by the rule that the server applies again. Source: specification §5 "Template". */
export function readTemplate(text: TemplateText): TemplateReading {
  const errors: FieldErrors<TemplateField> = {};
  if (text.type === "") errors.type = refusalMessage("template_fields_required");
  if (text.content.trim() === "") errors.content = refusalMessage("template_fields_required");
  if (text.title.trim().length > MAX_TEMPLATE_TITLE)
    errors.title = refusalMessage("value_too_long", { max: MAX_TEMPLATE_TITLE });
  if (text.content.length > MAX_TEMPLATE_CONTENT)
    errors.content = refusalMessage("value_too_long", { max: MAX_TEMPLATE_CONTENT });
  const checked = checkTemplateDraft(text);
  return checked.ok && Object.keys(errors).length === 0 ? { ok: true, draft: checked.value } : { ok: false, errors };
}

/**
 * The edit over what is stored now: fields that nobody has typed in follow, those that say the same now are settled;
 * what is left over are conflicts (UX conventions F6, P3).
 */
export function follow(edit: TemplateEdit, stored: TemplateDraft): TemplateEdit {
  const [before, now] = [textOf(edit.seen), textOf(stored)];
  let next = edit;
  for (const field of TEMPLATE_FIELDS) {
    if (edit.seen[field] === stored[field]) continue;
    if (edit.text[field] !== before[field] && edit.text[field] !== now[field]) continue;
    next = takeTheirs(next, field, stored);
  }
  return next;
}

export function takeTheirs({ text, seen }: TemplateEdit, field: TemplateField, stored: TemplateDraft): TemplateEdit {
  return { text: { ...text, [field]: textOf(stored)[field] }, seen: { ...seen, [field]: stored[field] } };
}

/** The field holds its own value still, but knows of the other: sending it now overwrites knowingly. */
export function keepMine({ text, seen }: TemplateEdit, field: TemplateField, stored: TemplateDraft): TemplateEdit {
  return { text, seen: { ...seen, [field]: stored[field] } };
}

/** After `follow`: what is stored and neither typed nor seen, each as a person reads it. */
export function conflictsOf({ seen }: TemplateEdit, stored: TemplateDraft): Partial<Record<TemplateField, string>> {
  const inConflict = TEMPLATE_FIELDS.filter((field) => seen[field] !== stored[field]);
  return Object.fromEntries(inConflict.map((field) => [field, shownAs(field, stored[field])]));
}

/** Enough to recognise a message by. */
const MAX_SHOWN = 160;

function shownAs(field: TemplateField, value: string | null): string {
  if (value === null || value === "") return texts.emptyValue;
  const type = ALL_TEMPLATE_TYPES.find((name) => name === value);
  if (field === "type" && type !== undefined) return TEMPLATE_LABELS[type];
  return value.length > MAX_SHOWN ? `“${value.slice(0, MAX_SHOWN)}…”` : `“${value}”`;
}

/** The text with something put in place of what is selected, and where the caret stands then. */
export function insertAt(
  content: string,
  selection: { readonly start: number; readonly end: number },
  inserted: string,
): { readonly content: string; readonly caret: number } {
  const [before, after] = [content.slice(0, selection.start), content.slice(selection.end)];
  return { content: before + inserted + after, caret: before.length + inserted.length };
}
