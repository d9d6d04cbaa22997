import type { Id } from "../../../convex/_generated/dataModel";
import type { DatabaseWriter } from "../../../convex/_generated/server";
import { addErpOrder, connectErp } from "./erpRows";
import { addLabel } from "./labelRows";
import { aShop, LIVE_DATE, unique, type Person, type Shop } from "../builders";

/** Two companies with the same kind of things in them. */
export interface World {
  readonly a: Filled;
  readonly b: Stocked;
}

export interface Stocked {
  readonly shop: Shop;
  readonly staff: Person;
  readonly productId: Id<"products">;
  readonly orderId: Id<"orders">;
  readonly lineId: Id<"cartItems">;
  readonly launchId: string;
  /** A file that somebody of the company sent and that belongs to no product. */
  readonly strayFileId: Id<"_storage">;
  readonly customerId: Id<"customers">;
}

/** What company A alone has. */
export interface Filled extends Stocked {
  readonly templateId: Id<"templates">;
  readonly viewId: Id<"orderViews">;
  readonly drawId: Id<"raffleDraws">;
  /** Nobody has started it yet. */
  readonly broadcastId: Id<"broadcasts">;
  /** About its order, and not sent. */
  readonly messageId: Id<"outgoingMessages">;
  /** An import that waits for its one row. */
  readonly jobId: Id<"jobs">;
  /** Asked a moment ago, and nothing chosen of it yet. */
  readonly quoteId: Id<"freightQuotes">;
  /** Of one label that could not be bought. */
  readonly batchId: Id<"shipmentBatches">;
}

export const PHONE = "11987654321";
export const PAGE = { paginationOpts: { numItems: 10, cursor: null } };
export const SEEN_CUSTOMER = { name: null, cpf: null, email: null, address: null, whatsappGroup: null };
export const TEMPLATE = { type: "BROADCAST", title: null, content: "Oi" };
const QUOTE = {
  ...{ cep: "01310930", weightGrams: 300, heightCm: 2, widthCm: 16, lengthCm: 20, insuredCents: null },
  options: [{ optionId: "1", name: "PAC", company: "Correios", priceCents: 2565, deliveryDays: 8, packages: [] }],
  ...{ askedByName: "Ana", chosen: null, chosenAt: null, chosenByName: null },
};
/** The product of either company as a screen shows it. */
export const SEEN_PRODUCT = {
  code: "C151",
  name: "Vestido Midi Lírio",
  priceCents: 1000,
  stock: 4,
  color: null,
  size: null,
  isActive: true,
};

export async function aWorld(): Promise<World> {
  const shopA = await aShop({ name: "Loja A" });
  const shopB = await aShop({ deployment: shopA.deployment, name: "Loja B" });
  const a = await filled(await stocked(shopA, "C151", PHONE));
  const b = await stocked(shopB, "B9", "21912345678");
  for (const company of [a, b]) await shopA.deployment.run(({ db }) => connectErp(db, company));
  await shopA.deployment.run(({ db }) => addErpOrder(db, a));
  return { a, b };
}

async function filled(company: Stocked): Promise<Filled> {
  const { tenantId, deployment } = company.shop;
  const ids = await deployment.run(async ({ db }) => {
    const templateId = await db.insert("templates", { tenantId, ...TEMPLATE, type: "BROADCAST", title: "Da loja A" });
    const view = { name: "Da loja A", nameKey: "da loja a", query: "pago=nao", authorName: "Ana" };
    const viewId = await db.insert("orderViews", { tenantId, ...view });
    const none = { orders: 0, totalCents: 0, pieces: 0 };
    const open = { orders: 1, totalCents: 1000, pieces: 1 };
    await db.insert("groupTotals", { tenantId, group: "Grupo da loja A", open, paid: none });
    const winner = { orderId: company.orderId, orderNumber: 1, phone: PHONE, name: null, totalCents: 1000 };
    const drawId = await db.insert("raffleDraws", {
      tenantId,
      eventDate: LIVE_DATE,
      orderNumbers: [1],
      fingerprint: "f",
      redoReason: null,
      drawnByName: "Ana",
      result: { drawnAt: 0, seed: "s", winner },
    });
    const jobId = await db.insert("jobs", {
      tenantId,
      kind: "customer_import",
      label: "clientes-da-loja-a.csv",
      state: "collecting",
      ...{ total: 1, done: 0, ok: 0, failed: 0 },
      createdById: company.staff.profileId,
      createdByName: "Ana",
      createdAt: 0,
      finishedAt: null,
      work: { kind: "rows", updateExisting: false, receivedRows: 0 },
    });
    await db.insert("jobFailures", { tenantId, jobId, line: 2, label: "C1", reason: "Da loja A" });
    const quoteId = await db.insert("freightQuotes", { tenantId, ...QUOTE, askedAt: Date.now() });
    const broadcastId = await addMessages(db, company);
    const messageId = await addUnsentMessage(db, company);
    const batchId = await addLabel(db, company);
    return { templateId, viewId, drawId, jobId, broadcastId, messageId, quoteId, batchId };
  });
  return { ...company, ...ids };
}

