import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser } from "../support/browser";
import { startInstallation, type Installation } from "../support/installation";
import { StaffMember } from "../support/staffPages";
import { isWellMade } from "../support/wellMade";

/** Customers and files of them, in a real browser against the embedded backend. */

let shop: Installation;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  [shop, browser] = await Promise.all([startInstallation(), launchBrowser()]);
  ({ page } = await StaffMember.signIn(browser, shop.url, "ana@lojademo.test", shop.password));
  await page.emulateMedia({ reducedMotion: "reduce" });
});

afterAll(async () => {
  await browser?.close();
  await shop?.dispose();
});

const ZILA = "Zilá 🌸 Prado";
const row = (name: string) => page.getByRole("row").filter({ hasText: name });

async function openList(): Promise<void> {
  // From the control centre: the list itself would come back with what was searched for.
  await page.goto(`${shop.url}/clientes`);
  await page.getByRole("button", { name: "Acessar Gerenciar clientes" }).click();
  await page.getByRole("table", { name: "Lista de clientes" }).waitFor();
}

describe("customers", () => {
  it("are registered and changed with the keyboard alone, from the control centre on", async () => {
    await page.goto(`${shop.url}/clientes`);
    await page.getByRole("heading", { name: "Centro de Controle - Clientes" }).waitFor();
    const total = page.getByRole("region", { name: "Resumo" }).locator("dd").first();
    await total.waitFor();
    expect(await total.innerText()).toBe("40");
    await page.getByRole("button", { name: "Acessar Cadastrar cliente" }).press("Enter");
    await page.getByLabel("Telefone").focus();
    await page.keyboard.type("31 8765-4321");
    await page.keyboard.press("Tab");
    await page.keyboard.type(ZILA);
    await page.keyboard.press("Enter");
    await page.getByText("Cliente cadastrado com sucesso").waitFor();
    // The ninth digit makes it the same person.
    await page.keyboard.type("(31) 98765-4321");
    await page.keyboard.press("Tab");
    await page.keyboard.type("Outra");
    await page.keyboard.press("Enter");
    await page.getByText("Cliente já cadastrado com este telefone").waitFor();
    await page.getByRole("button", { name: "Ver o cadastro" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: ZILA });
    await dialog.getByText("Nenhum pedido deste cliente").waitFor();
    await dialog.getByRole("button", { name: "Editar" }).press("Enter");
    await page.getByRole("dialog", { name: `Editar cliente ${ZILA}` }).waitFor();
    await page.getByLabel("CPF").focus();
    await page.keyboard.type("52998224725");
    await page.keyboard.press("Enter");
    await page.getByText("Cliente atualizado com sucesso").waitFor();
    await openList();
    await row(ZILA).getByText("+55 (31) 98765-4321").waitFor();
    expect(page.url()).not.toContain("98765");
  });

  it("history shows what was bought; two records of one person become one, which is then deleted", async () => {
    await openList();
    const [other = ""] = (await page.locator("[data-customer]").allInnerTexts()).filter((name) => name !== ZILA);
    const orders = async (name: string) => Number(await row(name).getByRole("cell").nth(2).innerText());
    const moving = await orders(other);
    expect(moving).toBeGreaterThan(0);
    await row(other).getByRole("button", { name: other, exact: true }).click();
    const bought = page.getByRole("dialog", { name: other }).getByRole("list", { name: "Histórico de pedidos" });
    await bought
      .getByRole("link", { name: /^Abrir o pedido #/ })
      .first()
      .waitFor();
    await isWellMade(page);
    await page.keyboard.press("Escape");

    await row(ZILA).getByRole("button", { name: ZILA, exact: true }).click();
    await page.getByRole("button", { name: "Juntar com outro cadastro" }).click();
    const merging = page.getByRole("dialog", { name: "Juntar cadastros" });
    await merging.getByRole("searchbox").fill(other);
    await merging.getByRole("button", { name: new RegExp(`^Comparar com ${other}`) }).click();
    await merging.getByRole("table", { name: "Comparação dos cadastros" }).waitFor();
    await isWellMade(page);
    await merging.getByRole("button", { name: "Juntar cadastros" }).click();
    await page.getByText(/^Cadastros juntados: \d+ pedidos? passados?$/).waitFor();
    await expect.poll(() => orders(ZILA), { timeout: 20_000 }).toBe(moving);
    await row(other).waitFor({ state: "detached" });

    await page.getByRole("searchbox", { name: "Buscar clientes" }).fill("zila");
    await expect.poll(() => page.getByRole("rowheader").count(), { timeout: 20_000 }).toBe(1);
    await page.getByRole("button", { name: `Excluir cliente ${ZILA}` }).press("Enter");
    await page
      .getByRole("alertdialog")
      .getByRole("button", { name: `Excluir cliente ${ZILA}` })
      .press("Enter");
    await page.getByText("Cliente excluído com sucesso").waitFor();
    await page.getByText("Nenhum cliente encontrado").waitFor();
  });
});

describe("files", () => {
  it("of customers are looked at, imported with their bad rows named, and can be mended and sent again", async () => {
    await openList();
    await page.getByRole("button", { name: "Importar CSV" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Importar clientes" });
    await isWellMade(page);
    // As Excel writes it on a Brazilian computer: no UTF-8, semicolons.
    const file =
      "Nome;Celular;Endere\u00e7o\r\n\u00c9rica Nova;(31) 3333-4444;Rua 1\r\nSem Telefone;;Rua 2\r\n=1+1;31912345678;\r\n";
    await dialog.getByLabel("Arquivo", { exact: true }).setInputFiles({
      name: "clientes.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(file, "latin1"),
    });
    await dialog.getByText("2 linhas prontas, 1 linha com erro").waitFor();
    await dialog.getByText("Informe telefone e nome completo").waitFor();
    await isWellMade(page);
    await dialog.getByRole("button", { name: "Importar 2 linhas" }).press("Enter");
    await dialog.getByText("Importação concluída").waitFor();
    await dialog.getByText(": 2 ok, 1 não").waitFor();
    await dialog.getByRole("listitem").filter({ hasText: "Linha 3" }).waitFor();
    await isWellMade(page);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      dialog.getByRole("button", { name: "Baixar linhas com erro" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("erros-clientes.csv");
    await page.keyboard.press("Escape");
    await row("Érica Nova").getByText("+55 (31) 3333-4444").waitFor();
    await row("=1+1").waitFor();
  });

  it.each([
    { width: 1280, colorScheme: "dark" as const },
    { width: 360, colorScheme: "light" as const },
  ])("at $width px, $colorScheme: axe finds nothing on the screens, nothing scrolls sideways", async (look) => {
    await page.emulateMedia({ colorScheme: look.colorScheme, reducedMotion: "reduce" });
    await page.setViewportSize({ width: look.width, height: 800 });
    await page.goto(`${shop.url}/clientes`);
    await page.getByText("Clientes ativos").waitFor();
    await isWellMade(page);
    await page.goto(`${shop.url}/clientes?aba=cadastro`);
    await page.getByLabel("Telefone").waitFor();
    await isWellMade(page);
    await page.goto(`${shop.url}/clientes?aba=lista`);
    await page
      .getByRole("button", { name: /^Editar cliente/ })
      .first()
      .waitFor();
    await isWellMade(page);
    await page
      .getByRole("button", { name: /^Editar cliente/ })
      .first()
      .click();
    await page.getByLabel("Complemento").waitFor();
    await isWellMade(page);
    await page.goto(`${shop.url}/produtos?importar=sim`);
    const rows = Array.from(
      { length: 30 },
      (_, at) => `C${700 + at};Vestido muito longo importado;${at === 3 ? "dez" : "10"}`,
    );
    const buffer = Buffer.from(["Código;Nome;Preço", ...rows].join("\r\n"));
    await page
      .getByLabel("Arquivo", { exact: true })
      .setInputFiles({ name: "produtos.csv", mimeType: "text/csv", buffer });
    await page.getByText("29 linhas prontas, 1 linha com erro").waitFor();
    await isWellMade(page);
  });
});
