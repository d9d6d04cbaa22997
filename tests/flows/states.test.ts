import { ConvexHttpClient } from "convex/browser";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, it } from "vitest";
import { api } from "../../convex/_generated/api";
import { launchBrowser } from "../support/browser";
import { startInstallation, type Installation } from "../support/installation";
import { StaffMember } from "../support/staffPages";
import { ATTEMPTS } from "../support/screenAttempts";
import { PANELS, says, SCREENS, type ScreenRow } from "../support/screenStates";
import { Wire } from "../support/wire";

/**
 * What the staff screens say while they load, when they are refused, and when there is nothing yet: in a real browser, in a
 * company that has nothing, with the wire to the real backend held back or cut.
 */

const OWNER = { adminEmail: "dona@vazia.test", adminPassword: "Segredo-da-loja-7" };

let shop: Installation;
let browser: Browser;
let page: Page;
let wire: Wire;

beforeAll(async () => {
  [shop, browser] = await Promise.all([startInstallation(), launchBrowser()]);
  const master = await clientOf("master@lojademo.test", shop.password);
  await master.action(api.tenants.create, { name: "Loja Vazia", ...OWNER });
  const owner = await StaffMember.signIn(browser, shop.url, OWNER.adminEmail, OWNER.adminPassword);
  page = owner.page;
  page.setDefaultTimeout(20_000);
  await page.emulateMedia({ reducedMotion: "reduce" });
  wire = await Wire.of(page.context());
  await page.goto(`${shop.url}/pedidos`);
});

afterAll(async () => {
  await browser?.close();
  await shop?.dispose();
});

/** One that went wrong leaves the next a wire that works. */
afterEach(() => {
  wire.mend();
  wire.release();
});

async function clientOf(email: string, password: string): Promise<ConvexHttpClient> {
  const client = new ConvexHttpClient(shop.url, { logger: false });
  const params = { email, password, flow: "signIn" };
  const { tokens } = await client.action(api.auth.signIn, { provider: "password", params });
  if (tokens === undefined || tokens === null) throw new Error(`${email} should be able to sign in`);
  client.setAuth(tokens.token);
  return client;
}

/** As a link does it, without a new page: a screen is asked for as often as there are states to see. */
async function go(address: string): Promise<void> {
  await page.evaluate((to) => {
    window.history.pushState({}, "", to);
    window.dispatchEvent(new PopStateEvent("popstate"));
  }, address);
}

/** To a screen that asks none of these questions, so that they are asked anew. */
async function leave(): Promise<void> {
  await go("/");
  await page.getByRole("heading", { name: "Sistema de Vendas" }).waitFor();
}

async function expectAll(words: readonly string[]): Promise<void> {
  for (const each of words) await says(page, each).waitFor();
}

async function showsItsStates({ address, open, functions, loading, refused, empty }: ScreenRow): Promise<void> {
  wire.hold(...functions);
  wire.break(...functions);
  await go(address);
  await open?.(page);
  await expectAll(loading);
  wire.release();
  await expectAll(refused);
  wire.mend();
  await leave();
  await go(address);
  await open?.(page);
  await expectAll(empty);
  for (const each of refused) await says(page, each).waitFor({ state: "detached" });
  await leave();
}

describe("a company that has nothing yet", () => {
  it.each(SCREENS)("$address says that it loads, why it could not, and that there is nothing", showsItsStates);
});

/** One of everything: a product, a customer who has bought nothing, an order that is paid, a text for messages. */
async function fill(): Promise<void> {
  const owner = await clientOf(OWNER.adminEmail, OWNER.adminPassword);
  const tenantId = (await owner.query(api.profiles.me, {})).tenant?.id;
  if (tenantId === undefined) throw new Error("the company should be there");
  const made = { tenantId, code: "C1", name: "Saia Midi", priceCents: 5000, stock: 9 };
  const { productId } = await owner.mutation(api.products.create, made);
  await owner.mutation(api.customers.create, { tenantId, phone: "11 98888-7777", name: "Zilá Prado" });
  const sale = { productId, phone: "11 97777-6666", quantity: 1, eventDate: "2026-11-20" };
  const launchId = "00000000-0000-4000-8000-000000000001";
  const { orderId } = await owner.mutation(api.manualSales.launch, { tenantId, launchId, ...sale });
  await owner.mutation(api.orders.setPaid, { tenantId, orderIds: [orderId], isPaid: true });
  await owner.mutation(api.templates.create, { tenantId, type: "PAID_ORDER", title: "Obrigada", content: "Oi {nome}" });
}

describe("a company that has one of everything", () => {
  beforeAll(fill);

  it.each(PANELS)("$address, opened: says that it loads, why it could not, and what there is", showsItsStates);

  it.each(ATTEMPTS)("$address says what is missing and what failed", async ({ address, attempts }) => {
    // A new page, and one without a history: no messages and no half-filled forms of what was tried before.
    await page.evaluate(() => window.history.replaceState(null, "", "/"));
    await page.goto(`${shop.url}${address}`);
    for (const { broken = [], act, says: words } of attempts) {
      wire.break(...broken);
      await act(page);
      await says(page, words).waitFor();
      wire.mend();
    }
  });
});
