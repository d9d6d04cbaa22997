/**
 * Does the orders list feel the same with 100 000 orders as with 1 000? In a real Chromium slowed down four times, 150 ms away from the server: how long until the list
 * shows rows on a first visit and on coming back to it, until a filter and a search show theirs, and how smoothly loaded rows scroll.
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
import { openShop } from "./support/shop";
import { slowNetworkTo } from "./support/slowNetwork";
import { openStaffPage } from "./support/staffPage";

const SIZES = [1_000, 100_000];
const VISITS = 15;
const ROWS_TO_SCROLL = 400;
const ROW_PX = 44;
/** 45 rows a second: faster than anybody reads, as fast as somebody looks for a day. */
const SCROLL_PX_PER_S = 2_000;
const SCROLL_PX = 12_000;
/** Source: UX conventions §1, the conditions of its figures. */
const SLOWER = 4;
const ROUND_TRIP_MS = 150;
/** Nobody turns on the heel: as long as somebody stays on another screen at least. */
const REST_MS = 500;

const backend = await startBenchBackend({ staticDir: await buildApp() });
const network = await slowNetworkTo(backend.url, ROUND_TRIP_MS);
const browser = await launchBrowser();
try {
  const shop = await openShop(backend, { products: 200, accounts: 1 });
  const page = await openStaffPage(browser, network.url);
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
  await network.stop();
  await backend.stop();
}

/** @returns the median of each figure that should not grow with the shop */
async function measure(page: Page, session: CDPSession, size: number): Promise<Record<string, number>> {
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  const first: number[] = [];
  for (let n = 0; n < VISITS; n++) {
    const startedAt = performance.now();
    await page.goto(`${network.url}/pedidos`);
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
    await new Promise((resolve) => setTimeout(resolve, REST_MS));
    again.push(await timeUntil(page, { press: "nav a[href='/pedidos']", there: "[data-row]" }));
  }
  tell(size, "again", again);
  const filter: number[] = [];
  for (let n = 0; n < VISITS; n++) {
    await page.goto(`${network.url}/pedidos?tipo=${n % 2 === 0 ? "LIVE" : "MANUAL"}`);
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
    await page.goto(`${network.url}/pedidos`);
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
  const scrolled = await scroll(page, session);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });

  report({ name: `${size} orders, processor ${SLOWER} times slower: scrolling`, ...scrolled });
  const medianOf = (times: readonly number[]): number => percentile(times, 0.5);
  return {
    ...Object.fromEntries(
      Object.entries({ first, again, filter, search }).map(([name, times]) => [name, medianOf(times)]),
    ),
    frames: scrolled.frames_per_s!,
  };
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

/**
 * Loads many rows, then turns the wheel over them. The browser moves what is drawn without asking the page, so a slow page shows as rows that
 * are not there yet, and not as missing frames: both are counted.
 */
async function scroll(page: Page, session: CDPSession): Promise<Record<string, number>> {
  await page.goto(`${network.url}/pedidos?por=50`);
  await page.getByRole("button", { name: "Carregar mais" }).click();
  const box = page.locator("[data-scroller]");
  await expectMore(async () => {
    await box.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    return (await box.evaluate((element) => element.scrollHeight)) / ROW_PX;
  });
  await box.evaluate((element) => element.scrollTo(0, 0));
  await page.evaluate(watchRows);
  const drawn = await framesDrawn(session, () =>
    session.send("Input.synthesizeScrollGesture", {
      ...{
        x: 640,
        y: 500,
        yDistance: -SCROLL_PX,
        speed: SCROLL_PX_PER_S,
        gestureSourceType: "mouse",
        preventFling: true,
      },
    }),
  );
  const { uncovered, looks, mostRows } = await page.evaluate(() => window.rowsWatched!);
  return {
    px_per_s: SCROLL_PX_PER_S,
    frames_per_s: drawn.count / drawn.seconds,
    looks_with_a_row_missing: uncovered,
    of_looks: looks,
    most_rows_in_document: mostRows,
  };
}

declare global {
  interface Window {
    rowsWatched?: { uncovered: number; looks: number; mostRows: number };
  }
}

/** In the page: at each of its own frames, whether every row in sight is in the document. */
function watchRows(): void {
  const watched = { uncovered: 0, looks: 0, mostRows: 0 };
  window.rowsWatched = watched;
  const box = document.querySelector("[data-scroller]")!;
  // Without a name for what is done at each frame: the names that the compiler keeps are not known in the page.
  void (async () => {
    for (;;) {
      await new Promise(requestAnimationFrame);
      const rows = [...box.querySelectorAll("[data-row]")].map((row) => row.getBoundingClientRect());
      const { top, bottom } = box.getBoundingClientRect();
      watched.looks += 1;
      watched.mostRows = Math.max(watched.mostRows, rows.length);
      const isCovered = rows.some((row) => row.top <= top + 36) && rows.some((row) => row.bottom >= bottom);
      if (!isCovered) watched.uncovered += 1;
    }
  })();
}

/** How many frames came to the screen while something was done. */
async function framesDrawn(
  session: CDPSession,
  act: () => Promise<unknown>,
): Promise<{ count: number; seconds: number }> {
  let count = 0;
  session.on("Tracing.dataCollected", ({ value }) => {
    count += value.filter(({ name, ph }) => name === "Graphics.Pipeline.DrawAndSwap" && ph === "b").length;
  });
  await session.send("Tracing.start", { transferMode: "ReportEvents", traceConfig: { includedCategories: ["viz"] } });
  const startedAt = performance.now();
  await act();
  const seconds = (performance.now() - startedAt) / 1000;
  const complete = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve));
  await session.send("Tracing.end");
  await complete;
  return { count, seconds };
}

/** Until so many rows are loaded. */
async function expectMore(rowsNow: () => Promise<number>): Promise<void> {
  while ((await rowsNow()) < ROWS_TO_SCROLL) await new Promise((resolve) => setTimeout(resolve, 50));
}
