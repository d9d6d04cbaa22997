import { normalizeSearch } from "./codes";
import { formatBRL, lineTotal, sumCents, type Cents } from "./money";
import { fillTemplate, type TemplateType, type TemplateValues } from "./templates";

/** What customers are told about their orders: which template says it, what it says without one, and for how long. */

export const MESSAGE_EVENTS = ["item_added", "item_removed", "order_created", "payment_link", "paid"] as const;
export type MessageEvent = (typeof MESSAGE_EVENTS)[number];

/**
 * Which templates say it, the first that the company has. The types of an earlier time still speak where nothing newer
 * was written.
 *
 * Source: specification §3 "whatsapp_templates"; the order among them is inferred.
 */
export const EVENT_TEMPLATES: Readonly<Record<MessageEvent, readonly TemplateType[]>> = {
  item_added: ["ITEM_ADDED", "PRODUCT_ADDED", "item_added"],
  item_removed: ["PRODUCT_CANCELED", "item_cancelled"],
  order_created: ["order_created"],
  payment_link: ["FINALIZAR"],
  paid: ["PAID_ORDER", "payment_confirmed"],
};

/** What is said where the company has written none. */
const FALLBACKS: Readonly<Record<MessageEvent, string>> = {
  item_added: "Oi {nome}! Adicionamos ao seu pedido: {quantidade}x {produto}. Valor: {valor}.",
  item_removed: "Oi {nome}! Retiramos do seu pedido: {quantidade}x {produto}.",
  order_created: "Oi {nome}! Seu pedido foi criado. Total até agora: {valor}.",
  payment_link: "Oi {nome}! Seu pedido está pronto para pagamento. Total: {valor}.",
  paid: "Oi {nome}! Recebemos o pagamento do seu pedido, no valor de {valor}. Obrigado pela compra!",
};

/** The same where several things are said at once: the quantities stand with their products. */
const MERGED_FALLBACKS = {
  item_added: "Oi {nome}! Adicionamos ao seu pedido: {produto}. Valor: {valor}.",
  item_removed: "Oi {nome}! Retiramos do seu pedido: {produto}.",
} as const;

export interface MessageItem {
  readonly name: string;
  readonly quantity: number;
  readonly unitPriceCents: Cents;
  readonly color: string | null;
  readonly size: string | null;
}

/** One customer's order, and of it only what its message is about. */
export interface MessageSubject {
  /** Null where the shop knows none. */
  readonly customerName: string | null;
  /** The things added or removed, or all of the order. */
  readonly items: readonly MessageItem[];
  /** What the order, or the link, comes to. */
  readonly totalCents: Cents;
  /** Of a payment link. */
  readonly paymentUrl: string | null;
}

export interface WrittenTemplate {
  readonly type: TemplateType;
  readonly content: string;
}

/** How a customer is called whose name the shop does not know. Inferred. */
const NAMELESS = "cliente";

/**
 * The text of one message. Every value comes out of the subject that is given, so that no message can name what
 * belongs to somebody else.
 *
 * @param templates the company's, newest first; the first of a type counts
 */
export function writeMessage(
  event: MessageEvent,
  subject: MessageSubject,
  templates: readonly WrittenTemplate[],
): string {
  const content = findTemplate(event, templates) ?? fallbackOf(event, subject);
  const text = fillTemplate(content, valuesOf(event, subject));
  // No placeholder stands for the link, and a template without it would be of no use.
  if (event !== "payment_link" || subject.paymentUrl === null) return text;
  return `${text}\n\n${subject.paymentUrl}`;
}

function findTemplate(event: MessageEvent, templates: readonly WrittenTemplate[]): string | null {
  for (const type of EVENT_TEMPLATES[event]) {
    const found = templates.find((template) => template.type === type);
    if (found !== undefined) return found.content;
  }
  return null;
}

function fallbackOf(event: MessageEvent, { items }: MessageSubject): string {
  const isMerged = items.length > 1 && (event === "item_added" || event === "item_removed");
  return isMerged ? MERGED_FALLBACKS[event] : FALLBACKS[event];
}

