import { expect, test } from "vitest";
import type { DatabaseReader } from "../../../convex/_generated/server";
import { TenantReader } from "../../../convex/lib/tenantDb";
import { searchOrders } from "../../../convex/model/orderSearch";
import { aShop } from "../../support/builders";

/** The same database, counting every document that a query hands out. */
function counting<T extends object>(target: T, seen: { documents: number }): T {
  return new Proxy(target, {
    get(object, name) {
      const value: unknown = Reflect.get(object, name, object);
      if (typeof value !== "function") return value;
      return (...args: unknown[]): unknown => {
        const result: unknown = Reflect.apply(value, object, args);
        if (!(result instanceof Promise)) return counting(result as object, seen);
        return result.then((found: unknown) => {
          seen.documents += Array.isArray(found) ? found.length : found === null ? 0 : 1;
          return found;
        });
      };
    },
  });
}

async function documentsFor(text: string, others: number): Promise<number> {
  const shop = await aShop();
  const ana = await shop.hasStaff();
  const productId = await shop.hasProduct({ stock: 1000 });
  await shop.hasCustomer({ phone: "5511987654321", name: "Beatriz Lima" });
  await shop.launch(ana, { productId, phone: "11987654321" });
  for (let at = 0; at < others; at += 1) await shop.launch(ana, { productId, phone: String(11910000000 + at) });
  const seen = { documents: 0 };
  await shop.deployment.run(async ({ db }) => {
    const reader = new TenantReader(counting<DatabaseReader>(db, seen), shop.tenantId);
    expect((await searchOrders(reader, { text, limit: 10 })).rows).toHaveLength(1);
  });
  return seen.documents;
}

test.each([
  ["#1", 1],
  ["54321", 1],
  ["bea lim", 2],
])("a search for %j reads %i documents, however many orders there are", async (text, documents) => {
  expect(await documentsFor(text, 0)).toBe(documents);
  expect(await documentsFor(text, 80)).toBe(documents);
});
