import { ConvexHttpClient } from "convex/browser";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { launchBrowser } from "../support/browser";
import { startInstallation, type Installation } from "../support/installation";
import { StaffMember } from "../support/staffPages";
import { isWellMade } from "../support/wellMade";

const DAY = "2026-10-05";
const OF_THE_DAY = "data=2026-10-05";

let shop: Installation;
let browser: Browser;
let ana: StaffMember;
let joao: StaffMember;
/** Somebody who launches elsewhere, without a screen of theirs in the test. */
let launcher: ConvexHttpClient;
let tenantId: Id<"tenants">;
let launches = 0;

beforeAll(async () => {
  [shop, browser] = await Promise.all([startInstallation(), launchBrowser()]);
  [ana, joao] = await Promise.all([
    StaffMember.signIn(browser, shop.url, "ana@lojademo.test", shop.password),
    StaffMember.signIn(browser, shop.url, "joao@lojademo.test", shop.password),
  ]);
  launcher = new ConvexHttpClient(shop.url, { logger: false });
  const { tokens } = await launcher.action(api.auth.signIn, {
    provider: "password",
    params: { email: "dona@lojademo.test", password: shop.password, flow: "signIn" },
  });
  launcher.setAuth(tokens!.token);
  tenantId = (await launcher.query(api.profiles.me, {})).tenant!.id;
});

afterAll(async () => {
  await browser?.close();
  await shop?.dispose();
});

/** Launches one piece elsewhere; returns the order's number and id. */
async function launch(code: string, phone: string): Promise<{ number: number; id: Id<"orders"> }> {
  const [product] = await launcher.query(api.products.search, { tenantId, text: code, limit: 1 });
  launches += 1;
  const { orderNumber, orderId } = await launcher.mutation(api.manualSales.launch, {
    tenantId,
    productId: product!._id,
    phone,
    quantity: 1,
    eventDate: DAY,
    launchId: `00000000-0000-4000-8000-${String(launches).padStart(12, "0")}`,
  });
  return { number: orderNumber, id: orderId };
}

const observation = (page: Page, number: number) =>
  page.getByRole("button", { name: new RegExp(`^Editar observação do pedido ${number}:`) });
/** A dialog hides the page behind it, so its heading cannot be waited for. */
const openAt = (page: Page, query: string) => page.goto(`${shop.url}/pedidos${query}`);
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });

describe("two browsers, one order", () => {
  it("P3: both write its observation: nothing is lost, nothing is silent", async () => {
    const { number } = await launch("C151", "11 95555-0001");
    await Promise.all([ana.openOrders(`?${OF_THE_DAY}`), joao.openOrders(`?${OF_THE_DAY}`)]);
    await observation(ana.page, number).click();
    await ana.page.keyboard.type("Portaria A");

    await observation(joao.page, number).click();
    await joao.page.keyboard.type("Portaria B");
    await joao.page.keyboard.press("Enter");
    await joao.page.getByText("Observação salva com sucesso").waitFor();

    await ana.page.getByText(/^João mudou para "Portaria B" há \d+ s$/).waitFor();
    const field = ana.page.getByLabel(`Observação do pedido ${number}`);
    expect(await field.inputValue()).toBe("Portaria A");
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
    await ana.page.getByRole("button", { name: "Manter o meu" }).click();
    await ana.page.getByText("Observação salva com sucesso").waitFor();
    await joao.orderRow(`#${number}`).getByText("Portaria A").waitFor();

    await joao.page.getByRole("button", { name: `Ver pedido ${number}` }).click();
    const timeline = dialog(joao.page, `Pedido #${number}`).getByRole("region", { name: "Linha do tempo" });
    await timeline.getByText('Ana mudou a observação de "Portaria B" para "Portaria A"').waitFor();
    await timeline.getByText('João escreveu a observação "Portaria B"').waitFor();
    await joao.page.keyboard.press("Escape");
  });

  it("P4: both edit its lines: each sees the other's change in place, and chooses where they meet", async () => {
    const { number } = await launch("C151", "11 95555-0002");
    await Promise.all([openAt(ana.page, `?editar=${number}`), openAt(joao.page, `?editar=${number}`)]);
    const quantity = (page: Page) => page.getByLabel("Quantidade de C151");
    await quantity(ana.page).fill("5");

    await quantity(joao.page).fill("2");
    await joao.page.keyboard.press("Enter");
    await ana.page.getByText(/^João mudou para 2 há \d+ s$/).waitFor();
    expect(await quantity(ana.page).inputValue()).toBe("5");
    await ana.page.getByRole("button", { name: "Usar o de João" }).click();
    await expect.poll(() => quantity(ana.page).inputValue()).toBe("2");

    await joao.page.getByRole("combobox", { name: "Buscar produto" }).fill("C152");
    await joao.page.getByRole("option", { name: /C152/ }).click();
    await joao.page.getByRole("button", { name: "Adicionar Produto" }).click();
    await ana.page.getByLabel("Quantidade de C152").waitFor();
    const total = (page: Page) => page.getByLabel(/^Total: R\$/).getAttribute("aria-label");
    await expect.poll(async () => (await total(ana.page)) === (await total(joao.page))).toBe(true);
    await Promise.all([ana, joao].map(({ page }) => page.getByRole("button", { name: "Salvar Alterações" }).click()));
    await dialog(ana.page, `Editar Pedido #${number}`).waitFor({ state: "detached" });
  });

  it("one deletes what the other edits: the other reads who did", async () => {
    const { number, id } = await launch("C151", "11 95555-0003");
    await openAt(joao.page, `?editar=${number}`);
    await joao.page.getByLabel("Quantidade de C151").fill("3");
    await launcher.mutation(api.orders.remove, { tenantId, orderIds: [id], returnPaidStock: false });
    const open = dialog(joao.page, `Editar Pedido #${number}`);
    await open.getByText("Este pedido não existe mais").waitFor();
    await open.getByText(/excluiu ou juntou este pedido há \d+ s/).waitFor();
    await open.getByRole("button", { name: "Fechar" }).last().click();
    await open.waitFor({ state: "detached" });
  });

  it("unmarking paid meets a new launch: refused with the number, and the two can be joined", async () => {
    const paid = await launch("C151", "11 95555-0004");
    await ana.openOrders(`?${OF_THE_DAY}`);
    const row = ana.orderRow(`#${paid.number}`);
    await row.getByRole("switch").click();
    await row.getByText("Pago", { exact: true }).waitFor();
    await ana.page.getByText("Pedido marcado como pago").waitFor();

    const open = await launch("C151", "11 95555-0004");
    expect(open.number).toBeGreaterThan(paid.number);
    await row.getByRole("switch").click();
    await ana.page.getByLabel("Motivo (opcional)").fill("Pix não caiu");
    await ana.page.keyboard.press("Enter");
    await ana.page.getByText(`Já existe o pedido #${open.number} em aberto deste telefone nesta data`).waitFor();
    await row.getByText("Pago", { exact: true }).waitFor();

    await ana.page.getByRole("button", { name: "Juntar pedidos" }).click();
    await ana.page.getByRole("alertdialog").getByRole("button", { name: "Juntar pedidos" }).click();
    await ana.page.getByText(`Itens juntados no pedido #${open.number}`).waitFor();
    await ana
      .orderRow(`#${open.number}`)
      .getByText(/R\$\s379,80|R\$\s\d/)
      .first()
      .waitFor();
    await ana.page.goto(`${shop.url}/pedidos?pedido=${paid.number}`);
    await dialog(ana.page, `Pedido #${paid.number}`).getByText("Pedido não encontrado").waitFor();
  });
});

