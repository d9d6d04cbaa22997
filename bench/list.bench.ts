/**
 * Does the orders list feel the same with 100 000 orders as with 1 000? In a real Chromium slowed down four times: how long until the list
 * shows rows on a first visit and on coming back to it, until a filter and a search show theirs, and how smoothly 1 000 loaded rows scroll.
 *
 * It would change our mind about rendering only the rows in sight, or about one index per combination of filters, if the list opened later
 * than 200 ms on a second visit (UX conventions SP3), scrolled below 50 frames per second, put more than 300 rows into the document (D2), or
 * took 1.3 times as long as the small shop's at anything.
 */
import type { CDPSession, Page } from "playwright-core";
import { buildApp } from "../scripts/build.mjs";
import { launchBrowser } from "../tests/support/browser";
import { startBenchBackend } from "./support/backend";
import { addPastOrders } from "./support/pastOrders";
import { percentile, report } from "./support/report";
import { accountOf, openShop } from "./support/shop";

const SIZES = [1_000, 100_000];
const VISITS = 15;
const ROWS_TO_SCROLL = 900;
const SLOWER = 4;

const backend = await startBenchBackend({ staticDir: await buildApp() });
const browser = await launchBrowser();
try {
  const shop = await openShop(backend, { products: 200, accounts: 1 });
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: "pt-BR" })).newPage();
  await signIn(page);
  const session = await page.context().newCDPSession(page);
  const medians: Record<string, number>[] = [];
  let orders = 0;
  for (const size of SIZES) {
    await addPastOrders(backend, shop, orders, size);
    orders = size;
    medians.push(await measure(page, session, size));
  }
  const [small, large] = medians;
  report({
    name: `${SIZES[1]} orders against ${SIZES[0]}`,
    ...Object.fromEntries(Object.keys(small!).map((key) => [`${key}_ratio`, large![key]! / small![key]!])),
  });
} finally {
  await browser.close();
  await backend.stop();
}

async function signIn(page: Page): Promise<void> {
  const { email, password } = accountOf(0);
  await page.goto(`${backend.url}/auth`);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Senha").fill(password);
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => !url.pathname.startsWith("/auth"));
}

/** @returns the median of each figure that should not grow with the shop */
async function measure(page: Page, session: CDPSession, size: number): Promise<Record<string, number>> {
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  const first: number[] = [];
  for (let n = 0; n < VISITS; n++) {
    const startedAt = performance.now();
    await page.goto(`${backend.url}/pedidos`);
    await page
      .getByRole("link", { name: /^#\d+$/ })
      .first()
      .waitFor();
    first.push(performance.now() - startedAt);
  }
  tell(size, "first", first);
  const again: number[] = [];
  for (let n = 0; n < VISITS; n++) {
    await page.getByRole("link", { name: "Pedidos Manual" }).click();
    await page.getByRole("form", { name: "Lançar" }).waitFor();
    again.push(await timeUntil(page, { press: "nav a[href='/pedidos']", there: "[data-row]" }));
  }
  tell(size, "again", again);
  const filter: number[] = [];
  for (let n = 0; n < VISITS; n++) {
    await page.goto(`${backend.url}/pedidos?tipo=${n % 2 === 0 ? "LIVE" : "MANUAL"}`);
    await page
      .getByRole("link", { name: /^#\d+$/ })
      .first()
      .waitFor();
    await page.getByRole("button", { name: "Filtro", exact: true }).click();
    // The third choice is 'Não pagos': it shows when no paid order is left in sight.
    filter.push(
      await timeUntil(page, {
        press: "[role=radio]:nth-of-type(3)",
        there: "[data-row]",
        gone: "[data-row] [role=switch][aria-checked=true]",
      }),
    );
  }
  tell(size, "filter", filter);
  const search: number[] = [];
  for (let n = 0; n < VISITS; n++) {
    await page.goto(`${backend.url}/pedidos`);
    await page
      .getByRole("link", { name: /^#\d+$/ })
      .first()
      .waitFor();
    const wanted = 1 + ((n * 613) % size);
    const startedAt = performance.now();
    await page.getByRole("searchbox").fill(String(wanted));
    await page.getByRole("link", { name: `#${wanted}`, exact: true }).waitFor();
    search.push(performance.now() - startedAt);
  }
  tell(size, "search", search);
  const { frames, mostRows } = await scroll(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });

  report({
    name: `${size} orders, processor ${SLOWER} times slower: scrolling`,
    n: frames.length,
    frames_per_s: 1000 / (frames.reduce((sum, ms) => sum + ms, 0) / frames.length),
    frame_p95_ms: percentile(frames, 0.95),
    most_rows_in_document: mostRows,
  });
  const medianOf = (times: readonly number[]): number => percentile(times, 0.5);
  return Object.fromEntries(
    Object.entries({ first, again, filter, search, frame: frames }).map(([name, times]) => [name, medianOf(times)]),
  );
}

/** Said as it is known: what comes after may take minutes. */
function tell(size: number, name: string, times: readonly number[]): void {
  report({
    name: `${size} orders, processor ${SLOWER} times slower: ${name}`,
    n: times.length,
    p50_ms: percentile(times, 0.5),
    p95_ms: percentile(times, 0.95),
  });
}

/** From a click on one thing to the first frame in which another is there and a third is gone, measured in the page. */
function timeUntil(page: Page, view: { press: string; there: string; gone?: string }): Promise<number> {
  return page.evaluate(async ({ press, there, gone }) => {
    const startedAt = performance.now();
    document.querySelector<HTMLElement>(press)!.click();
    do await new Promise(requestAnimationFrame);
    while (document.querySelector(there) === null || (gone !== undefined && document.querySelector(gone) !== null));
    return performance.now() - startedAt;
  }, view);
}

/** Loads many rows, then scrolls through them by a finger's speed. */
async function scroll(page: Page): Promise<{ frames: number[]; mostRows: number }> {
  await page.goto(`${backend.url}/pedidos?por=50`);
  await page.getByRole("button", { name: "Carregar mais" }).click();
  const box = page.locator("[data-scroller]");
  await expectMore(async () => {
    await box.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    return box.evaluate((element) => element.scrollHeight / 44);
  });
  return box.evaluate(async (element) => {
    element.scrollTo(0, 0);
    const frames: number[] = [];
    let mostRows = 0;
    let last = performance.now();
    for (let n = 0; n < 400; n++) {
      await new Promise(requestAnimationFrame);
      const now = performance.now();
      frames.push(now - last);
      last = now;
      element.scrollBy(0, 80);
      mostRows = Math.max(mostRows, element.querySelectorAll("[data-row]").length);
    }
    return { frames, mostRows };
  });
}

/** Until so many rows are loaded. */
async function expectMore(rowsNow: () => Promise<number>): Promise<void> {
  while ((await rowsNow()) < ROWS_TO_SCROLL) await new Promise((resolve) => setTimeout(resolve, 50));
}
