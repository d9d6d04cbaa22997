import { expect, test } from "vitest";
import type { DatabaseWriter } from "../../../convex/_generated/server";
import { TenantWriter } from "../../../convex/lib/tenantDb";
import { launchSale } from "../../../convex/model/manualSales";
import { LIVE_DATE, unique } from "../../support/builders";
import { aMessagingShop } from "../../support/messaging";

interface Cost {
  reads: number;
  writes: number;
}

const READS = new Set(["get", "unique", "first", "take", "collect", "paginate"]);
const WRITES = new Set(["insert", "patch", "replace", "delete"]);

/** The same object, counting every call that reads a document or a range and every call that writes one. */
function counting<T extends object>(target: T, cost: Cost): T {
  return new Proxy(target, {
    get(object, name) {
      const value: unknown = Reflect.get(object, name, object);
      if (typeof value !== "function") return value;
      return (...args: unknown[]): unknown => {
        if (READS.has(String(name))) cost.reads += 1;
        if (WRITES.has(String(name))) cost.writes += 1;
        const result: unknown = Reflect.apply(value, object, args);
        const isQuery = typeof result === "object" && result !== null && !(result instanceof Promise);
        return isQuery ? counting(result, cost) : result;
      };
    },
  });
}

async function costOf(history: number, alreadyOpen: boolean, isMessaging = false): Promise<Cost> {
  const { shop, ana } = await aMessagingShop({ isActive: isMessaging });
  const productId = await shop.hasProduct({ stock: 10_000 });
  for (let at = 0; at < history; at += 1) {
    await shop.launch(ana, { productId, phone: String(11910000000 + at) });
  }
  if (alreadyOpen) await shop.launch(ana, { productId });
  const cost: Cost = { reads: 0, writes: 0 };
  await shop.deployment.run(async ({ db }) => {
    const profile = await db.get("profiles", ana.profileId);
    if (profile === null) throw new Error("Ana should have a profile");
    const tenantDb = new TenantWriter(counting<DatabaseWriter>(db, cost), shop.tenantId);
    const launchId = unique("lancamento-");
    const sale = { productId, phone: "11987654321", quantity: 1, eventDate: LIVE_DATE, launchId };
    await launchSale({ db: tenantDb, profile }, sale);
  });
  return cost;
}

/** Without session, profile and company, which the access check reads before. The very first order looks whether others came before. */
test.each([
  { history: 0, opening: { reads: 16, writes: 14 } },
  { history: 60, opening: { reads: 14, writes: 14 } },
])("a launch costs the same after $history orders as after none", async ({ history, opening }) => {
  expect(await costOf(history, true)).toEqual({ reads: 11, writes: 10 });
  expect(await costOf(history, false)).toEqual(opening);
});

test("with messages switched on a launch writes one row more, and a new order looks for words of its own", async () => {
  expect(await costOf(0, true, true)).toEqual({ reads: 11, writes: 11 });
  expect(await costOf(0, false, true)).toEqual({ reads: 17, writes: 15 });
});
