import type { CustomerAddress } from "../../domain/customers";
import { isCep } from "../../domain/addresses";
import { checkCheckoutCustomer } from "../../domain/checkout";
import { digitsOf, isCnpj, isCpf } from "../../domain/documents";
import { splitQuantity } from "../../domain/freight";
import { labelIssues, NO_ADDRESS, type LabelPerson } from "../../domain/labels";
import { isUnderWay } from "../../domain/shipments";
import type { Id } from "../_generated/dataModel";
import { orThrow, refuseWith } from "../lib/errors";
import type { TenantReader, TenantWriter } from "../lib/tenantDb";
import type { QuotedOption, QuotedProduct } from "../providers/melhorEnvio";
import { changeCustomer } from "./customerEdits";
import { findCustomer } from "./customerRows";
import { chosenOption, isOptionOutdated, parcelFor, readLabelFacts } from "./labelFacts";
import { readLabelRow } from "./labelViews";
import { requireSeen } from "./meanwhile";
import type { Deed } from "./orderEvents";
import { requirePaidOrder } from "./shipmentBegin";
import { findShipment, putShipment, type Shipment } from "./shipments";

/** Making an order ready for its label: who it goes to, how, in what. */

/** Everything that a label of an order would be made of, and what stands in its way; null where there is no order. */
export async function readPreparation(db: TenantReader, orderId: Id<"orders">) {
  const [order, row] = [await db.get("orders", orderId), await readLabelRow(db, orderId)];
  if (order === null || row === null) return null;
  const facts = await readLabelFacts(db, order, await findShipment(db, orderId));
  const chosen = chosenOption(facts, null);
  const { sender, recipient } = facts;
  const company = chosen?.option.company ?? "";
  // Until a carrier is chosen only what every one of them wants is asked for.
  const carrier = company === "" ? "correios" : company;
  const parcel = parcelFor(facts, chosen);
  return {
    row,
    recipient: toFacts(recipient),
    sender: { ...sender.address, ...contactOf(sender) },
    options: facts.options.map((one) => {
      const { optionId, name, company: of, priceCents, deliveryDays } = one.option;
      const isOutdated = isOptionOutdated(facts, one);
      return {
        optionId,
        name,
        company: of,
        priceCents,
        deliveryDays,
        isFreightOfOrder: one.isFreightOfOrder,
        isOutdated,
      };
    }),
    chosenOptionId: chosen?.option.optionId ?? null,
    quotedCep: chosen?.cep ?? null,
    isOutdated: chosen !== null && isOptionOutdated(facts, chosen),
    issues: {
      recipient: labelIssues(recipient, carrier, sender.document),
      sender: labelIssues(sender, carrier),
    },
    parcel: { volumes: [...parcel.volumes], insuredCents: parcel.insuredCents, lines: [...parcel.lines] },
  };
}

function contactOf({ name, document, email, phone }: LabelPerson) {
  return { name, document, email, phone };
}

/** What is empty is not known. */
function toFacts(person: LabelPerson) {
  const { name, document, email, address } = person;
  const isKnown = Object.values<string>({ ...address }).some((text) => text !== "");
  return {
    name: name || null,
    document: document || null,
    email: email || null,
    phone: person.phone,
    address: isKnown ? address : null,
  };
}

export interface TypedRecipient {
  readonly name: string;
  /** CPF or CNPJ. */
  readonly document: string;
  readonly email: string;
  readonly address: CustomerAddress | null;
}

/** As the form began; null was not known. */
export interface SeenRecipient {
  readonly name: string | null;
  readonly document: string | null;
  readonly email: string | null;
  readonly address: CustomerAddress | null;
}

/**
 * Saves who a label is for: with the label alone, because what a paid order was sold for stays as it was, and with the
 * customer, of whom nothing is blanked.
 *
 * Refused with `order_not_found`, `order_not_paid`, `label_exists`, `invalid_document`, `invalid_email`, `invalid_cep`,
 * `invalid_state`, `value_too_long`, `changed_meanwhile`.
 */
