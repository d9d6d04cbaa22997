import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser } from "../support/browser";
import { startInstallation, type Installation } from "../support/installation";
import { StaffMember } from "../support/staffPages";
import { isWellMade } from "../support/wellMade";

const PATIENTLY = { timeout: 30_000 };

let shop: Installation;
let browser: Browser;
let ana: StaffMember;
let joao: StaffMember;
let page: Page;

beforeAll(async () => {
  [shop, browser] = await Promise.all([startInstallation(), launchBrowser()]);
  [ana, joao] = await Promise.all([
    StaffMember.signIn(browser, shop.url, "ana@lojademo.test", shop.password),
    StaffMember.signIn(browser, shop.url, "joao@lojademo.test", shop.password),
  ]);
  page = ana.page;
  // A print dialog that opens, and closes when the test says so.
  await page.addInitScript(() => {
    window.print = () => window.dispatchEvent(new Event("beforeprint"));
  });
});

afterAll(async () => {
  await browser?.close();
  await shop?.dispose();
});

const boxes = () => page.getByRole("checkbox", { name: /^Selecionar pedido/ });
const closePrintDialog = () => page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
const numbersOf = async (count: number) =>
  (await page.getByRole("link", { name: /^#\d+$/ }).allInnerTexts()).slice(0, count);

describe("a selection", () => {
  it("is printed in the list's order, every slip whole in its place; marked after the question, seen by others", async () => {
    await ana.openOrders("?por=25");
    await boxes().first().waitFor();
    const numbers = await numbersOf(6);
    await boxes().nth(0).click();
    await boxes()
      .nth(5)
      .click({ modifiers: ["Shift"] });
    await page.getByRole("button", { name: "Imprimir selecionados (6)" }).click();
    await page
      .locator(".slip-sheet")
      .first()
      .waitFor({ state: "attached", ...PATIENTLY });
    const slips = await page.locator(".slip-sheet .slip").evaluateAll((all) =>
      all.map((slip) => {
        const number = slip.querySelector(".slip-number")!;
        const [outer, inner] = [slip, slip.firstElementChild!].map((each) => each.getBoundingClientRect());
        return {
          number: number.textContent,
          pt: (parseFloat(getComputedStyle(number).fontSize) * 72) / 96,
          isWhole: inner!.height <= outer!.height + 0.5 && inner!.width <= outer!.width + 0.5,
          code: slip.querySelector("path")?.getAttribute("d")?.startsWith("M0 0") ?? false,
          words: slip.textContent,
        };
      }),
    );
    expect(slips.map(({ number }) => number)).toEqual(numbers);
    for (const { pt, isWhole, code, words } of slips) {
      expect({ isLarge: pt >= 24, isWhole, code }).toEqual({ isLarge: true, isWhole: true, code: true });
      expect(words).toContain("PAC R$\u00a023,00, até 9 dias úteis");
      expect(words).toContain("Pix pelo Mercado Pago");
    }
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    expect(await page.getByRole("heading", { name: "Pedidos" }).isVisible()).toBe(false);
    const paper = page.locator(".slip-paper");
    expect(await paper.isVisible()).toBe(true);
    expect(
      await paper.evaluate((each) => [getComputedStyle(each).color, getComputedStyle(each).backgroundColor]),
    ).toEqual(["rgb(0, 0, 0)", "rgb(255, 255, 255)"]);
    await page.emulateMedia({ media: null, colorScheme: null });

    await joao.openOrders("?por=25");
    await closePrintDialog();
    const question = page.getByRole("alertdialog", { name: "Marcar 6 como impressos?" });
    await question.getByRole("button", { name: "Marcar 6 pedidos como impressos" }).click();
    await page.getByText("6 pedido(s) marcado(s) como impresso(s)").waitFor();
    await joao
      .orderRow(numbers[0]!)
      .getByRole("button", { name: /impresso$/, pressed: true })
      .waitFor();
  });

  it("I5: an observation written after printing asks for another print, here and in the filter", async () => {
    await ana.openOrders("?por=25");
    await boxes().first().waitFor();
    const number = (await numbersOf(1))[0]!.slice(1);
    await joao.page.getByRole("button", { name: new RegExp(`^Editar observação do pedido ${number}:`) }).click();
    await joao.page.keyboard.type("Portaria B");
    await joao.page.keyboard.press("Enter");
    await page.getByRole("button", { name: `Imprimir de novo o pedido ${number}` }).waitFor();
    await ana.openOrders("?imprimir=de-novo");
    await expect.poll(() => boxes().count(), PATIENTLY).toBe(1);
    await page.getByRole("button", { name: `Imprimir de novo o pedido ${number}` }).click();
    await page.locator(".slip-sheet").waitFor({ state: "attached", ...PATIENTLY });
    await closePrintDialog();
    await page.getByRole("button", { name: "Marcar 1 pedido como impresso" }).click();
    await page.getByText("Nenhum pedido encontrado").waitFor();
  });

  it("by keyboard alone: two rows are selected, exported and deleted", async () => {
    await ana.openOrders();
    await boxes().first().waitFor();
    const [first, second] = await numbersOf(2);
    await page.getByRole("link", { name: first!, exact: true }).focus();
    await page.keyboard.press("Space");
    await page.keyboard.press("Shift+ArrowDown");
    await page.getByRole("region", { name: "Seleção" }).getByText("2 selecionados").waitFor();

    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Exportar CSV" }).press("Enter"),
    ]);
    expect(download.suggestedFilename()).toMatch(/^pedidos_\d{4}-\d\d-\d\d\.csv$/);
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
    const lines = Buffer.concat(chunks).toString("utf8").split("\r\n");
    expect(lines[0]).toBe("\ufeffPedido;Telefone;Total;Pago;Tipo de evento;Data do evento;Criado em");
    expect(lines.slice(1).map((line) => line.split(";")[0])).toEqual([first!.slice(1), second!.slice(1), ""]);

    await page.getByRole("button", { name: "Excluir selecionados (2)" }).press("Enter");
    const question = page.getByRole("alertdialog", { name: "Excluir 2 pedidos" });
    await question.waitFor();
    await question.getByRole("button", { name: "Cancelar" }).press("Tab");
    await page.keyboard.press("Enter");
    await page.getByText("2 pedido(s) deletado(s)").waitFor();
    // R3: who deletes sees them go, the others see what has gone.
    await joao.orderRow(second!).getByText("saiu da lista").waitFor();
    await page.getByRole("link", { name: first!, exact: true }).waitFor({ state: "detached" });
  });

  it("B5: all of the filter is the server's work, which goes on while one is elsewhere", async () => {
    await ana.openOrders("?por=50");
    await page.getByRole("checkbox", { name: "Selecionar página" }).click();
    await page.getByRole("button", { name: /^Selecionar todos os \d+ pedidos do filtro$/ }).click();
    const count = Number((await page.getByText(/^\d+ selecionados$/).innerText()).split(" ")[0]);
    expect(count).toBeGreaterThan(200);
    await page.getByRole("button", { name: "Marcar como impresso" }).click();
    await page.getByRole("region", { name: "Andamento" }).waitFor();
    await page.getByRole("link", { name: "Produtos", exact: true }).click();
    await page.getByRole("heading", { name: "Produtos", level: 1 }).waitFor();
    await ana.openOrders();
    await page.getByText(`${count} ok, 0 não`).waitFor(PATIENTLY);
    await page.getByRole("button", { name: "Fechar andamento" }).click();
    expect(await page.getByText("Não impresso").count()).toBe(0);
  });
});

/** A short list: what is judged is the same in every row. */
const FEW = "?tipo=BAZAR&pago=nao";

describe("its looks", () => {
  it("1280 px, dark: with a selection, and with the question before deleting", async () => {
    await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
    await ana.openOrders(FEW);
    await boxes().first().waitFor();
    await page.getByRole("checkbox", { name: "Selecionar página" }).click();
    await page.getByRole("region", { name: "Seleção" }).waitFor();
    await isWellMade(page);
    await page.getByRole("button", { name: /^Excluir selecionados/ }).click();
    await page.getByRole("alertdialog").waitFor();
    await isWellMade(page);
  });

  it("360 px, light: picking, with what can be done at the thumb", async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    await ana.openOrders(FEW);
    await page.getByRole("button", { name: "Selecionar", exact: true }).click();
    await boxes().first().click();
    await page.getByRole("button", { name: "Imprimir selecionados (1)" }).waitFor();
    await isWellMade(page);
    await page.getByRole("button", { name: "Mais ações" }).click();
    await page.getByRole("menuitem", { name: "Excluir selecionados (1)" }).waitFor();
  });
});
