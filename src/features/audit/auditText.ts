import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";
import type { AuditValues } from "../../../domain/audit";
import { formatDate, formatTime, isEventDate, saoPauloDate } from "../../../domain/calendar";
import { formatBRL } from "../../../domain/money";
import { formatPhone } from "../../../domain/phone";
import { ALL_TEMPLATE_TYPES, TEMPLATE_LABELS } from "../../../domain/templates";
import { formatInstant } from "../../lib/ago";
import { texts } from "./texts";

/** A line of a company's log or of the installation's. */
export type AuditLine = FunctionReturnType<typeof api.audit.list | typeof api.audit.installation>["page"][number];

export interface ChangedField {
  readonly name: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** What a line says was changed: each field with what it was and what it became; null on the side that says nothing. */
export function changedFields({ before, after }: Pick<AuditLine, "before" | "after">): ChangedField[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.map((name) => ({
    name: texts.fields[name] ?? name,
    before: shownOf(name, before),
    after: shownOf(name, after),
  }));
}

function shownOf(name: string, values: AuditValues): string | null {
  if (!Object.hasOwn(values, name)) return null;
  return valueText(name, values[name] ?? null, values);
}

/** A value as a person reads it, by what its field's name says of it. */
function valueText(name: string, value: AuditValues[string] | null, all: AuditValues): string {
  if (value === null || value === undefined || value === "") return texts.empty;
  if (typeof value === "boolean") return value ? texts.yes : texts.no;
  if (typeof value === "number") return numberText(name, value, all);
  if (name === "phone") return formatPhone(value);
  if (name === "role") return texts.roles[value] ?? value;
  if (name === "discountKind") return texts.discountKinds[value] ?? value;
  if (name === "type") return templateType(value);
  if (name === "end") return texts.ends[value] ?? value;
  if (name === "environment") return texts.environments[value] ?? value;
  if (name.endsWith("Date") && isEventDate(value)) return formatDate(value);
  return value;
}

function numberText(name: string, value: number, { discountKind }: AuditValues): string {
  if (name.endsWith("Cents")) return formatBRL(value);
  if (name.endsWith("At")) return formatInstant(value);
  if (name === "discount" && discountKind === "fixed") return formatBRL(value);
  if (name === "discount" && discountKind === "percentage") return `${value}%`;
  if (name === "joinedOrder" || name === "winner") return `#${value}`;
  return String(value).replace(".", ",");
}

/** `Pedido #12`, `Pessoa ana@lojademo.test`, `Sorteio 20/11/2026`, `Template Pedido Pago`. */
export function recordText({ kind, label }: AuditLine["record"]): string {
  return `${texts.records[kind] ?? kind} ${labelText(kind, label)}`;
}

/** What names a record, as a person reads it. */
function labelText(kind: AuditLine["record"]["kind"], label: string): string {
  if (kind === "raffle" && isEventDate(label)) return formatDate(label);
  if (kind === "customer" && /^\d+$/.test(label)) return formatPhone(label);
  if (kind === "secret") return credentialText(label);
  return kind === "template" ? templateType(label) : label;
}

/** `mercado_pago.access_token` as its form names it: `Access token (Mercado Pago)`. */
function credentialText(name: string): string {
  const [service = "", credential = ""] = name.split(".");
  const [whose, what] = [texts.services[service], texts.credentials[credential]];
  return whose === undefined || what === undefined ? name : `${what} (${whose})`;
}

/** The type's own words; a template with a title is named by that. */
function templateType(text: string): string {
  const type = ALL_TEMPLATE_TYPES.find((known) => known === text);
  return type === undefined ? text : TEMPLATE_LABELS[type];
}

/** `mudou um preço`. */
export function actionText({ action }: Pick<AuditLine, "action">): string {
  return texts.actions[action] ?? action;
}

/** `20/11/2026 20:14:03`, in São Paulo. */
export function whenText(at: number): string {
  return `${formatDate(saoPauloDate(at))} ${formatTime(at)}`;
}

/** One line of the export; before and after each in one cell. */
export function csvRow(line: AuditLine): string[] {
  const fields = changedFields(line);
  const side = (pick: (field: ChangedField) => string | null) =>
    fields.flatMap((field) => (pick(field) === null ? [] : [`${field.name}: ${pick(field)}`])).join(" | ");
  return [
    whenText(line.at),
    line.actorName,
    actionText(line),
    texts.records[line.record.kind] ?? line.record.kind,
    labelText(line.record.kind, line.record.label),
    side(({ before }) => before),
    side(({ after }) => after),
  ];
}
