import * as z from "zod/mini";
import { isCnpj } from "../../domain/documents";
import type { LabelLine, LabelPerson, LabelVolume } from "../../domain/labels";
import { toDecimalString, type Cents } from "../../domain/money";
import {
  callMelhorEnvio,
  nonsense,
  SYSTEM,
  type MelhorEnvioAccess,
  type MelhorEnvioAnswer,
  type MelhorEnvioCall,
} from "./melhorEnvioCall";
import { cents, toNews, vAmount, vLabel, vMany, vPage, type Label, type LabelNews } from "./melhorEnvioNews";

/**
 * Melhor Envio: labels, from the cart to the door, and the wallet they are bought from. Its field names, reais, kilograms
 * and words stop in this file; what it says of a label is read in `melhorEnvioNews.ts`.
 *
 * Source: contracts/melhor-envio.md §4 to §7.
 */

export interface LabelRequest {
  /** As the quote named it. */
  readonly serviceId: string;
  readonly sender: LabelPerson;
  readonly recipient: LabelPerson;
  readonly volumes: readonly LabelVolume[];
  readonly insuredCents: Cents;
  readonly lines: readonly LabelLine[];
  readonly orderNumber: number;
  /** Where the shop sees its labels. */
  readonly shopUrl?: string;
}

type Answer<Value> = Promise<MelhorEnvioAnswer<Value>>;

/**
 * Puts a label into the cart. Not to be repeated: the same again is a second label. Whether one whose answer was lost is
 * there says `findLabel`.
 *
 * @param key ours, which the label bears
 */
export async function insertLabel(access: MelhorEnvioAccess, request: LabelRequest, key: string): Answer<LabelNews> {
  const call = { method: "POST", path: "/cart", body: toCartEntry(request, key), isRepeatable: false } as const;
  return read(await callMelhorEnvio(access, call), vLabel, toNews);
}

function toCartEntry({ serviceId, sender, recipient, orderNumber, shopUrl, ...parcel }: LabelRequest, key: string) {
  return {
    service: Number(serviceId),
    from: { ...toPerson(sender), note: "" },
    to: { ...toPerson(recipient), note: `Pedido ${orderNumber}` },
    products: parcel.lines.map(({ code, name, quantity, unitPriceCents }) => {
      return { name: `${name} ${code}`, quantity, unitary_value: reais(unitPriceCents) };
    }),
    volumes: parcel.volumes.map(({ heightCm, widthCm, lengthCm, weightGrams }) => {
      return { height: heightCm, width: widthCm, length: lengthCm, weight: kilograms(weightGrams) };
    }),
    options: {
      insurance_value: reais(parcel.insuredCents),
      receipt: false,
      own_hand: false,
      reverse: false,
      // The shop has no invoice here: a declaration of contents goes along.
      non_commercial: true,
      platform: SYSTEM,
      tags: [{ tag: key, ...(shopUrl === undefined ? {} : { url: shopUrl }) }],
    },
  };
}

function toPerson({ name, document, email, phone, address }: LabelPerson) {
  const isCompany = isCnpj(document);
  return {
    name,
    phone: phone.length > NATIONAL_DIGITS && phone.startsWith("55") ? phone.slice(2) : phone,
    email,
    document: isCompany ? "" : document,
    company_document: isCompany ? document : "",
    state_register: "",
    address: address.street,
    number: address.number,
    complement: address.complement,
    district: address.neighborhood,
    city: address.city,
    state_abbr: address.state,
    country_id: "BR",
    postal_code: address.cep,
  };
}

/** Area code and subscriber; with the country in front there are more. */
const NATIONAL_DIGITS = 11;
const GRAMS_PER_KG = 1_000;
const reais = (cents: Cents): number => Number(toDecimalString(cents));
const kilograms = (grams: number): number => Number((grams / GRAMS_PER_KG).toFixed(3));

/** Twenty to a page: more than any shop leaves unpaid. */
const CART_PAGES = 25;

/** The label of ours that bears a key, wherever it stands by now; null where there is none. */
export async function findLabel(access: MelhorEnvioAccess, key: string): Answer<LabelNews | null> {
  for (let page = 1; page <= CART_PAGES; page += 1) {
    const call = { method: "GET", path: `/cart?page=${page}`, isRepeatable: true } as const;
    const listed = read(await callMelhorEnvio(access, call), vPage, (found) => found);
    if (!listed.ok) return listed;
    const label = listed.value.data.find((one) => bears(one, key));
    if (label !== undefined) return { ok: true, value: toNews(label) };
    if (page >= (listed.value.last_page ?? 1)) break;
  }
  // Somebody may have bought it in the panel meanwhile.
  const search = { method: "GET", path: `/orders/search?q=${encodeURIComponent(key)}`, isRepeatable: true } as const;
  const found = await callMelhorEnvio(access, search);
  if (!found.ok) return found.failure === "not_found" ? { ok: true, value: null } : found;
  const many = vMany.safeParse(found.value);
  const label = many.success ? many.data.find((one) => bears(one, key)) : undefined;
  return { ok: true, value: label === undefined ? null : toNews(label) };
}

function bears({ tags }: Label, key: string): boolean {
  return (tags ?? []).some(({ tag }) => tag === key);
}

