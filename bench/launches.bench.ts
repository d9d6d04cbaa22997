/**
 * How many launches per second do 1, 8, 32 and 64 staff at once get through, and what share is that of what SQLite alone can do with the
 * same writes?
 *
 * Data: one company, 200 products, one signed-in official client per member of staff, each launching to phones of its own as fast as
 * answers come; then 32 of them on one hot product. The floor writes the same documents and index entries as JSON, without functions,
 * sockets or checks. It would change our mind about the writer if 32 staff fell below a quarter of the 32-per-commit floor, or the hot
 * product below 0.95 of the spread figure.
 */
import { startBenchBackend } from "./support/backend";
import { launchFor } from "./support/launching";
import { rawLaunchesPerSecond } from "./support/rawSqlite";
import { report } from "./support/report";
import { connect, openShop } from "./support/shop";

const STAFF = [1, 8, 32, 64];
const MEASURED_MS = 5_000;

const backend = await startBenchBackend();
try {
  const shop = await openShop(backend, { products: 200, accounts: Math.max(...STAFF) });
  const clients = shop.tokens.map((token) => connect(backend.url, token));
  const measure = (name: string, staff: number, productIds = shop.productIds) =>
    launchFor(name, { shop, clients: clients.slice(0, staff), productIds, measuredMs: MEASURED_MS });
  const perSecond = new Map<number, number>();
  for (const staff of STAFF) perSecond.set(staff, await measure(`launches, ${staff} staff, 200 products`, staff));
  const hot = await measure("launches, 32 staff, one hot product", 32, shop.productIds.slice(0, 1));
  const spread = perSecond.get(32) ?? NaN;
  const one = rawLaunchesPerSecond(1);
  const many = rawLaunchesPerSecond(32);
  report({ name: "raw SQLite, one launch per commit", per_s: one, share_of_it: spread / one });
  report({ name: "raw SQLite, 32 launches per commit", per_s: many, share_of_it: spread / many });
  report({ name: "one hot product instead of 200", ratio: hot / spread });
  await Promise.all(clients.map((client) => client.close()));
} finally {
  await backend.stop();
}
