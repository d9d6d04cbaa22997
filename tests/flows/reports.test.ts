import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { formatDate, saoPauloDate } from "../../domain/calendar";
import { launchBrowser } from "../support/browser";
import { startInstallation, type Installation } from "../support/installation";
import { StaffMember } from "../support/staffPages";
import { isWellMade } from "../support/wellMade";

/** Reports, templates and the raffle, in a real browser: what is drawn, what the keyboard alone does, how it looks. */

let shop: Installation;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  [shop, browser] = await Promise.all([startInstallation(), launchBrowser()]);
  page = (await StaffMember.signIn(browser, shop.url, "ana@lojademo.test", shop.password)).page;
});
afterAll(async () => {
  await browser?.close();
  await shop?.dispose();
});

/** A bar of a chart that has a height. */
const bars = (figure: string) => page.getByRole("figure", { name: figure }).locator(".recharts-bar-rectangle path");

const TODAY = saoPauloDate(Date.now());

describe("the raffle", () => {
  it("with the keyboard alone: the list's fingerprint, the draw, the winner, the same draw computed again", async () => {
    await page.goto(`${shop.url}/sorteio`);
    await page.getByLabel("Data do evento", { exact: true }).focus();
    await page.keyboard.type(formatDate(TODAY));
    const eligible = page.getByRole("region", { name: "Participantes" });
    await eligible.getByText(/^\d+ pedidos? pagos? particip/).waitFor();
    const fingerprint = (await eligible.innerText()).replace(/\s/g, "").match(/[0-9a-f]{64}/)?.[0];
    await page.getByRole("button", { name: "Realizar Sorteio" }).focus();
    await page.keyboard.press("Enter");
    const stage = page.getByRole("region", { name: "Sorteio", exact: true });
    await stage.getByText("Sorteando o pedido…").waitFor();
    expect(await page.getByRole("table", { name: "Sorteios anteriores" }).count()).toBe(0);
    await stage.getByRole("button", { name: "Pular" }).focus();
    await page.keyboard.press("Enter");
    await stage.getByText("Entre em contato com o vencedor pelo telefone do pedido.").waitFor();
    await page.getByText(/^Vencedor selecionado entre \d+ pedidos elegíveis$/).waitFor();

    await stage.getByRole("button", { name: "Conferir sorteio" }).focus();
    await page.keyboard.press("Enter");
    const proof = page.getByRole("dialog", { name: `Conferência do sorteio de ${formatDate(TODAY)}` });
    await proof.getByText("O sorteio confere: este navegador refez a conta e chegou ao mesmo pedido.").waitFor();
    expect((await proof.innerText()).replace(/\s/g, "")).toContain(fingerprint);
    await page.keyboard.press("Escape");

    await page.getByRole("button", { name: "Sortear de novo" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Sortear de novo" }).waitFor();
    await page.keyboard.type("O vencedor não respondeu");
    await page.keyboard.press("Enter");
    await stage.getByText("Sorteando o pedido…").waitFor();
    await stage.getByText("Sorteio refeito. Motivo: O vencedor não respondeu").waitFor();
    const earlier = page.getByRole("table", { name: "Sorteios anteriores" });
    await earlier.getByText("Refeito: O vencedor não respondeu").waitFor();
    expect(await earlier.getByText("Vale", { exact: true }).count()).toBe(1);
  });

  it("a date on which nobody has paid: 'Nenhum Pedido Encontrado'", async () => {
    await page.goto(`${shop.url}/sorteio?data=2019-01-01`);
    await page.getByRole("region", { name: "Participantes" }).getByText("Não há pedidos pagos").waitFor();
    await page.getByRole("button", { name: "Realizar Sorteio" }).click();
    await page.getByText("Nenhum Pedido Encontrado").waitFor();
  });
});

describe("templates", () => {
  it("with the keyboard alone: written, seen on a real order, kept, deleted", async () => {
    await page.goto(`${shop.url}/whatsapp-templates`);
    await page.getByRole("heading", { name: "Convite para a live" }).waitFor();
    await page.getByRole("button", { name: "Novo Template" }).focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Novo Template" });
    await dialog.getByRole("combobox", { name: "Tipo" }).focus();
    await page.keyboard.press("Enter");
    const paid = page.getByRole("option", { name: "Pedido Pago" });
    await paid.waitFor();
    for (let steps = 0; steps < 12 && !(await isFocused(paid)); steps += 1) await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await dialog.getByRole("combobox", { name: "Tipo" }).filter({ hasText: "Pedido Pago" }).waitFor();
    await dialog.getByLabel("Conteúdo").focus();
    await page.keyboard.type("Obrigada pela compra, ");
    await dialog.getByRole("button", { name: "Inserir nome_cliente" }).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.type("!");
    await dialog.getByText("Exemplo com o pedido #300").waitFor();
    await expect
      .poll(() => dialog.locator("section p").allInnerTexts())
      .toContainEqual(expect.stringMatching(/^Obrigada pela compra, [A-ZÁ-Ú].+!$/));
    await dialog.getByRole("button", { name: "Criar" }).focus();
    await page.keyboard.press("Enter");
    await page.getByText("Template criado com sucesso").waitFor();
    const name = "Template Pedido Pago";
    await page.getByRole("heading", { name }).waitFor();
    await page.getByRole("button", { name: `Excluir ${name}` }).focus();
    await page.keyboard.press("Enter");
    await page.getByText("Tem certeza que deseja excluir este template?").waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByText("Template excluído com sucesso").waitFor();
    await page.getByRole("heading", { name }).waitFor({ state: "detached" });
  });
});

describe("reports", () => {
  it("a sale launched elsewhere changes the figures without a reload, and the charts are drawn", async () => {
    await page.goto(`${shop.url}/relatorios?periodo=mes`);
    const orders = () =>
      page.getByRole("region", { name: "Este Mês" }).locator("dt:text-is('Pedidos') + dd").innerText();
    await bars("Vendas por tipo de evento").first().waitFor();
    await bars("Live hora a hora").first().waitFor();
    const before = Number(await orders());
    const joao = await StaffMember.signIn(browser, shop.url, "joao@lojademo.test", shop.password);
    await joao.openLaunch();
    await joao.fillLaunch("C151", "41 99999-0077");
    await joao.pressLaunch();
    await expect.poll(orders).toBe(String(before + 1));
    await joao.close();
  });

  it("says what there is not: no sale, half a period, a period the wrong way round", async () => {
    const products = `${shop.url}/relatorios?aba=produtos&periodo=personalizado`;
    await page.goto(`${products}&de=2019-01-01&ate=2019-01-02`);
    await page.getByText("Nenhum produto vendido no período selecionado").waitFor();
    await page.goto(`${products}&de=2019-01-01`);
    await page.getByText("Escolha as duas datas do período.").waitFor();
    await page.goto(`${shop.url}/relatorios?periodo=personalizado&de=2019-01-02&ate=2019-01-01&live=2019-01-01`);
    await page.getByText("Período inválido").waitFor();
    await page.getByText("Nenhum pedido nesta data").waitFor();
  });

  it.each([
    { width: 1280, colorScheme: "dark" as const },
    { width: 360, colorScheme: "light" as const },
  ])("at $width px, $colorScheme: axe finds nothing on any of the screens, nothing scrolls sideways", async (look) => {
    await page.emulateMedia({ colorScheme: look.colorScheme, reducedMotion: "reduce" });
    await page.setViewportSize({ width: look.width, height: 800 });
    await page.goto(`${shop.url}/relatorios?periodo=personalizado&de=2026-01-01&ate=${TODAY}`);
    await bars("Live hora a hora").first().waitFor();
    await page.getByText("Ver como tabela").first().click();
    await isWellMade(page);
    await page.goto(`${shop.url}/relatorios?aba=produtos&periodo=ano`);
    await page.getByText("1º").waitFor();
    await isWellMade(page);
    await page.goto(`${shop.url}/relatorios?aba=grupos`);
    await page.getByText("Clientes VIP").waitFor();
    await isWellMade(page);
    await page.goto(`${shop.url}/whatsapp-templates`);
    await page.getByRole("button", { name: "Editar Convite para a live" }).click();
    await page.getByText("Exemplo com o pedido").waitFor();
    await isWellMade(page);
    await page.goto(`${shop.url}/sorteio?data=${TODAY}`);
    await page
      .getByRole("button", { name: /^Mostrar o sorteio/ })
      .first()
      .click();
    await page.getByText("Entre em contato com o vencedor").waitFor();
    await isWellMade(page);
    await page.getByRole("button", { name: "Conferir sorteio" }).click();
    await page.getByText("O sorteio confere").waitFor();
    await isWellMade(page);
  });
});

function isFocused(locator: Locator): Promise<boolean> {
  return locator.evaluate((element) => element === document.activeElement);
}