/** How a label stands now. `not_found`: this account has none of that number. */
export async function readLabel(access: MelhorEnvioAccess, labelId: string): Answer<LabelNews> {
  const id = encodeURIComponent(labelId);
  const bought = await callMelhorEnvio(access, { method: "GET", path: `/orders/${id}`, isRepeatable: true });
  if (bought.ok || bought.failure !== "not_found") return read(bought, vLabel, toNews);
  // What is not paid for yet may be in the cart alone.
  return read(
    await callMelhorEnvio(access, { method: "GET", path: `/cart/${id}`, isRepeatable: true }),
    vLabel,
    toNews,
  );
}

/** Takes a label out of the cart. Answered without a word, which `callMelhorEnvio` takes for nonsense: ask afterwards. */
export async function removeLabel(access: MelhorEnvioAccess, labelId: string): Answer<null> {
  const path = `/cart/${encodeURIComponent(labelId)}`;
  return read(await callMelhorEnvio(access, { method: "DELETE", path, isRepeatable: false }), z.unknown(), () => null);
}

/** Buys a label from the wallet. One that is bought already is refused: ask before, and after a lost answer. */
export async function buyLabel(access: MelhorEnvioAccess, labelId: string): Answer<null> {
  const call = post("/shipment/checkout", { orders: [labelId] });
  return read(await callMelhorEnvio(access, call), z.object({ purchase: z.object({ id: z.string() }) }), () => null);
}

/** Whether a refusal of `buyLabel` is about the wallet. The text is all there is to tell by. */
export function isAboutWallet(reason: string | null): boolean {
  return reason !== null && /^seu saldo|saldo.*insuficiente|insuficiente.*saldo/i.test(reason);
}

const vGenerated = z.record(z.string(), z.object({ status: z.boolean(), message: z.optional(z.nullable(z.string())) }));

/**
 * Has a label made ready to print, which takes the service a moment: whether it is says `readLabel`. Asking twice does
 * nothing.
 *
 * @returns why not; null where it is being made
 */
export async function generateLabel(access: MelhorEnvioAccess, labelId: string): Answer<string | null> {
  const call = post("/shipment/generate", { orders: [labelId] });
  return read(await callMelhorEnvio(access, call), vGenerated, (byId) => {
    const { status = true, message } = byId[labelId] ?? {};
    // "O envio já está gerado".
    return status || /já/i.test(message ?? "") ? null : (message ?? "O envio não pode ser gerado");
  });
}

const vUrl = z.object({ url: z.string().check(z.regex(/^https?:\/\//)) });

/** Where labels can be printed, by whoever holds the link: staff have no account at the service. */
export async function printLabels(access: MelhorEnvioAccess, labelIds: readonly string[]): Answer<string> {
  const call = post("/shipment/print", { mode: "public", orders: labelIds }, true);
  return read(await callMelhorEnvio(access, call), vUrl, ({ url }) => url);
}

/** "Cancelado pelo cliente": the one reason that the service takes. */
const CANCEL_REASON = "2";

/** Cancels a label that was bought; what it cost comes back to the wallet. Ask after a lost answer. */
export async function cancelLabel(access: MelhorEnvioAccess, labelId: string): Answer<null> {
  const order = { id: labelId, reason_id: CANCEL_REASON, description: "Cancelado pelo lojista" };
  const vCanceled = z.record(z.string(), z.object({ canceled: z.boolean() }));
  return read(await callMelhorEnvio(access, post("/shipment/cancel", { order })), vCanceled, () => null);
}

export interface Wallet {
  readonly balanceCents: Cents;
  readonly reservedCents: Cents;
  readonly debtsCents: Cents;
}

export async function readWallet(access: MelhorEnvioAccess): Answer<Wallet> {
  const vWallet = z.object({ balance: vAmount, reserved: vAmount, debts: vAmount });
  const said = await callMelhorEnvio(access, { method: "GET", path: "/balance", isRepeatable: true });
  return read(said, vWallet, ({ balance, reserved, debts }) => {
    return { balanceCents: cents(balance) ?? 0, reservedCents: cents(reserved) ?? 0, debtsCents: cents(debts) ?? 0 };
  });
}

/** A page of the service on which money for the wallet is paid by Pix. */
export async function addFunds(access: MelhorEnvioAccess, amountCents: Cents): Answer<string> {
  const body = { gateway: "yapay-transparente", slug: "pix", value: reais(amountCents) };
  const vPaid = z.object({ redirect: z.string().check(z.regex(/^https?:\/\//)) });
  return read(await callMelhorEnvio(access, post("/balance", body)), vPaid, ({ redirect }) => redirect);
}

function post(path: string, body: unknown, isRepeatable = false): MelhorEnvioCall {
  return { method: "POST", path, body, isRepeatable };
}

function read<Schema extends z.ZodMiniType, Value>(
  answer: MelhorEnvioAnswer<unknown>,
  schema: Schema,
  toValue: (data: z.infer<Schema>) => Value,
): MelhorEnvioAnswer<Value> {
  if (!answer.ok) return answer;
  const data = schema.safeParse(answer.value);
  return data.success ? { ok: true, value: toValue(data.data) } : nonsense();
}
