/**
 * How long from pressing 'Imprimir selecionados (300)' until the browser is asked to print? In a real Chromium, on each paper: all of the
 * filter is read, set, measured and laid onto its sheets. The first time includes loading what sets slips.
 *
 * It would change our mind about measuring slips in the document, instead of guessing their height, if 300 took longer than 5 s (UX
 * conventions I6).
 */
import { buildApp } from "../scripts/build.mjs";
import { launchBrowser } from "../tests/support/browser";
import { startBenchBackend } from "./support/backend";
import { addPastOrders } from "./support/pastOrders";
import { percentile, report } from "./support/report";
import { openShop } from "./support/shop";
import { openStaffPage } from "./support/staffPage";

const ORDERS = 300;
const TIMES = 3;
const PAPERS = ["a4", "roll80", "roll58", "label"];

const backend = await startBenchBackend({ staticDir: await buildApp() });
const browser = await launchBrowser();
try {
  const shop = await openShop(backend, { products: 200, accounts: 1 });
  await addPastOrders(backend, shop, 0, ORDERS);
  const page = await openStaffPage(browser, backend.url);
  await page.addInitScript(() => {
    const marks = window as unknown as { askedAt: number | null };
    window.print = () => {
      marks.askedAt = performance.now();
      window.dispatchEvent(new Event("beforeprint"));
    };
  });

  for (const paper of PAPERS) {
    const taken: number[] = [];
    for (let n = 0; n < TIMES; n++) taken.push(await print(paper));
    report({
      name: `${ORDERS} slips on ${paper}`,
      n: TIMES,
      p50Ms: percentile(taken, 0.5),
      p95Ms: percentile(taken, 0.95),
      firstMs: taken[0]!,
    });
  }

  async function print(paper: string): Promise<number> {
    await page.evaluate((chosen) => window.localStorage.setItem("slipPaper", chosen), paper);
    await page.goto(`${backend.url}/pedidos?por=50`);
    await page
      .getByRole("checkbox", { name: /^Selecionar pedido/ })
      .first()
      .waitFor();
    await page.getByRole("checkbox", { name: "Selecionar página" }).click();
    await page.getByRole("button", { name: /^Selecionar todos os/ }).click();
    const button = page.getByRole("button", { name: `Imprimir selecionados (${ORDERS})` });
    const pressedAt = await button.evaluate((element) => {
      (window as unknown as { askedAt: number | null }).askedAt = null;
      const now = performance.now();
      (element as HTMLElement).click();
      return now;
    });
    const asked = await page.waitForFunction(() => (window as unknown as { askedAt: number | null }).askedAt, null, {
      timeout: 60_000,
    });
    return Number(await asked.jsonValue()) - pressedAt;
  }
} finally {
  await browser.close();
  await backend.stop();
}
