import type { ConvexClient } from "convex/browser";
import { api } from "../../convex/_generated/api";
import type { BenchBackend } from "./backend";
import { EVENT_DATE, launchOnce, phoneOf } from "./launching";
import { percentile, report } from "./report";
import { connect, type BenchShop } from "./shop";

/** A screen: a signed-in session of its own that shows the first page of the live's orders and its totals. */
interface Screen {
  readonly client: ConvexClient;
  /** Resolves when the screen's totals hold that many pieces. */
  readonly sees: (pieces: number) => Promise<void>;
}

function openScreen(backend: BenchBackend, { tenantId }: BenchShop, token: string): Promise<Screen> {
  const client = connect(backend.url, token);
  let shown = -1;
  let awaited = { pieces: Infinity, seen: (): void => undefined };
  return new Promise((ready) => {
    const sees = (pieces: number): Promise<void> =>
      new Promise((seen) => {
        awaited = { pieces, seen };
        if (shown >= pieces) seen();
      });
    client.onUpdate(
      api.orders.list,
      { tenantId, eventDate: EVENT_DATE, paginationOpts: { numItems: 10, cursor: null } },
      () => undefined,
    );
    client.onUpdate(api.orders.totals, { tenantId, eventDate: EVENT_DATE }, ({ pieces }) => {
      shown = pieces;
      if (pieces >= awaited.pieces) awaited.seen();
      ready({ client, sees });
    });
  });
}

/**
 * From the moment one launch is sent to the moment screens show it: the first of them and the last. One launch at a time, so it is the
 * latency of a quiet live, not of a full queue.
 */
export async function measureFanOut(
  name: string,
  options: { backend: BenchBackend; shop: BenchShop; screens: number; launches: number },
): Promise<void> {
  const { backend, shop, launches } = options;
  const [launcherToken, ...screenTokens] = shop.tokens;
  const launcher = connect(backend.url, launcherToken!);
  const screens = await Promise.all(
    screenTokens.slice(0, options.screens).map((token) => openScreen(backend, shop, token)),
  );
  const { tenantId } = shop;
  let { pieces } = await launcher.query(api.orders.totals, { tenantId, eventDate: EVENT_DATE });
  const before = await backend.counters();
  const first: number[] = [];
  const last: number[] = [];
  for (let n = 0; n < launches; n++) {
    pieces++;
    const seen = screens.map((screen) => screen.sees(pieces));
    const sentAt = performance.now();
    const launched = launchOnce(launcher, shop, shop.productIds[n % shop.productIds.length]!, phoneOf(0, n));
    await Promise.race(seen);
    first.push(performance.now() - sentAt);
    await Promise.all(seen);
    last.push(performance.now() - sentAt);
    await launched;
  }
  const after = await backend.counters();
  report({
    name,
    n: launches,
    first_p50_ms: percentile(first, 0.5),
    all_p50_ms: percentile(last, 0.5),
    all_p95_ms: percentile(last, 0.95),
    all_p99_ms: percentile(last, 0.99),
    executions_per_launch: (after.backend_query_executions! - before.backend_query_executions!) / launches,
  });
  await Promise.all([launcher, ...screens.map(({ client }) => client)].map((client) => client.close()));
}
