import { expect, test } from "vitest";
import { internal } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import type { DatabaseReader } from "../../../convex/_generated/server";
import { TenantReader } from "../../../convex/lib/tenantDb";
import { readOverview as readCustomers } from "../../../convex/model/customerList";
import {
  readByEventType,
  readGroups,
  readLiveByHour,
  readOverview,
  readSalesByDay,
  readTopProducts,
} from "../../../convex/model/reports";
import { addDays } from "../../../domain/calendar";
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
          if (typeof found === "object" && found !== null && "done" in found)
            seen.documents += found.done === true ? 0 : 1;
          else seen.documents += Array.isArray(found) ? found.length : found === null ? 0 : 1;
          return found;
        });
      };
    },
  });
}

const TODAY = "2026-11-20";
const DAYS = 12;
const PRODUCTS = 3;
const GROUP = "Clientes VIP";

/** as many orders on each of twelve days, all of three products, of the same four customers in one group. */
async function aShopWith(ordersADay: number) {
  const shop = await aShop();
  const phones = Array.from({ length: 4 }, (_, at) => `551191000000${at}`);
  for (const phone of phones) await shop.hasCustomer({ phone, name: "Maria", whatsappGroup: GROUP });
  const products: Id<"products">[] = [];
  for (let at = 0; at < PRODUCTS; at += 1) products.push(await shop.hasProduct({ code: `C${at}`, stock: 0 }));
  for (let day = 0; day < DAYS; day += 1) {
    const eventDate = addDays(TODAY, -day);
    const launchedAt = Date.parse(`${eventDate}T21:00:00-03:00`);
    const orders = Array.from({ length: ordersADay }, (_, at) => {
      const productId = products[at % PRODUCTS];
      const phone = phones[at % phones.length];
      if (productId === undefined || phone === undefined) throw new Error("there should be products and customers");
      const line = { code: `C${at % PRODUCTS}`, name: "Vestido", productId, quantity: 1, unitPriceCents: 1000 };
      const lines = [{ ...line, launchedAt: launchedAt + at }];
      const by = { actorId: null, actorName: "Ana" };
      return { phone, eventType: "LIVE" as const, eventDate, paidAt: launchedAt + 60_000, ...by, lines };
    });
    await shop.deployment.mutation(internal.demo.addOrders, { tenantId: shop.tenantId, orders });
  }
  return shop;
}

async function documentsOf(shop: Awaited<ReturnType<typeof aShop>>) {
  const period = { from: addDays(TODAY, -DAYS + 1), to: TODAY };
  const count = async (read: (db: TenantReader) => Promise<unknown>) => {
    const seen = { documents: 0 };
    await shop.deployment.run(({ db }) => read(new TenantReader(counting<DatabaseReader>(db, seen), shop.tenantId)));
    return seen.documents;
  };
  return {
    overview: await count((db) => readOverview(db, TODAY, period)),
    salesByDay: await count((db) => readSalesByDay(db, period)),
    topProducts: await count((db) => readTopProducts(db, period)),
    byEventType: await count((db) => readByEventType(db, null)),
    liveByHour: await count((db) => readLiveByHour(db, TODAY)),
    groups: await count((db) => readGroups(db)),
    customers: await count((db) => readCustomers(db)),
  };
}

test("reports read a row for each day, hour, product and group, however many orders there are", async () => {
  const few = await documentsOf(await aShopWith(3));
  const many = await documentsOf(await aShopWith(8));
  // The day's rows twice for the overview (its year and its period), with the row of all time; the best sellers' rows of each day and
  // the three products themselves; of customers the figures, one step of what they spent, and the one of them who is the top tenth.
  expect(few).toEqual({
    overview: 2 * DAYS + 1,
    salesByDay: DAYS,
    topProducts: DAYS * PRODUCTS + PRODUCTS,
    byEventType: 1,
    liveByHour: 1,
    groups: 1,
    customers: 3,
  });
  expect(many).toEqual(few);
});
