import { CODES_AT_ONCE, PRODUCTS_PER_TURN } from "../../domain/blingPacing";
import {
  buyerByCpf,
  buyerByPhone,
  localPhone,
  type ErpBuyer,
  type ErpItem,
  type ErpSale,
} from "../../domain/blingSale";
import {
  finalConsumer,
  findContacts,
  findProducts,
  listPaymentForms,
  listSituations,
  type BlingAccess,
  type BlingAnswer,
  type BlingFailure,
} from "../providers/bling";
import { createContact, createProduct, type SaleRecords } from "../providers/blingSales";
import type { ErpSettings } from "./blingSettings";
import type { TurnOutcome } from "./blingTurns";

/**
 * The records of the ERP that a sale names: found, or made. Each is looked for before it is made, so that what was made
 * without an answer is found the next time.
 */

/** Ends a turn before its end, with what came of it. */
export class TurnEnd extends Error {
  constructor(readonly outcome: TurnOutcome | { readonly kind: "unauthorized" }) {
    super(outcome.kind);
  }
}

export interface Desk {
  readonly access: BlingAccess;
  /** Asks whether the turn may go on, right before something is made there; ends it where it may not. */
  readonly ask: () => Promise<void>;
  readonly tell: (text: string) => Promise<void>;
}

/** What was answered; ends the turn where nothing was. */
export function answered<Value>(answer: BlingAnswer<Value>): Value {
  if (answer.ok) return answer.value;
  throw new TurnEnd(outcomeOf(answer.failure));
}

const NO_ANSWER = "O Bling não respondeu.";

export function outcomeOf(failure: BlingFailure): TurnEnd["outcome"] {
  switch (failure.kind) {
    case "unauthorized":
      return { kind: "unauthorized" };
    case "unavailable":
      return { kind: "retry", reason: NO_ANSWER, isLost: failure.isLost };
    case "no_permission":
    case "busy":
    case "day_limit":
    case "blocked":
      return { kind: "paused", pause: failure.kind };
    case "not_found":
      return { kind: "failed", reason: "O Bling não encontrou o que foi pedido." };
    case "refused":
      return { kind: "failed", reason: failure.reason };
    default:
      return failure satisfies never;
  }
}

export async function findRecords(
  desk: Desk,
  sale: ErpSale,
  settings: Pick<ErpSettings, "paymentForm">,
): Promise<SaleRecords> {
  const contactId = await contactOf(desk, sale.buyer);
  const productIds = await productsOf(desk, sale.items);
  const paymentFormId = settings.paymentForm?.id ?? (await usualPaymentForm(desk.access));
  return { contactId, productIds, paymentFormId };
}

/** By CPF, else by phone, else made; who has no name either is the ERP's own 'Consumidor Final'. */
async function contactOf(desk: Desk, buyer: ErpBuyer): Promise<number> {
  const { cpf, phone, name } = buyer;
  const { access } = desk;
  if (cpf !== null) {
    const known = buyerByCpf(answered(await findContacts(access, { cpf })), cpf);
    if (known !== null) return known;
  } else {
    const known = buyerByPhone(answered(await findContacts(access, { phone: localPhone(phone) })), buyer);
    if (known !== null) return known;
  }
  if (name === null) return answered(await finalConsumer(access));
  await desk.ask();
  const made = await createContact(access, { ...buyer, name });
  if (!made.ok && made.failure.kind === "refused") {
    throw new TurnEnd({ kind: "failed", reason: `Contato ${name}: ${made.failure.reason}` });
  }
  const contactId = answered(made);
  await desk.tell(`Contato ${name} criado no Bling.`);
  return contactId;
}

async function productsOf(desk: Desk, items: readonly ErpItem[]): Promise<Map<string, number>> {
  const coded = items.flatMap((item) => (item.code === null ? [] : [{ ...item, code: item.code }]));
  const ids = new Map<string, number>();
  for (let first = 0; first < coded.length; first += CODES_AT_ONCE) {
    const codes = coded.slice(first, first + CODES_AT_ONCE).map(({ code }) => code);
    for (const [code, id] of answered(await findProducts(desk.access, codes))) ids.set(code, id);
  }
  const missing = coded.filter(({ code }) => !ids.has(code.toUpperCase()));
  for (const item of missing.slice(0, PRODUCTS_PER_TURN))
    ids.set(item.code.toUpperCase(), await makeProduct(desk, item));
  if (missing.length > 0) await desk.tell(`Produtos criados no Bling: ${Math.min(missing.length, PRODUCTS_PER_TURN)}.`);
  if (missing.length > PRODUCTS_PER_TURN) throw new TurnEnd({ kind: "again" });
  return ids;
}

async function makeProduct(desk: Desk, item: ErpItem & { readonly code: string }): Promise<number> {
  await desk.ask();
  const made = await createProduct(desk.access, item);
  if (!made.ok && made.failure.kind === "refused") {
    throw new TurnEnd({ kind: "failed", reason: `Produto ${item.code}: ${made.failure.reason}` });
  }
  return answered(made);
}

/** Where the company has chosen none: the provider's own, else what the ERP has for default. */
async function usualPaymentForm(access: BlingAccess): Promise<number> {
  const forms = answered(await listPaymentForms(access));
  const usual =
    forms.find(({ name }) => /mercado\s*pago/i.test(name)) ?? forms.find((form) => form.isDefault) ?? forms[0];
  if (usual !== undefined) return usual.id;
  throw new TurnEnd({ kind: "failed", reason: "Cadastre uma forma de pagamento no Bling e tente de novo." });
}

/** As a new account has them. Source: contracts/bling.md §5 "Situations". */
const USUAL = { open: { name: /^em aberto$/i, id: 6 }, canceled: { name: /^cancelad[oa]$/i, id: 12 } };

export async function usualSituation(access: BlingAccess, which: keyof typeof USUAL): Promise<number> {
  const situations = answered(await listSituations(access));
  const { name, id } = USUAL[which];
  return situations.find((situation) => name.test(situation.name.trim()))?.id ?? id;
}
