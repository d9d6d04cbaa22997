import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser } from "../support/browser";
import { startInstallation, type Installation } from "../support/installation";
import { StaffMember } from "../support/staffPages";
import { isWellMade } from "../support/wellMade";

let shop: Installation;
let browser: Browser;
let ana: StaffMember;
let page: Page;

beforeAll(async () => {
  [shop, browser] = await Promise.all([startInstallation(), launchBrowser()]);
  ana = await StaffMember.signIn(browser, shop.url, "ana@lojademo.test", shop.password);
  page = ana.page;
});

afterAll(async () => {
  await browser?.close();
  await shop?.dispose();
});

async function open(query = ""): Promise<void> {
  await page.goto(`${shop.url}/produtos${query}`);
  // A dialog that the address opens hides the screen from who looks by role.
  await page.locator("h1", { hasText: "Produtos" }).waitFor();
}

/** A real picture, drawn by the browser itself. */
async function aPicture(): Promise<Buffer> {
  const base64 = await page.evaluate(() => {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [400, 300];
    canvas.getContext("2d")?.fillRect(0, 0, 400, 300);
    return canvas.toDataURL("image/png").split(",")[1] ?? "";
  });
  return Buffer.from(base64, "base64");
}

describe("the catalogue", () => {
  it("is kept with the keyboard alone: a product made with the suggested code, found, and deleted", async () => {
    await open();
    await page.getByRole("button", { name: "Cadastrar produto" }).focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Cadastrar produto" });
    await expect.poll(() => dialog.getByLabel("Código").inputValue(), { timeout: 20_000 }).toMatch(/^C\d+$/);
    const code = await dialog.getByLabel("Código").inputValue();
    await page.keyboard.press("Tab");
    await page.keyboard.type("Saia 🌸 rodada");
    await page.keyboard.press("Tab");
    await page.keyboard.type("1.234,5");
    await page.keyboard.press("Tab");
    await page.keyboard.type("7");
    await page.keyboard.press("Enter");
    await page.getByText("Produto cadastrado com sucesso").waitFor();

    const row = page.getByRole("row").filter({ hasText: "Saia 🌸 rodada" });
    await row.waitFor();
    expect(await row.innerText()).toContain("R$\u00a01.234,50");
    await row.getByText("7 de 7").waitFor();

    await page.getByPlaceholder("Buscar produtos...").focus();
    await page.keyboard.type(code.slice(1));
    await expect.poll(() => page.url(), { timeout: 20_000 }).toContain(`?q=${code.slice(1)}`);
    await row.getByRole("button", { name: `Excluir produto ${code}` }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("alertdialog", { name: `Excluir produto ${code}` }).waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByText("Produto excluído com sucesso").waitFor();
    await row.waitFor({ state: "detached" });
  });

  it("a picture is shown in the list as its small form; a file that is none is refused", async () => {
    await open("?produto=C151");
    const dialog = page.getByRole("dialog", { name: "Editar produto C151" });
    const file = dialog.locator("input[type=file]");
    await file.setInputFiles({ name: "foto.png", mimeType: "image/png", buffer: Buffer.from("<svg onload='x()'/>") });
    await dialog.getByText("Selecione apenas arquivos de imagem.").waitFor();
    await file.setInputFiles({ name: "foto.png", mimeType: "image/png", buffer: await aPicture() });
    await dialog.getByRole("img", { name: "Foto do produto" }).waitFor();
    await dialog.getByRole("button", { name: "Atualizar" }).click();
    await page.getByText("Produto atualizado com sucesso").waitFor();
    await open("?q=C151");
    const shown = page.getByRole("row").filter({ hasText: "C151" }).locator("img");
    const width = () => shown.evaluate((image) => (image as HTMLImageElement).naturalWidth);
    await expect.poll(width, { timeout: 20_000 }).toBe(192);
  });

  it("what two people make of one price is shown, and nothing is lost", async () => {
    const joao = await StaffMember.signIn(browser, shop.url, "joao@lojademo.test", shop.password);
    const price = (who: Page) => who.getByRole("dialog").getByLabel("Preço");
    await open("?produto=C150");
    await joao.page.goto(`${shop.url}/produtos?produto=C150`);
    await price(page).fill("79,90");
    await price(joao.page).fill("99,90");
    await joao.page.getByRole("button", { name: "Atualizar" }).click();
    await joao.page.getByText("Produto atualizado com sucesso").waitFor();
    await page.getByText("mudou para R$\u00a099,90").waitFor();
    expect(await price(page).inputValue()).toBe("79,90");
    await page.getByRole("button", { name: "Atualizar" }).click();
    await page.getByRole("button", { name: "Usar o de João" }).click();
    expect(await price(page).inputValue()).toBe("99,90");
    await joao.close();
  });

  it("pieces come in with a reason, which the panel then tells", async () => {
    await open("?estoque=C152");
    const dialog = page.getByRole("dialog", { name: "Estoque de C152" });
    await dialog.getByLabel("Peças").fill("5");
    await dialog.getByLabel("Motivo").fill("Reposição");
    await dialog.getByRole("button", { name: "Movimentar" }).click();
    await dialog.getByRole("listitem").filter({ hasText: "Reposição" }).getByText("+5").waitFor();
    await dialog.getByRole("tab", { name: "Vendas por dia" }).click();
    await dialog.getByRole("table", { name: "Vendas por dia" }).or(dialog.getByText("Nenhuma venda")).waitFor();
  });

  it("Q2: on a phone a screen opens at its top, and Back finds the one before where it was left", async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await open("?por=50");
    await page.getByText("C160").first().waitFor();
    const topPx = () => page.evaluate(() => window.scrollY);
    await page.evaluate(() => window.scrollTo(0, 900));
    await page.getByRole("button", { name: "Abrir menu" }).click();
    await page.getByRole("dialog").getByRole("link", { name: "Pedidos Manual" }).click();
    await page.getByRole("form", { name: "Lançar" }).waitFor();
    await expect.poll(topPx).toBe(0);
    await page.goBack();
    await page.getByText("C160").first().waitFor();
    await expect.poll(topPx).toBe(900);
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  it("A3: the page keeps its place while the focus goes through the bar above it", async () => {
    await open("?por=50");
    await page.getByText("C160").first().waitFor();
    await page.evaluate(() => window.scrollTo(0, 600));
    await page.locator("header a").first().focus();
    for (let n = 0; n < 5; n++) await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.closest("header") !== null)).toBe(true);
    expect(await page.evaluate(() => window.scrollY)).toBe(600);
  });

  it("N9: exports a file with its mark, semicolons and comma decimals", async () => {
    await open();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Exportar CSV" }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^produtos-\d{4}-\d\d-\d\d\.csv$/);
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
    const lines = Buffer.concat(chunks).toString("utf8").split("\r\n");
    expect(lines[0]).toBe("\ufeffCódigo;Nome;Preço;Estoque;Cor;Tamanho;Situação");
    expect(lines.find((line) => line.startsWith("C151;"))).toMatch(/^C151;.*;\d+,\d\d;\d+;/);
    await page.getByText("Arquivo CSV exportado com sucesso").waitFor();
  });

  it.each([
    { width: 1280, colorScheme: "dark" as const },
    { width: 360, colorScheme: "light" as const },
  ])("at $width px, $colorScheme: axe finds nothing on list and dialogs, nothing scrolls sideways", async (look) => {
    await page.emulateMedia({ colorScheme: look.colorScheme, reducedMotion: "reduce" });
    await page.setViewportSize({ width: look.width, height: 800 });
    await open();
    await page.getByText("C160").first().waitFor();
    await isWellMade(page);
    await open("?produto=C151");
    await page.getByRole("dialog").getByLabel("Nome").waitFor();
    await isWellMade(page);
    await open("?estoque=C151");
    await page.getByRole("dialog").getByLabel("Peças").waitFor();
    await isWellMade(page);
  });
});
