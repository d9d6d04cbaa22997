/**
 * Can staff type while five others launch once a second each? In a real Chromium slowed down four times, 150 ms away from the server: how long
 * from Enter to the launch in the feed, how long until the server has confirmed it, and how long a frame takes at worst while somebody types
 * into the launch line, into the search of the order list, and into an observation there.
 *
 * It would change our mind about what a launch re-renders if the echo took 100 ms (UX conventions SP1), a confirmation 700 ms (SP2), or a
 * frame 50 ms while somebody types (SP4).
 */
import type { Page } from "playwright-core";
import { buildApp } from "../scripts/build.mjs";
import { launchBrowser } from "../tests/support/browser";
import { startBenchBackend } from "./support/backend";
import { launchSteadily } from "./support/launching";
import { addPastOrders } from "./support/pastOrders";
import { percentile, report } from "./support/report";
import { connect, openShop } from "./support/shop";
import { slowNetworkTo } from "./support/slowNetwork";
import { openStaffPage } from "./support/staffPage";

const SLOWER = 4;
const ROUND_TRIP_MS = 150;
const OTHERS = 5;
const EVERY_MS = 1_000;
const ORDERS = 1_000;
const LAUNCHES = 30;
/** As somebody types who does not look at the keys. */
const KEY_EVERY_MS = 120;
const KEYS = 100;

const backend = await startBenchBackend({ staticDir: await buildApp() });
const network = await slowNetworkTo(backend.url, ROUND_TRIP_MS);
const browser = await launchBrowser();
try {
  const shop = await openShop(backend, { products: 200, accounts: 1 + OTHERS });
  await addPastOrders(backend, shop, 0, ORDERS);
  const page = await openStaffPage(browser, network.url);
  const others = shop.tokens.slice(1).map((token) => connect(backend.url, token));
  const stopLaunching = launchSteadily(shop, others, EVERY_MS);
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });

  await page.goto(`${network.url}/pedidos-manual`);
  await page.getByLabel("Celular", { exact: true }).waitFor();
  await page.locator("main tbody tr").first().waitFor();
  await measureLaunches(page);
  await measureTyping(page, "into the launch line", page.getByLabel("Celular", { exact: true }));

  await page.goto(`${network.url}/pedidos`);
  await page.locator("[data-row]").first().waitFor();
  await measureTyping(page, "into the search of the list", page.getByRole("searchbox"));
  await page.goto(`${network.url}/pedidos`);
  await page.locator("[data-row='3'] [data-column='observation']").click();
  await measureTyping(page, "into an observation", page.locator("[data-row] form input"));

  stopLaunching();
  await Promise.all(others.map((client) => client.close()));
} finally {
  await browser.close();
  await network.stop();
  await backend.stop();
}

/** From the key to the frame that shows it, and to the one that shows it confirmed, measured in the page. */
async function measureLaunches(page: Page): Promise<void> {
  const echo: number[] = [];
  const confirmed: number[] = [];
  for (let n = 0; n < LAUNCHES; n++) {
    const phone = `119${String(80_000_000 + n)}`;
    await page.getByLabel("Celular", { exact: true }).fill(phone);
    await page.getByLabel("Código").fill("C105");
    const times = page.evaluate(async () => {
      // Without names of its own for functions: those that the compiler keeps are not known in the page.
      await new Promise((resolve) => window.addEventListener("keydown", resolve, { capture: true, once: true }));
      const pressedAt = performance.now();
      do await new Promise(requestAnimationFrame);
      while (document.querySelector("ol [aria-busy=true]") === null);
      const shownAt = performance.now();
      do await new Promise(requestAnimationFrame);
      while (document.querySelector("ol [aria-busy=true]") !== null);
      return { echo: shownAt - pressedAt, confirmed: performance.now() - pressedAt };
    });
    await page.getByLabel("Código").press("Enter");
    const { echo: echoMs, confirmed: confirmedMs } = await times;
    echo.push(echoMs);
    confirmed.push(confirmedMs);
  }
  const shared = { n: LAUNCHES };
  report({
    name: "Enter to the launch in the feed",
    ...shared,
    p50_ms: percentile(echo, 0.5),
    p95_ms: percentile(echo, 0.95),
  });
  report({
    ...{ name: "Enter to the server's word", ...shared },
    ...{ p50_ms: percentile(confirmed, 0.5), p95_ms: percentile(confirmed, 0.95) },
  });
}

/** Types digits at a steady pace and times every frame meanwhile. */
async function measureTyping(page: Page, where: string, field: ReturnType<Page["locator"]>): Promise<void> {
  await field.waitFor();
  await field.focus();
  await page.evaluate(() => {
    const frames: number[] = [];
    window.framesTimed = frames;
    void (async () => {
      let last = performance.now();
      for (;;) {
        await new Promise(requestAnimationFrame);
        const now = performance.now();
        frames.push(now - last);
        last = now;
      }
    })();
  });
  for (let n = 0; n < KEYS; n++) {
    await page.keyboard.press(n % 12 === 11 ? "Control+Backspace" : String(n % 10));
    await new Promise((resolve) => setTimeout(resolve, KEY_EVERY_MS));
  }
  const frames = await page.evaluate(() => window.framesTimed!);
  report({
    name: `typing ${where}: frames`,
    n: frames.length,
    p95_ms: percentile(frames, 0.95),
    p99_ms: percentile(frames, 0.99),
    most_ms: Math.max(...frames),
    over_50_ms: frames.filter((ms) => ms > 50).length,
  });
}

declare global {
  interface Window {
    framesTimed?: number[];
  }
}