async function addUnsentMessage(db: DatabaseWriter, { shop, orderId }: Stocked): Promise<Id<"outgoingMessages">> {
  const { tenantId } = shop;
  const phone = "5511987654321";
  const messageId = await db.insert("outgoingMessages", {
    ...{ tenantId, kind: "order", event: "item_added", lane: 0, phone, matchKey: "551187654321", orderId, key: "k" },
    ...{ broadcastId: null, recipientId: null, subject: null, text: "Oi, da loja A", state: "failed", attempts: 1 },
    ...{ queuedAt: 0, dueAt: 1, expiresAt: null, tryId: null, begunAt: 0, providerId: null, delivery: null },
    ...{ failure: "refused", reason: "Da loja A", byName: "Ana", settledAt: 1 },
  });
  await db.insert("messageLog", {
    ...{ tenantId, messageId, at: 1, phone, text: "Oi, da loja A", type: "system_log", attempt: 1, outcome: "refused" },
    ...{ reason: "Da loja A", providerId: null },
  });
  return messageId;
}

/** A broadcast that is ready, a telephone, and somebody who wants no broadcasts. */
async function addMessages(db: DatabaseWriter, { shop, staff }: Stocked): Promise<Id<"broadcasts">> {
  const { tenantId } = shop;
  const broadcastId = await db.insert("broadcasts", {
    ...{ tenantId, state: "ready", requestId: "r0", selection: { kind: "filter", filter: {} }, text: "Oi da Loja A" },
    ...{ ordersFound: 1, total: 1, optedOut: 0, repeated: 0, invalid: 0, sent: 0, failed: 0, inDoubt: 0 },
    ...{ pausedFor: null, createdById: staff.profileId, createdByName: "Ana", createdAt: 0, afterNumber: 1 },
    ...{ upToNumber: 1, startedByName: null, startedAt: null, finishedAt: null },
  });
  await db.insert("broadcastRecipients", {
    ...{ tenantId, broadcastId, position: 0, phone: "5511987654321", matchKey: "551187654321", name: null },
    ...{ state: "waiting", reason: null },
  });
  const phone = "5531999998888";
  await db.insert("optOuts", { tenantId, phone, matchKey: "553199998888", at: 0, source: "customer", byName: null });
  await db.insert("messageInstances", {
    ...{ tenantId, name: "Telefone da Loja A", number: null, state: "offline", qrImage: null, pairingCode: null },
    ...{ firstOnlineAt: null, changedAt: 0 },
  });
  return broadcastId;
}

/** No company of this world has a key to its gateway, so that none is ever called. */
const MESSAGING = {
  apiUrl: "https://gateway.test",
  instanceName: "loja",
  isActive: true,
  gateway: "evolution",
} as const;

async function stocked(shop: Shop, code: string, phone: string): Promise<Stocked> {
  const staff = await shop.hasStaff();
  const productId = await shop.hasProduct({ code, priceCents: 1000, stock: 5 });
  const launchId = unique("lancamento-");
  const { orderId } = await shop.launch(staff, { productId, phone, launchId });
  const [line] = await shop.rows("cartItems");
  if (line === undefined) throw new Error("a launch should have made a line");
  await shop.deployment.run(({ db }) => db.insert("whatsappSettings", { tenantId: shop.tenantId, ...MESSAGING }));
  const strayFileId = await shop.deployment.run((ctx) => ctx.storage.store(new Blob(["texto"])));
  const [customer] = await shop.rows("customers");
  if (customer === undefined) throw new Error("a launch should have made a customer");
  const customerId = customer._id;
  return { shop, staff, productId, orderId, lineId: line._id, launchId, strayFileId, customerId };
}
