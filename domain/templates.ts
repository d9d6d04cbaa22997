import { ok, refuse, type Result } from "./errors";

/** Source: specification §3 "whatsapp_templates". */
export const TEMPLATE_TYPES = [
  "BROADCAST",
  "ITEM_ADDED",
  "PRODUCT_ADDED",
  "PRODUCT_CANCELED",
  "PAID_ORDER",
  "FINALIZAR",
] as const;

/** Types of an earlier time: shown with their badge, kept as they are, not offered for new templates. */
export const LEGACY_TEMPLATE_TYPES = [
  "welcome",
  "order_created",
  "item_added",
  "item_cancelled",
  "payment_confirmed",
  "shipping_info",
  "promotional",
  "custom",
] as const;

export const ALL_TEMPLATE_TYPES = [...TEMPLATE_TYPES, ...LEGACY_TEMPLATE_TYPES] as const;
export type TemplateType = (typeof ALL_TEMPLATE_TYPES)[number];

export const TEMPLATE_LABELS: Readonly<Record<TemplateType, string>> = {
  BROADCAST: "Broadcast",
  ITEM_ADDED: "Item Adicionado",
  PRODUCT_ADDED: "Produto Adicionado",
  PRODUCT_CANCELED: "Produto Cancelado",
  PAID_ORDER: "Pedido Pago",
  FINALIZAR: "Finalizar Compra",
  welcome: "Boas-vindas",
  order_created: "Pedido Criado",
  item_added: "Item Adicionado",
  item_cancelled: "Item Cancelado",
  payment_confirmed: "Pagamento Confirmado",
  shipping_info: "Informações de Envio",
  promotional: "Promocional",
  custom: "Personalizado",
};

export interface TemplateDraft {
  readonly type: string;
  readonly title: string | null;
  readonly content: string;
}

export interface TemplateFields {
  readonly type: TemplateType;
  readonly title: string | null;
  /** As typed: line breaks and spaces are part of a message. */
  readonly content: string;
}

export const MAX_TEMPLATE_TITLE = 120;
/** The longest text a chat message takes. */
export const MAX_TEMPLATE_CONTENT = 4_096;

/**
 * A template as it is kept; an empty title is none.
 *
 * Refused with `template_fields_required`, `value_too_long`.
 * Source: specification §5 "Template".
 */
export function checkTemplateDraft(draft: TemplateDraft): Result<TemplateFields> {
  const type = ALL_TEMPLATE_TYPES.find((known) => known === draft.type);
  const title = draft.title?.trim() ?? "";
  if (type === undefined || draft.content.trim() === "") return refuse("template_fields_required");
  if (title.length > MAX_TEMPLATE_TITLE) return refuse("value_too_long", { max: MAX_TEMPLATE_TITLE });
  if (draft.content.length > MAX_TEMPLATE_CONTENT) return refuse("value_too_long", { max: MAX_TEMPLATE_CONTENT });
  return ok({ type, title: title === "" ? null : title, content: draft.content });
}

/** What a template may name; `nome` and `nome_cliente` are the same. Source: specification §3. */
export const PLACEHOLDERS = [
  "produto",
  "quantidade",
  "valor",
  "variacao1",
  "variacao2",
  "nome_cliente",
  "nome",
] as const;

export type TemplateValues = Readonly<Record<(typeof PLACEHOLDERS)[number], string>>;

const PLACEHOLDER = /\{\{\s*(\w+)\s*\}\}|\{\s*(\w+)\s*\}/g;

/**
 * The message a template makes: `{{produto}}` and `{produto}` give way to their values, in one pass, so that a value is
 * never read as a placeholder. An unknown one stays as typed, and so does one that this message has no value for.
 *
 * Source: product.md "Messages".
 */
export function fillTemplate(content: string, values: Partial<TemplateValues>): string {
  return content.replace(PLACEHOLDER, (typed, double: string | undefined, single: string | undefined) => {
    const name = PLACEHOLDERS.find((known) => known === (double ?? single)?.toLowerCase());
    return name === undefined ? typed : (values[name] ?? typed);
  });
}

/** What a text names in braces that no message will ever replace, each once, as typed: most likely a slip of the hand. */
export function unknownPlaceholders(content: string): string[] {
  const typed = [...content.matchAll(PLACEHOLDER)].filter(([, double, single]) => !isKnown(double ?? single ?? ""));
  return [...new Set(typed.map(([whole]) => whole))];
}

function isKnown(name: string): boolean {
  return PLACEHOLDERS.some((known) => known === name.toLowerCase());
}
