import { NO_ADDRESS, parcelOf, type LabelLine, type LabelParcel, type LabelPerson } from "../../domain/labels";
import { freightFingerprint } from "../../domain/freight";
import type { Doc } from "../_generated/dataModel";
import type { TenantReader } from "../lib/tenantDb";
import { listCartItems } from "./carts";
import { findCheckout, readCheckoutCustomer } from "./checkouts";
import { REMOVED_PRODUCT } from "./orderLines";
import type { Shipment } from "./shipments";
import { readShipping, type ShippingSettings } from "./shippingSettings";

/** Everything that a label of an order is made of, as the shop knows it. Reads only. */

type QuotedOption = NonNullable<Shipment["quote"]>["options"][number];

/** A way an order can be sent, and what it was asked for. */
export interface LabelOption {
  readonly option: QuotedOption;
  readonly cep: string;
  readonly fingerprint: string | null;
  /** Chosen, and paid for, at the checkout. */
  readonly isFreightOfOrder: boolean;
}

export interface LabelFacts {
  readonly settings: ShippingSettings;
  readonly sender: LabelPerson;
  readonly recipient: LabelPerson;
  readonly lines: readonly LabelLine[];
  readonly fingerprint: string;
  readonly options: readonly LabelOption[];
}

export async function readLabelFacts(
  db: TenantReader,
  order: Doc<"orders">,
  shipment: Shipment | null,
): Promise<LabelFacts> {
  const settings = await readShipping(db);
  const checkout = await findCheckout(db, order._id);
  const items = order.cartId === null ? [] : await listCartItems(db, order.cartId);
  return {
    settings,
    sender: senderOf(settings),
    recipient: await readRecipient(db, order, { shipment, checkout }),
    lines: await Promise.all(items.map((item) => toLine(db, item))),
    fingerprint: freightFingerprint(items),
    options: optionsOf(shipment, checkout),
  };
}

function senderOf(settings: ShippingSettings): LabelPerson {
  return {
    name: settings.senderName,
    document: settings.senderDocument,
    email: settings.senderEmail,
    phone: settings.senderPhone,
    address: {
      cep: settings.originCep,
      street: settings.senderStreet,
      number: settings.senderNumber,
      complement: settings.senderComplement,
      neighborhood: settings.senderNeighborhood,
      city: settings.senderCity,
      state: settings.senderState,
    },
  };
}

interface Kept {
  readonly shipment: Shipment | null;
  readonly checkout: Doc<"checkouts"> | null;
}

/** As typed for the label, else as the checkout has it, else as the shop knows the phone. */
async function readRecipient(
  db: TenantReader,
  order: Doc<"orders">,
  { shipment, checkout }: Kept,
): Promise<LabelPerson> {
  const phone = order.customerPhone;
  const typed = shipment?.recipient ?? null;
  if (typed !== null) {
    const { name, document, email, address } = typed;
    return { name, document, email, phone, address: address ?? NO_ADDRESS };
  }
  const { name, cpf, email, address } = await readCheckoutCustomer(db, order, checkout);
  return { name: name ?? "", document: cpf ?? "", email: email ?? "", phone, address: address ?? NO_ADDRESS };
}

async function toLine(db: TenantReader, { productId, quantity, unitPriceCents }: Doc<"cartItems">): Promise<LabelLine> {
  const { code, name } = (await db.get("products", productId)) ?? REMOVED_PRODUCT;
  return { code, name, quantity, unitPriceCents };
}

/** What was asked for the label itself counts before what was asked at the checkout: it is newer. */
function optionsOf(shipment: Shipment | null, checkout: Doc<"checkouts"> | null): LabelOption[] {
  const freight = checkout?.freight ?? null;
  const quote = shipment?.quote ?? null;
  const quoted = (quote?.options ?? []).map((option) => {
    const isFreightOfOrder = option.optionId === freight?.option.optionId;
    return { option, cep: quote?.cep ?? "", fingerprint: quote?.fingerprint ?? null, isFreightOfOrder };
  });
  if (freight === null || quoted.some(({ isFreightOfOrder }) => isFreightOfOrder)) return quoted;
  const asked = checkout?.quote ?? null;
  const fingerprint = asked !== null && asked.cep === freight.cep ? asked.fingerprint : null;
  return [{ ...freight, fingerprint, isFreightOfOrder: true }, ...quoted];
}

/** The way that is meant: the one that is named, else what the customer has paid for. */
export function chosenOption({ options }: LabelFacts, optionId: string | null): LabelOption | null {
  const isMeant = (one: LabelOption) => (optionId === null ? one.isFreightOfOrder : one.option.optionId === optionId);
  return options.find(isMeant) ?? null;
}

/** Whether an option was asked for other things, or to another place. */
export function isOptionOutdated({ fingerprint, recipient }: LabelFacts, option: LabelOption): boolean {
  return option.fingerprint !== fingerprint || option.cep !== recipient.address.cep;
}

export function parcelFor({ lines, settings }: LabelFacts, option: LabelOption | null): LabelParcel {
  return parcelOf(lines, option?.option.packages ?? [], settings);
}
