import type { Id } from "../../../convex/_generated/dataModel";
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
  readonly drawId: Id<"raffleDraws">;
  /** An import that waits for its one row. */
  readonly jobId: Id<"jobs">;
}

export const PHONE = "11987654321";
export const PAGE = { paginationOpts: { numItems: 10, cursor: null } };
export const SEEN_CUSTOMER = { name: null, cpf: null, email: null, address: null, whatsappGroup: null };
export const TEMPLATE = { type: "BROADCAST", title: null, content: "Oi" };
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
  return { a, b };
}

async function filled(company: Stocked): Promise<Filled> {
  const { tenantId, deployment } = company.shop;
  const ids = await deployment.run(async ({ db }) => {
    const templateId = await db.insert("templates", { tenantId, ...TEMPLATE, type: "BROADCAST", title: "Da loja A" });
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
    return { templateId, drawId, jobId };
  });
  return { ...company, ...ids };
}

async function stocked(shop: Shop, code: string, phone: string): Promise<Stocked> {
  const staff = await shop.hasStaff();
  const productId = await shop.hasProduct({ code, priceCents: 1000, stock: 5 });
  const launchId = unique("lancamento-");
  const { orderId } = await shop.launch(staff, { productId, phone, launchId });
  const [line] = await shop.rows("cartItems");
  if (line === undefined) throw new Error("a launch should have made a line");
  const strayFileId = await shop.deployment.run((ctx) => ctx.storage.store(new Blob(["texto"])));
  const [customer] = await shop.rows("customers");
  if (customer === undefined) throw new Error("a launch should have made a customer");
  const customerId = customer._id;
  return { shop, staff, productId, orderId, lineId: line._id, launchId, strayFileId, customerId };
}
