/**
 * Does a shop with 100 000 orders feel like one with 1 000? Launches, what 50 screens see, and a page of the list, at 1 000, 10 000 and
 * 100 000 orders; then how long a start on the full database takes.
 *
 * It would change our mind about the data model if launches fell below 0.9 of the small shop's or anything on screen took 1.15 times as long.
 */
import { api } from "../convex/_generated/api";
import { startBenchBackend } from "./support/backend";
import { EVENT_DATE, launchFor } from "./support/launching";
import { addPastOrders } from "./support/pastOrders";
import { percentile, report } from "./support/report";
import { measureFanOut } from "./support/screens";
import { connect, openShop } from "./support/shop";

const SIZES = [1_000, 10_000, 100_000];
const STAFF = 32;
const SCREENS = 50;
const PAGES = 50;

const backend = await startBenchBackend();
try {
  const shop = await openShop(backend, { products: 200, accounts: 1 + SCREENS });
  let orders = 0;
  for (const size of SIZES) {
    await addPastOrders(backend, shop, orders, size);
    orders = size;
    const clients = shop.tokens.slice(0, STAFF).map((token) => connect(backend.url, token));
    const label = `${size} orders`;
    await launchFor(`${label}: launches, ${STAFF} staff`, {
      shop,
      clients,
      productIds: shop.productIds,
      measuredMs: 4_000,
    });
    const times: number[] = [];
    for (let n = 0; n < PAGES; n++) {
      const askedAt = performance.now();
      // A size that no other question has, so that it is executed and not remembered.
      await clients[0]!.query(api.orders.list, {
        tenantId: shop.tenantId,
        eventDate: EVENT_DATE,
        paginationOpts: { numItems: 10 + n, cursor: null },
      });
      times.push(performance.now() - askedAt);
    }
    report({
      name: `${label}: a page of the list`,
      n: PAGES,
      p50_ms: percentile(times, 0.5),
      p95_ms: percentile(times, 0.95),
    });
    const searchTimes: number[] = [];
    for (let n = 0; n < PAGES; n++) {
      const askedAt = performance.now();
      // The last four digits of a phone that has bought before, another one each time.
      await clients[0]!.query(api.orders.search, {
        tenantId: shop.tenantId,
        text: String(1_000 + n * 17).slice(-4),
        limit: 50,
      });
      searchTimes.push(performance.now() - askedAt);
    }
    report({
      name: `${label}: a search by phone ending`,
      n: PAGES,
      p50_ms: percentile(searchTimes, 0.5),
      p95_ms: percentile(searchTimes, 0.95),
    });
    await Promise.all(clients.map((client) => client.close()));
    await measureFanOut(`${label}: launch sent → seen by ${SCREENS} screens`, {
      backend,
      shop,
      screens: SCREENS,
      launches: 100,
    });
  }
  report({ name: `start on ${orders} orders`, ms: await backend.restart() });
} finally {
  await backend.stop();
}
