import type { Browser, BrowserContext } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser } from "../support/browser";
import { startInstallation, type Installation } from "../support/installation";
import { StaffMember } from "../support/staffPages";
import { isWellMade } from "../support/wellMade";

/** Finishing an order and paying it, with two staff and a customer on a phone, against the simulated services. */

let shop: Installation;
let browser: Browser;

beforeAll(async () => {
  [shop, browser] = await Promise.all([startInstallation(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await shop?.dispose();
});

/** A customer's phone. */
async function aPhone(colorScheme: "light" | "dark" = "light"): Promise<BrowserContext> {
  return browser.newContext({
    locale: "pt-BR",
    timezoneId: "America/Sao_Paulo",
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
    colorScheme,
    reducedMotion: "reduce",
  });
}

describe("from the launch to the payment", () => {
  it("launch, checkout, pay on a phone: both staff screens and the customer's page turn to paid by themselves", async () => {
    const ana = await StaffMember.signIn(browser, shop.url, "ana@lojademo.test", shop.password);
    const joao = await StaffMember.signIn(browser, shop.url, "joao@lojademo.test", shop.password);
    await ana.openLaunch();
    await ana.fillLaunch("C151", "31 99876-5432", 2);
    await ana.pressLaunch();
    await ana.feed.getByText("+55 (31) 99876-5432").first().waitFor();
    await joao.openOrders();
    const row = joao.orderRow("+55 (31) 99876-5432");
    await row.getByText("Pendente").waitFor();

    // The checkout, by keyboard.
    const desk = ana.page;
    await desk.goto(`${shop.url}/checkout`);
    await desk.getByRole("button", { name: /Finalizar Compra/ }).press("Enter");
    await desk.getByLabel("Telefone do cliente").fill("31 99876-5432");
    await desk.keyboard.press("Enter");
    await desk.getByRole("heading", { name: /^Pedido #/ }).waitFor();
    expect(await desk.getByRole("navigation", { name: "Telas" }).count()).toBe(0);
    await desk.getByLabel("Nome Completo").fill("Maria Souza");
    await desk.keyboard.press("Tab");
    await desk.keyboard.type("19119119100");
    await desk.getByLabel("CEP", { exact: true }).pressSequentially("30130010");
    await desk.getByText("Endereço preenchido pelo CEP").waitFor();
    expect(await desk.getByLabel("Rua").inputValue()).not.toBe("");
    await desk.getByText(/opções de frete encontradas/).waitFor();
    const sedex = desk.getByRole("radio", { name: /SEDEX/ });
    await sedex.press("Space");
    const summary = desk.getByRole("region", { name: "Resumo" });
    await summary.getByText(/^R\$\s0,00$/).waitFor({ state: "detached" });
    await isWellMade(desk);

    const [payment] = await Promise.all([
      desk.context().waitForEvent("page"),
      desk.getByRole("button", { name: "Finalizar Pedido - Mercado Pago" }).press("Enter"),
    ]);
    const waiting = desk.getByRole("region", { name: "Links enviados por você" });
    await waiting.getByText("Aguardando pagamento").waitFor();
    await isWellMade(desk);

    const phone = await aPhone();
    const customer = await phone.newPage();
    await customer.goto(payment.url());
    await payment.close();
    await customer.getByLabel("Nome no cartão").selectOption("APRO");
    await customer.getByRole("button", { name: "Pagar com cartão" }).click();
    // An approved card leads back by itself.
    await customer.waitForURL(/\/mp\/return\?/);
    await customer.getByText("Recebemos o pagamento. Obrigado pela compra!").waitFor();
    expect(await customer.title()).toBe("Pagamento aprovado · Loja Demo");
    await isWellMade(customer);

    await waiting.getByText("Pago", { exact: true }).waitFor();
    await row.getByText("Pago", { exact: true }).waitFor();
    await waiting.getByRole("button", { name: /^Ver/ }).click();
    await desk.getByText(/está pago$/).waitFor();
    await desk.getByText("Cartão, aprovado").waitFor();

    // Paid, and Histórico de Pedidos, at phone size and in the dark.
    await desk.emulateMedia({ colorScheme: "dark" });
    await desk.setViewportSize({ width: 360, height: 740 });
    await isWellMade(desk);
    await desk.goto(`${shop.url}/checkout?tela=historico`);
    await desk.getByLabel("Telefone do cliente").fill("31998765432");
    await desk.keyboard.press("Enter");
    await desk.getByRole("button", { name: /^Ver Produtos/ }).click();
    await desk
      .getByRole("dialog", { name: /^Produtos do pedido #/ })
      .getByText("C151")
      .waitFor();
    await isWellMade(desk);
    await Promise.all([ana.close(), joao.close(), phone.close()]);
  });

  it("refused first, then by Pix; a forged address makes nothing paid meanwhile", async () => {
    const joao = await StaffMember.signIn(browser, shop.url, "joao@lojademo.test", shop.password);
    await joao.openLaunch();
    await joao.fillLaunch("C105", "31 99876-0000");
    await joao.pressLaunch();
    await joao.feed.getByText("+55 (31) 99876-0000").first().waitFor();
    const desk = joao.page;
    await desk.setViewportSize({ width: 360, height: 740 });
    await desk.goto(`${shop.url}/checkout?tela=finalizar`);
    await desk.getByLabel("Telefone do cliente").fill("31998760000");
    await desk.keyboard.press("Enter");
    await desk.getByLabel("Nome Completo").fill("José Lima");
    await desk.getByLabel("CPF").fill("19119119100");
    const [payment] = await Promise.all([
      desk.context().waitForEvent("page"),
      desk.getByRole("button", { name: "Finalizar Pedido - Mercado Pago" }).click(),
    ]);
    const waiting = desk.getByRole("region", { name: "Links enviados por você" });
    await waiting.getByText("Aguardando pagamento").waitFor();

    const phone = await aPhone("dark");
    const customer = await phone.newPage();
    await customer.goto(payment.url());
    await payment.close();
    await customer.getByLabel("Nome no cartão").selectOption("FUND");
    await customer.getByRole("button", { name: "Pagar com cartão" }).click();
    await customer.getByRole("link", { name: "Voltar ao site" }).click();
    await customer.getByRole("heading", { name: "Pagamento não aprovado" }).waitFor();
    await isWellMade(customer);
    await waiting.getByText("Pagamento não aprovado").waitFor();

    // The same address, with the words somebody would like to read.
    const forged = new URL(customer.url());
    for (const name of ["status", "collection_status"]) forged.searchParams.set(name, "approved");
    await customer.goto(forged.href);
    await customer.getByText(/^#\d+$/).waitFor();
    expect(await customer.getByRole("heading", { name: "Pagamento aprovado" }).count()).toBe(0);

    const [again] = await Promise.all([
      phone.waitForEvent("page"),
      customer.getByRole("link", { name: /Tentar pagar de novo|Voltar ao Mercado Pago/ }).click(),
    ]);
    await again.getByRole("button", { name: "Gerar código Pix" }).click();
    await again.getByRole("button", { name: "Simular o pagamento deste Pix" }).click();
    await customer.getByRole("heading", { name: "Pagamento aprovado" }).waitFor();
    await waiting.getByText("Pago", { exact: true }).waitFor();
    await Promise.all([joao.close(), phone.close()]);
  });
});

describe("the payment pages", () => {
  it.each(["/mp/return", "/mp/callback"])(
    "%s weighs at most 120 kB in all and holds nothing of the staff app",
    async (path) => {
      const phone = await aPhone();
      const page = await phone.newPage();
      const scripts: string[] = [];
      let bytes = 0;
      page.on("response", async (response) => {
        bytes += Number(response.headers()["content-length"] ?? 0);
        if (response.request().resourceType() === "script") scripts.push(await response.text());
      });
      await page.goto(`${shop.url}${path}?status=failure&preference_id=44444444-1`);
      await page.getByRole("heading", { name: "Pagamento não aprovado" }).waitFor();
      expect(bytes).toBeGreaterThan(10_000);
      expect(bytes).toBeLessThanOrEqual(120_000);
      const code = scripts.join("\n");
      for (const foreign of ["Gestão de Pedidos", "Lançar", "react", "rt-Button"]) expect(code).not.toContain(foreign);
      expect(await page.locator('link[rel="canonical"]').getAttribute("href")).toBe(`${shop.url}${path}`);
      await isWellMade(page);
      await phone.close();
    },
  );

  it("after ten seconds signed-in staff are at the checkout, a customer is where they were", async () => {
    const ana = await StaffMember.signIn(browser, shop.url, "ana@lojademo.test", shop.password);
    const phone = await aPhone();
    const customer = await phone.newPage();
    for (const page of [ana.page, customer]) {
      await page.clock.install();
      await page.goto(`${shop.url}/mp/callback?status=pending&payment_id=1319876543`);
      await page.getByRole("progressbar", { name: "Contagem regressiva" }).waitFor();
    }
    await isWellMade(customer);
    await Promise.all([ana.page, customer].map((page) => page.clock.runFor(10_500)));
    await ana.page.waitForURL(`${shop.url}/checkout`);
    await ana.page.getByRole("heading", { name: "Centro de Controle - Checkout" }).waitFor();
    await isWellMade(ana.page);
    await customer.getByText("Você já pode fechar esta página.").waitFor();
    expect(new URL(customer.url()).pathname).toBe("/mp/callback");
    await Promise.all([ana.close(), phone.close()]);
  });
});
