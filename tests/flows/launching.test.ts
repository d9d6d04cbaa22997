import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser } from "../support/browser";
import { startInstallation, type Installation } from "../support/installation";
import { StaffMember } from "../support/staffPages";
import { isWellMade } from "../support/wellMade";

let shop: Installation;
let browser: Browser;
let ana: StaffMember;
let joao: StaffMember;

beforeAll(async () => {
  [shop, browser] = await Promise.all([startInstallation(), launchBrowser()]);
  [ana, joao] = await Promise.all([
    StaffMember.signIn(browser, shop.url, "ana@lojademo.test", shop.password),
    StaffMember.signIn(browser, shop.url, "joao@lojademo.test", shop.password),
  ]);
});

afterAll(async () => {
  await browser?.close();
  await shop?.dispose();
});

describe("A1, K1: an evening with the keyboard alone", () => {
  it("F2, launch, undo, Gerenciar Pedidos: edit and delete, and the command box to an order", async () => {
    const { page } = ana;
    const keys = page.keyboard;
    const orderOf = (phone: string) =>
      page.getByRole("table", { name: "Pedidos manuais" }).getByRole("row").filter({ hasText: phone });

    await focusIs(page, "Sistema de Vendas");
    await keys.press("F2");
    await focusIs(page, "Celular");
    await keys.type("41 99999-0002");
    await keys.press("Enter");
    await focusIs(page, "Código");
    await keys.type("151");
    await page.getByRole("heading", { name: "C151" }).waitFor();
    const before = await ana.stockLeft();
    await keys.press("Enter");
    await ana.feed.getByText("Novo pedido criado: C151 x1 para +55 (41) 99999-0002.").waitFor();
    await focusIs(page, "Celular");
    expect(await ana.stockLeft()).toBe(before - 1);

    // The whole launch as one line; what it was read as stands there before it is sent.
    await keys.type("41 99999-0003 c152 x2");
    await page.getByText("+55 (41) 99999-0003 · C152 ×2").waitFor();
    await keys.press("Enter");
    const second = ana.feed.getByRole("listitem").filter({ hasText: "+55 (41) 99999-0003" });
    await second.getByText("C152 ×2").waitFor();

    await tabTo(page, /^Desfazer C152 x2/);
    await keys.press("Enter");
    await second.getByText("desfeito").waitFor();

    await tabTo(page, "Criar Pedido", "Shift+Tab");
    await keys.press("ArrowRight");
    await orderOf("+55 (41) 99999-0002").waitFor();
    // What the undone launch had opened is gone with it.
    expect(await orderOf("+55 (41) 99999-0003").count()).toBe(0);
    await isWellMade(page);

    const number = (await orderOf("+55 (41) 99999-0002").getByRole("rowheader").innerText()).trim();
    await tabTo(page, `Editar pedido ${number}`);
    await keys.press("Enter");
    await page.getByRole("dialog", { name: `Editar Pedido ${number}` }).waitFor();
    await focusIs(page, "Telefone");
    await keys.press("Tab");
    await focusIs(page, "Valor Total");
    await keys.type("200");
    await page.getByText("Ajuste: acréscimo de").waitFor();
    await isWellMade(page);
    await keys.press("Enter");
    await page.getByText("Pedido atualizado com sucesso").waitFor();
    await orderOf("+55 (41) 99999-0002").getByText("R$ 200,00").waitFor();
    await focusIs(page, `Editar pedido ${number}`);

    await keys.press("Control+k");
    await focusIs(page, "Buscar tela, pedido, telefone, cliente ou produto");
    await keys.type("0002");
    await page.getByRole("option", { name: `Pedido ${number}` }).waitFor();
    await isWellMade(page);
    for (let presses = 0; presses < 10 && !(await isChosen(page, `Pedido ${number}`)); presses++) {
      await keys.press("ArrowDown");
    }
    await keys.press("Enter");
    await page.getByRole("dialog").filter({ hasText: "+55 (41) 99999-0002" }).waitFor();
    expect(new URL(page.url()).search).toBe(`?pedido=${number.slice(1)}`);
    await keys.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });

    await ana.page.goto(`${shop.url}/pedidos-manual?aba=gerenciar`);
    await orderOf("+55 (41) 99999-0002").waitFor();
    await tabTo(page, `Excluir pedido ${number}`);
    await keys.press("Enter");
    await page.getByText("Tem certeza que deseja excluir este pedido?").waitFor();
    await focusIs(page, "Cancelar");
    await isWellMade(page);
    await tabTo(page, `Excluir pedido ${number}`);
    await keys.press("Enter");
    await page.getByText("Pedido excluído com sucesso").waitFor();
    await orderOf("+55 (41) 99999-0002").waitFor({ state: "detached" });
  });

  it("? lists the keys, and neither it nor the command box scrolls sideways on a phone", async () => {
    await ana.openLaunch();
    await ana.page.setViewportSize({ width: 360, height: 800 });
    await ana.page.getByRole("heading", { name: "Pedidos Manual" }).click();
    await ana.page.keyboard.press("?");
    await ana.page.getByRole("dialog", { name: "Teclas" }).waitFor();
    await isWellMade(ana.page);
    await ana.page.keyboard.press("Escape");
    await ana.page.getByRole("button", { name: "Buscar", exact: true }).click();
    await ana.page.getByRole("option", { name: "Pedidos Manual" }).waitFor();
    const wider = () => ana.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(await wider()).toBeLessThanOrEqual(0);
    await ana.page.keyboard.press("Escape");
    await ana.page.getByRole("tab", { name: "Gerenciar Pedidos" }).click();
    await ana.page
      .getByRole("button", { name: /^Editar pedido/ })
      .first()
      .click();
    await ana.page.getByLabel("Valor Total").waitFor();
    await isWellMade(ana.page);
    expect(await wider()).toBeLessThanOrEqual(0);
    await ana.page.setViewportSize({ width: 1280, height: 900 });
  });
});

