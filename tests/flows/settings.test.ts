import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser } from "../support/browser";
import { startInstallation, type Installation } from "../support/installation";
import { isWellMade } from "../support/wellMade";

/** Setting up a company, and keeping companies apart, in real browsers against the embedded backend. */

let shop: Installation;
let browser: Browser;

beforeAll(async () => {
  [shop, browser] = await Promise.all([startInstallation(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await shop?.dispose();
});

async function signedIn(email: string, password = shop.password): Promise<Page> {
  const context = await browser.newContext({
    locale: "pt-BR",
    timezoneId: "America/Sao_Paulo",
    viewport: { width: 1280, height: 900 },
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  await page.goto(`${shop.url}/auth`);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Senha").fill(password);
  await page.keyboard.press("Enter");
  await page.getByText("Login realizado com sucesso.").waitFor();
  return page;
}

const TABS = [
  ["", (page: Page) => page.getByText("Pessoas na equipe")],
  ["?aba=configuracoes", (page: Page) => page.getByText("SECRETS_KEY")],
  ["?aba=sistema", (page: Page) => page.getByText("31575-060")],
  ["?aba=cupons", (page: Page) => page.getByText("PRIMEIRO")],
  ["?aba=brindes", (page: Page) => page.getByText("Nenhum brinde cadastrado")],
  ["?aba=integracoes", (page: Page) => page.getByLabel("Nome da instância")],
] as const;

describe("an owner", () => {
  it("makes a coupon with the keyboard alone; the dashboard on another screen counts it at once", async () => {
    const owner = await signedIn("dona@lojademo.test");
    const other = await owner.context().newPage();
    await other.goto(`${shop.url}/config`);
    const figure = other.getByRole("definition").first();
    await figure.getByText("0", { exact: true }).waitFor();

    await owner.goto(`${shop.url}/config?aba=cupons`);
    await owner.getByRole("button", { name: "Novo cupom" }).press("Enter");
    await owner.getByRole("dialog", { name: "Novo cupom" }).waitFor();
    await isWellMade(owner);
    await owner.keyboard.press("Enter");
    await owner.getByText("Preencha todos os campos obrigatórios").first().waitFor();
    await isWellMade(owner);
    await owner.keyboard.type("primeiro");
    await owner.keyboard.press("Tab");
    await owner.keyboard.press("Tab");
    await owner.keyboard.type("10");
    await owner.keyboard.press("Enter");
    await owner.getByText("Cupom criado com sucesso").waitFor();
    await owner.getByRole("row", { name: /PRIMEIRO 10%/ }).waitFor();
    await figure.getByText("1", { exact: true }).waitFor();

    for (const [at, [query, filled]] of TABS.entries()) {
      // Light and dark in turn: every tab is looked at, and each look meets every kind of control.
      await owner.emulateMedia({ colorScheme: at % 2 === 0 ? "light" : "dark", reducedMotion: "reduce" });
      await owner.goto(`${shop.url}/config${query}`);
      await filled(owner).waitFor();
      await isWellMade(owner);
      await owner.setViewportSize({ width: 360, height: 800 });
      // The frame draws itself anew for the phone; when it has, nothing may reach over the edge.
      await owner.waitForFunction(() => document.documentElement.scrollWidth <= window.innerWidth);
      await owner.setViewportSize({ width: 1280, height: 900 });
    }
    await owner.context().close();
  });

  it("saves a secret, which comes back masked and is read only by 'Mostrar', and that is written down", async () => {
    const owner = await signedIn("dona@lojademo.test");
    await owner.goto(`${shop.url}/config?aba=integracoes`);
    const form = owner.getByRole("form", { name: "Mercado Pago" });
    await form.getByLabel("Access token", { exact: true }).fill("APP_USR-123456789-ab12");
    await form.getByRole("button", { name: "Salvar Mercado Pago" }).click();
    await owner.getByText("Configuração do Mercado Pago salva com sucesso").waitFor();
    await form.getByText("Guardado: ••••••••ab12. Deixe vazio para manter.").waitFor();
    expect(await owner.content()).not.toContain("APP_USR-123456789-ab12");
    await form.getByRole("button", { name: "Mostrar Access token" }).click();
    await form.getByText("APP_USR-123456789-ab12").waitFor();
    await isWellMade(owner);
    await owner.goto(`${shop.url}/config?aba=auditoria`);
    await owner.getByText("mostrou uma credencial").first().waitFor();
    expect(await owner.content()).not.toContain("APP_USR-123456789-ab12");
    await owner.goto(`${shop.url}/config?aba=configuracoes`);
    await owner.getByRole("listitem").filter({ hasText: "Mercado Pago" }).getByText("Ativa").waitFor();
    await owner.context().close();
  });
});

describe("staff", () => {
  it("has no link to /config, and its address leads home with the reason", async () => {
    const staff = await signedIn("ana@lojademo.test");
    expect(await staff.getByRole("link", { name: "Configurações" }).count()).toBe(0);
    await staff.goto(`${shop.url}/config?aba=cupons`);
    await staff.getByText("Acesso negado").waitFor();
    await staff.getByRole("heading", { name: "Sistema de Vendas" }).waitFor();
    await staff.context().close();
  });
});

describe("the master", () => {
  it("makes a company, works as it and as nobody else, and deletes it with all it has", async () => {
    const master = await signedIn("master@lojademo.test");
    await master.goto(`${shop.url}/config?aba=empresas`);
    await master.getByRole("button", { name: "Nova empresa" }).click();
    const form = master.getByRole("dialog", { name: "Nova empresa" });
    await form.getByLabel("Nome da empresa *").fill("Bazar da Zélia");
    await form.getByText("Identificador: bazardazelia.").waitFor();
    await isWellMade(master);
    await form.getByLabel("Email do administrador *").fill("zelia@bazar.test");
    await form.getByLabel("Senha do administrador *").fill("segredo-da-zelia");
    await form.getByRole("button", { name: "Criar" }).click();
    await master.getByText("Empresa Bazar da Zélia criada com sucesso!").waitFor();

    await master.getByRole("combobox", { name: "Empresa simulada" }).click();
    await master.getByRole("option", { name: "Bazar da Zélia" }).click();
    const bar = master.getByRole("region", { name: "Empresa simulada" });
    await bar.getByText("Simulando tenant: Bazar da Zélia").waitFor();
    await isWellMade(master);
    await master.goto(`${shop.url}/config?aba=brindes`);
    await master.getByRole("button", { name: "Novo brinde" }).click();
    const gift = master.getByRole("dialog", { name: "Novo brinde" });
    await gift.getByLabel("Nome *").fill("Caneca da Zélia");
    await gift.getByLabel("Compra mínima *").fill("50");
    await gift.getByRole("button", { name: "Criar" }).click();
    await master.getByText("Brinde criado com sucesso").waitFor();
    for (const path of ["/", "/pedidos", "/pedidos-manual"]) {
      await master.goto(shop.url + path);
      await bar.waitFor();
    }

    // What was written is the simulated company's alone: its own account sees it, Loja Demo's owner does not.
    const zelia = await signedIn("zelia@bazar.test", "segredo-da-zelia");
    await zelia.goto(`${shop.url}/config?aba=brindes`);
    await zelia.getByText("Caneca da Zélia").waitFor();
    const owner = await signedIn("dona@lojademo.test");
    await owner.goto(`${shop.url}/config?aba=brindes`);
    await owner.getByText("Nenhum brinde cadastrado").waitFor();
    await owner.context().close();

    await bar.getByRole("button", { name: "Voltar ao site principal" }).click();
    await master.getByText("Voltando ao site principal").waitFor();
    await bar.waitFor({ state: "detached" });

    await master.goto(`${shop.url}/config?aba=empresas`);
    await master.getByRole("button", { name: "Excluir empresa Bazar da Zélia" }).click();
    const asked = master.getByRole("alertdialog", { name: "Excluir empresa Bazar da Zélia" });
    await asked.getByText("1 pessoa, que perde o acesso agora").waitFor();
    await asked.getByText("1 brinde", { exact: true }).waitFor();
    await isWellMade(master);
    await asked.getByLabel("Para confirmar, digite bazardazelia").fill("bazardazelia");
    await asked.getByRole("button", { name: "Excluir empresa Bazar da Zélia" }).click();
    await master.getByText("Empresa Bazar da Zélia excluída com sucesso!").waitFor();
    await zelia.getByText("Caneca da Zélia").waitFor({ state: "detached" });
    await master.setViewportSize({ width: 360, height: 800 });
    await master.getByRole("region", { name: "Exclusões recentes" }).waitFor();
    await isWellMade(master);
    await zelia.context().close();
    await master.context().close();
  });
});