export async function saveRecipient(
  db: TenantWriter,
  { orderId, seen, ...typed }: TypedRecipient & { readonly orderId: Id<"orders">; readonly seen?: SeenRecipient },
  deed: Deed,
): Promise<void> {
  const order = await requirePaidOrder(db, orderId);
  const shipment = requireNoLabel(await findShipment(db, orderId));
  const document = digitsOf(typed.document);
  const isCompany = isCnpj(document);
  if (document !== "" && !isCompany && !isCpf(document)) return refuseWith("invalid_document");
  const checked = orThrow(checkCheckoutCustomer({ ...typed, cpf: isCompany ? "" : document }));
  const { name, email, address } = checked;
  const wanted = { name: name ?? "", document, email: email ?? "", address };
  const { recipient } = await readLabelFacts(db, order, shipment);
  const by = shipment?.recipient ?? null;
  await requireSeen(
    { stored: toValues(recipient), wanted: toValues(wanted), seen: seen === undefined ? undefined : toValues(seen) },
    () => Promise.resolve(by === null ? null : { actorName: by.savedByName, at: by.savedAt }),
    deed,
  );
  const saved = { ...wanted, savedByName: deed.actor.name, savedAt: deed.at };
  await putShipment(db, order, { recipient: saved }, deed);
  const known = await findCustomer(db, order.customerPhone);
  if (known === null || (known.name === null && name === null)) return;
  const filled = Object.fromEntries(Object.entries(checked).filter(([, value]) => value !== null));
  await changeCustomer(db, known, { fields: filled, seen: known }, deed);
}

/** Fields as texts that can be compared and read; an address as one line. */
function toValues({ name, document, email, address }: SeenRecipient) {
  const { street, number, complement, neighborhood, city, state, cep } = address ?? NO_ADDRESS;
  const parts = [street, number, complement, neighborhood, city, state, cep].filter((part) => part !== "");
  return {
    name: name?.trim() || null,
    document: digitsOf(document ?? "") || null,
    email: email?.trim() || null,
    address: parts.length === 0 ? null : parts.join(", "),
  };
}

/** Refused with `label_exists`: a label that was created goes where it was to go. */
function requireNoLabel(shipment: Shipment | null): Shipment | null {
  if (shipment === null) return null;
  const isTaken = isUnderWay(shipment.state) || shipment.state === "delivered" || shipment.step !== null;
  return isTaken ? refuseWith("label_exists") : shipment;
}

export interface LabelQuestion {
  readonly fromCep: string;
  readonly toCep: string;
  readonly products: readonly QuotedProduct[];
  readonly fingerprint: string;
}

/**
 * What carriers are asked for an order's label.
 *
 * Refused with `order_not_found`, `order_not_paid`, `label_exists`, `order_is_empty`, `label_cep_required`.
 */
export async function readLabelQuestion(db: TenantReader, orderId: Id<"orders">): Promise<LabelQuestion> {
  const order = await requirePaidOrder(db, orderId);
  const shipment = requireNoLabel(await findShipment(db, orderId));
  const { settings, recipient, lines, fingerprint } = await readLabelFacts(db, order, shipment);
  if (lines.length === 0) return refuseWith("order_is_empty");
  const toCep = recipient.address.cep;
  if (!isCep(toCep)) return refuseWith("label_cep_required");
  const products = lines.flatMap(({ code, quantity, unitPriceCents }) =>
    splitQuantity(quantity).map((part) => ({
      id: code,
      quantity: part,
      unitPriceCents,
      weightGrams: settings.defaultWeightGrams,
      lengthCm: settings.defaultLengthCm,
      heightCm: settings.defaultHeightCm,
      widthCm: settings.defaultWidthCm,
    })),
  );
  return { fromCep: settings.originCep, toCep, products, fingerprint };
}

/** Keeps what carriers have said. Refused with `order_not_found`, `order_not_paid`, `label_exists`. */
export async function keepLabelQuote(
  db: TenantWriter,
  quoted: {
    readonly orderId: Id<"orders">;
    readonly cep: string;
    readonly fingerprint: string;
    readonly options: readonly QuotedOption[];
  },
  deed: Deed,
): Promise<void> {
  const order = await requirePaidOrder(db, quoted.orderId);
  requireNoLabel(await findShipment(db, order._id));
  const options = quoted.options.map((option) => ({ ...option, packages: [...option.packages] }));
  const { cep, fingerprint } = quoted;
  await putShipment(db, order, { quote: { cep, fingerprint, quotedAt: deed.at, options } }, deed);
}
