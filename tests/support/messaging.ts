import { api } from "../../convex/_generated/api";
import type { Doc, Id } from "../../convex/_generated/dataModel";
import { aShop, LIVE_DATE, unique, type Deployment, type Person, type Shop } from "./builders";
import { runJobs } from "./jobs";

/** A company that writes to its customers, and somebody who works there. */
export interface MessagingShop {
  readonly shop: Shop;
  readonly tenantId: Id<"tenants">;
  readonly ana: Person;
}

type Settings = Partial<Omit<Doc<"whatsappSettings">, "_id" | "_creationTime" | "tenantId">>;

export async function aMessagingShop(
  settings: Settings = {},
  where: { deployment?: Deployment; name?: string } = {},
): Promise<MessagingShop> {
  const shop = await aShop(where);
  const { tenantId } = shop;
  const ana = await shop.hasStaff("Ana");
  await shop.deployment.run(({ db }) =>
    db.insert("whatsappSettings", {
      ...{ tenantId, apiUrl: "http://gateway.test:3333", instanceName: "loja", isActive: true, ...settings },
    }),
  );
  return { shop, tenantId, ana };
}

/** Orders of a live that were written down elsewhere: one for each phone, in their order. */
export async function hasOrders(
  { shop }: MessagingShop,
  phones: readonly string[],
  fields: Partial<Doc<"orders">> = {},
): Promise<Id<"orders">[]> {
  const { tenantId, deployment } = shop;
  return await deployment.run(async ({ db }) => {
    const counter = await db.query("orderCounters").collect();
    const own = counter.find((row) => row.tenantId === tenantId);
    const first = (own?.lastNumber ?? 0) + 1;
    const ids: Id<"orders">[] = [];
    for (const [at, customerPhone] of phones.entries()) {
      ids.push(await db.insert("orders", { ...anOrder(tenantId, first + at, customerPhone), ...fields }));
    }
    const lastNumber = first + phones.length - 1;
    if (own === undefined) await db.insert("orderCounters", { tenantId, lastNumber });
    else await db.patch("orderCounters", own._id, { lastNumber });
    return ids;
  });
}

function anOrder(tenantId: Id<"tenants">, number: number, customerPhone: string) {
  return {
    ...{ tenantId, number, customerPhone, publicId: unique("p"), publicRef: unique("r"), createdAt: number },
    ...{ phoneReversed: customerPhone.split("").reverse().join(""), eventDate: LIVE_DATE, eventType: "LIVE" as const },
    ...{ customerName: null, totalCents: 1000, adjustmentCents: 0, pieces: 1, isPaid: false, printed: false },
    ...{ observation: null, cartId: null, whatsappGroup: null, origin: "manual" as const, createdDate: LIVE_DATE },
    ...{ itemAddedMessageSent: false, paymentConfirmationSent: false },
  };
}

type Selection =
  { kind: "filter"; filter: { isPaid?: boolean; eventDate?: string } } | { kind: "orders"; orderIds: Id<"orders">[] };

/** Prepares a broadcast and gathers its recipients. */
export async function prepared(
  { shop, tenantId, ana }: MessagingShop,
  {
    text = "Oi {nome}, hoje tem live!",
    selection = { kind: "filter", filter: {} },
    by = ana,
  }: { text?: string | null; selection?: Selection; by?: Person } = {},
): Promise<Id<"broadcasts">> {
  const asked = { tenantId, requestId: unique("envio-"), selection, text };
  const { broadcastId } = await by.session.mutation(api.broadcasts.prepare, asked);
  await runJobs(shop.deployment);
  return broadcastId;
}

/** `5531999990001` and on. */
export function phonesUpTo(count: number): string[] {
  return Array.from({ length: count }, (_, at) => `55319${String(99_990_001 + at)}`);
}
