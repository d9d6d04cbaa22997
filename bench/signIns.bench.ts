/**
 * Does signing in stall a live? How much longer do launches take while five people a second sign in, in one and the same run?
 *
 * Data: one company, 200 products, 16 staff with an official client each, who launch twice a second each (a lively evening), and five
 * sign-ins a second by other accounts, each a bcrypt comparison of cost 10 in an action's thread and three small transactions. Windows with
 * and without sign-ins alternate, so that whatever the machine does besides falls on both. It would change our mind about where hashing runs
 * if p95 with sign-ins were above 1.3 of p95 without.
 */
import { ConvexHttpClient, type ConvexClient } from "convex/browser";
import { api } from "../convex/_generated/api";
import { startBenchBackend } from "./support/backend";
import { launchOnce, phoneOf } from "./support/launching";
import { percentile, report } from "./support/report";
import { accountOf, connect, openShop } from "./support/shop";

const STAFF = 16;
const ACCOUNTS = 40;
const LAUNCH_EVERY_MS = 500;
const SIGN_IN_EVERY_MS = 200;
const WINDOW_MS = 8_000;
const WINDOWS = 4;

const backend = await startBenchBackend();
try {
  const shop = await openShop(backend, { products: 200, accounts: ACCOUNTS });
  const clients = shop.tokens.slice(0, STAFF).map((token) => connect(backend.url, token));

  /** Launches at its own pace, whether the last answer came or not: waiting for it would hide what it is asked for. */
  async function launchAt(client: ConvexClient, staff: number, untilMs: number, took: number[]): Promise<void> {
    const running: Promise<void>[] = [];
    // Everybody at a moment of their own.
    await sleepUntil(performance.now() + (staff * LAUNCH_EVERY_MS) / STAFF);
    for (let n = 0, dueAt = performance.now(); dueAt < untilMs; n += 1, dueAt += LAUNCH_EVERY_MS) {
      await sleepUntil(dueAt);
      const sentAt = performance.now();
      const productId = shop.productIds[(staff * 7 + n) % shop.productIds.length]!;
      running.push(
        launchOnce(client, shop, productId, phoneOf(staff, n)).then(() => void took.push(performance.now() - sentAt)),
      );
    }
    await Promise.all(running);
  }

  async function signInUntil(untilMs: number, took: number[]): Promise<void> {
    const running: Promise<void>[] = [];
    for (let n = 0, dueAt = performance.now(); dueAt < untilMs; n += 1, dueAt += SIGN_IN_EVERY_MS) {
      await sleepUntil(dueAt);
      const sentAt = performance.now();
      const { email, password } = accountOf(STAFF + (n % (ACCOUNTS - STAFF)));
      const params = { email, password, flow: "signIn" };
      const signIn = new ConvexHttpClient(backend.url).action(api.auth.signIn, { provider: "password", params });
      running.push(signIn.then(() => void took.push(performance.now() - sentAt)));
    }
    await Promise.all(running);
  }

  const times = { alone: [] as number[], beside: [] as number[], signIns: [] as number[] };
  const launchAll = (untilMs: number, took: number[]) =>
    Promise.all(clients.map((client, staff) => launchAt(client, staff, untilMs, took)));

  await launchAll(performance.now() + 2_000, []);
  for (let window = 0; window < WINDOWS; window += 1) {
    await launchAll(performance.now() + WINDOW_MS, times.alone);
    const untilMs = performance.now() + WINDOW_MS;
    await Promise.all([launchAll(untilMs, times.beside), signInUntil(untilMs, times.signIns)]);
  }

  const show = (name: string, took: readonly number[]) =>
    report({ name, n: took.length, p50_ms: percentile(took, 0.5), p95_ms: percentile(took, 0.95) });
  show("launches, nobody signing in", times.alone);
  show("launches, five sign-ins a second", times.beside);
  show("the sign-ins", times.signIns);
  const ratio = percentile(times.beside, 0.95) / percentile(times.alone, 0.95);
  report({ name: "p95 with sign-ins, of that without (at most 1.3)", ratio });
  await Promise.all(clients.map((client) => client.close()));
} finally {
  await backend.stop();
}

async function sleepUntil(atMs: number): Promise<void> {
  const leftMs = atMs - performance.now();
  if (leftMs > 0) await new Promise((go) => setTimeout(go, leftMs));
}