function valuesOf(event: MessageEvent, subject: MessageSubject): TemplateValues {
  const { items } = subject;
  const name = calledName(subject.customerName);
  const isAboutItems = event === "item_added" || event === "item_removed";
  const itemsCents = sumCents(items.map(({ unitPriceCents, quantity }) => lineTotal(unitPriceCents, quantity)));
  return {
    produto: items.length === 1 ? items[0]!.name : items.map(({ quantity, name }) => `${quantity}x ${name}`).join(", "),
    quantidade: String(items.reduce((sum, { quantity }) => sum + quantity, 0)),
    valor: formatBRL(isAboutItems ? itemsCents : subject.totalCents),
    variacao1: variations(items.map(({ color }) => color)),
    variacao2: variations(items.map(({ size }) => size)),
    nome: name,
    nome_cliente: name,
  };
}

function calledName(name: string | null): string {
  const trimmed = name?.trim() ?? "";
  return trimmed === "" ? NAMELESS : trimmed;
}

function variations(given: readonly (string | null)[]): string {
  return [...new Set(given.filter((one) => one !== null && one.trim() !== ""))].join(", ");
}

/**
 * One recipient's text of a broadcast. Only the name is known of everybody: what asks for anything else stays as typed.
 */
export function writeBroadcast(content: string, customerName: string | null): string {
  const name = calledName(customerName);
  return fillTemplate(content, { nome: name, nome_cliente: name });
}

/**
 * What a broadcast says: the text that was typed, else the company's BROADCAST template; null where there is neither,
 * which nothing stands in for.
 *
 * Source: specification §8 "Missing BROADCAST template"; product.md "Messages".
 */
export function chooseBroadcastText(typed: string | null, templates: readonly WrittenTemplate[]): string | null {
  if (typed !== null && typed.trim() !== "") return typed;
  return templates.find(({ type }) => type === "BROADCAST")?.content ?? null;
}

/** How long what is said of an order is worth saying. Source: product.md "Messages". */
export const ORDER_MESSAGE_LIFE_MS = 2 * 60 * 60 * 1_000;

/** When a message is not to be sent any more; null for what a person has asked to be sent for as long as it takes. */
export function expiryOf(kind: MessageEvent | "broadcast", queuedAt: number): number | null {
  return kind === "broadcast" ? null : queuedAt + ORDER_MESSAGE_LIFE_MS;
}

export function isExpired(expiresAt: number | null, now: number): boolean {
  return expiresAt !== null && now >= expiresAt;
}

export interface QueuedItems<Item extends MessageItem = MessageItem> {
  readonly event: MessageEvent;
  readonly items: readonly Item[];
}

/**
 * Whether what is to be said can be joined to a message that waits: only the same kind of news of things, which the
 * caller has made sure go to one customer about one order. Off unless the company has switched it on.
 *
 * @returns the items of both, those of one product at one price counted together; null where they stay two messages
 */
export function mergeItems<Item extends MessageItem>(
  waiting: QueuedItems<Item>,
  added: QueuedItems<Item>,
): Item[] | null {
  if (waiting.event !== added.event) return null;
  if (added.event !== "item_added" && added.event !== "item_removed") return null;
  const merged: Item[] = [];
  for (const item of [...waiting.items, ...added.items]) {
    const at = merged.findIndex((known) => isSameThing(known, item));
    if (at === -1) merged.push(item);
    else merged[at] = { ...item, quantity: merged[at]!.quantity + item.quantity };
  }
  return merged.length > MAX_MERGED ? null : merged;
}

/** A message that nobody reads to its end says nothing. Inferred. */
const MAX_MERGED = 20;

function isSameThing(one: MessageItem, other: MessageItem): boolean {
  return (
    one.name === other.name &&
    one.unitPriceCents === other.unitPriceCents &&
    one.color === other.color &&
    one.size === other.size
  );
}

/** What somebody writes who wants no more of it, alone in a message. Source: contracts/whatsapp.md Part 3; the others inferred. */
const OPT_OUT_WORDS = new Set(["sair", "parar", "stop", "descadastrar"]);

/** Whether a received text asks to be left alone: the word by itself, however it is written. "Quero parar na loja" is none. */
export function isOptOut(text: string): boolean {
  const word = normalizeSearch(text).replace(/[^a-z]+/g, " ");
  return OPT_OUT_WORDS.has(word.trim());
}