describe("a filtered list while orders arrive", () => {
  it("R2: they wait while somebody has scrolled, and only those of the filter come in", async () => {
    await ana.openOrders("?tipo=MANUAL&por=50");
    const list = ana.page.locator("[data-scroller]");
    await ana.page.getByRole("button", { name: "Carregar mais" }).waitFor();
    const first = await ana.page
      .getByRole("link", { name: /^#\d+$/ })
      .first()
      .innerText();
    await list.evaluate((element) => element.scrollTo(0, 600));
    const { number } = await launch("C151", "11 95555-0005");
    await ana.page.getByRole("button", { name: "1 novo pedido" }).waitFor();
    expect(
      await ana.page
        .getByRole("link", { name: /^#\d+$/ })
        .first()
        .innerText(),
    ).toBe(first);
    await ana.page.getByRole("button", { name: "1 novo pedido" }).click();
    await ana.orderRow(`#${number}`).waitFor();
    expect(await list.evaluate((element) => element.scrollTop)).toBe(0);
  });
});

describe("by keyboard, at an address", () => {
  it("finds an order by the end of its phone, opens it, edits it, and Back returns to the list", async () => {
    const { number } = await launch("C151", "11 95555-7788");
    const { page } = ana;
    await ana.openOrders();
    await page.getByRole("searchbox", { name: "Buscar pedido" }).focus();
    await page.keyboard.type("7788");
    await ana.orderRow(`#${number}`).waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe("?q=7788");
    await page.getByRole("link", { name: `#${number}` }).focus();
    await page.keyboard.press("Enter");
    await dialog(page, `Pedido #${number}`).getByText("Linha do tempo").waitFor();
    expect(new URL(page.url()).search).toBe(`?q=7788&pedido=${number}`);
    await page.keyboard.press("Escape");
    await dialog(page, `Pedido #${number}`).waitFor({ state: "detached" });
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(`#${number}`);
    expect(new URL(page.url()).search).toBe("?q=7788");
  });
});

/** How far up and down from its middle a press still meets an element, in px. */
function pressableHeight(element: Element): number {
  const { left, top, width, height } = element.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  const isMet = (at: number) => element.contains(document.elementFromPoint(x, y + at));
  return Array.from({ length: 61 }, (_, at) => at - 30).filter(isMet).length;
}

describe.each([
  { width: 1280, colorScheme: "light" as const },
  { width: 360, colorScheme: "dark" as const },
])("every layer at $width px, $colorScheme", ({ width, colorScheme }) => {
  it("axe finds nothing, and nothing scrolls sideways", async () => {
    const { number } = await launch("C151", "11 95555-0009");
    const { page } = joao;
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const isClean = () => isWellMade(page);

    await openAt(joao.page, `?pedido=${number}`);
    await page.getByText("Linha do tempo").waitFor();
    await isClean();
    await openAt(joao.page, `?editar=${number}`);
    await page.getByRole("option", { name: /C101/ }).waitFor();
    await isClean();
    await joao.openOrders(`?pago=nao&${OF_THE_DAY}`);
    await page.getByRole("switch").first().waitFor();
    await isClean();
    // A switch is less high than what can be pressed of it (A4).
    expect(await page.getByRole("switch").first().evaluate(pressableHeight)).toBeGreaterThanOrEqual(24);
    await page.getByRole("button", { name: "Filtro", exact: true }).click();
    await page.getByRole("textbox", { name: "Data do evento" }).press("Alt+ArrowDown");
    await page.getByRole("grid").waitFor();
    await isClean();
    await page.keyboard.press("Escape");
    await page.getByRole("grid").waitFor({ state: "detached" });
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Visões" }).click();
    await page.getByLabel("Nome da visão").waitFor();
    await isClean();
  });
});