describe("O6: the connection goes in mid-launch", () => {
  const phones = ["31 96666-0001", "31 96666-0002", "31 96666-0003"];

  it("says so and how many are kept, and delivers each once, also after a reload", async () => {
    await ana.page.setViewportSize({ width: 1280, height: 900 });
    await Promise.all([ana.openLaunch(), joao.openOrders()]);
    await ana.fillLaunch("C153", phones[0] ?? "");
    await ana.pressLaunch();
    await joao.orderRow("+55 (31) 96666-0001").waitFor();

    await shop.kill();
    for (const phone of phones.slice(1)) {
      await ana.fillLaunchOffline("C153", phone);
      await ana.pressLaunch();
    }
    await ana.page.getByText("Sem conexão. 2 lançamentos guardados").waitFor();
    await ana.page.getByText("sem conexão · 2 guardados").waitFor();
    await ana.feed.getByText("guardado").first().waitFor();
    await isWellMade(ana.page);

    await shop.restart();
    await ana.page.reload();
    for (const phone of ["+55 (31) 96666-0001", "+55 (31) 96666-0002", "+55 (31) 96666-0003"]) {
      await joao.orderRow(phone).waitFor();
      expect(await joao.orderRow(phone).count()).toBe(1);
    }
    await expect.poll(() => ana.feed.getByRole("listitem").filter({ hasText: "C153 ×1" }).count()).toBe(3);
    await ana.page.getByText("ao vivo").waitFor();
    expect(await ana.page.getByText(/Sem conexão\./).count()).toBe(0);
  });
});

async function isChosen(page: Page, name: string): Promise<boolean> {
  return (await page.getByRole("option", { name, selected: true }).count()) > 0;
}

/** What the focused element is called: by its own name, its label or its text. */
async function focusedName(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLInputElement;
    const label = element.getAttribute("aria-label") ?? element.labels?.[0]?.textContent ?? element.innerText;
    return label?.trim() ?? "";
  });
}

async function focusIs(page: Page, name: string): Promise<void> {
  await expect.poll(() => focusedName(page)).toBe(name);
}

async function tabTo(page: Page, name: string | RegExp, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press(key);
    const focused = await focusedName(page);
    if (typeof name === "string" ? focused === name : name.test(focused)) return;
  }
  throw new Error(`${key} never reached "${String(name)}".`);
}
