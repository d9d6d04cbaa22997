import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser } from "../support/browser";
import { startInstallation, type Installation } from "../support/installation";
import { StaffMember } from "../support/staffPages";
import { isWellMade } from "../support/wellMade";

/** Connecting, quoting, labels and the ERP in real browsers, against the embedded backend and the simulated services. */

let shop: Installation;
let browser: Browser;

beforeAll(async () => {
  [shop, browser] = await Promise.all([startInstallation(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await shop?.dispose();
});

const signIn = (who: string) => StaffMember.signIn(browser, shop.url, `${who}@lojademo.test`, shop.password);

/** Melhor Envio as its panel shows it. */
async function ordersAtMelhorEnvio(): Promise<{ id: string; status: string }[]> {
  const address = /frete (\S+)/.exec(shop.output())?.[1];
  const answer = await fetch(`${address}/_control/orders`);
  return (await answer.json()) as { id: string; status: string }[];
}

/** Both themes, the desk and the phone. */
async function isWellMadeEverywhere(page: Page): Promise<void> {
  await isWellMade(page);
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await page.setViewportSize({ width: 360, height: 800 });
  // The frame draws itself anew for the phone; when it has, nothing may reach over the edge.
  await page.waitForFunction(() => document.documentElement.scrollWidth <= window.innerWidth);
  await isWellMade(page);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await page.setViewportSize({ width: 1280, height: 900 });
}

describe("shipping", () => {
  it("is connected by permission, quotes a parcel and keeps what was chosen", async () => {
    const { page, close } = await signIn("dona").then((staff) => ({ page: staff.page, close: () => staff.close() }));
    await page.goto(`${shop.url}/config-frete`);
    const connection = page.getByRole("region", { name: "Conexão com o Melhor Envio" });
    await connection.getByText("Conectado", { exact: true }).waitFor();
    await page.getByLabel("Redirect URI").waitFor();
    const useOurs = page.getByRole("button", { name: /^Usar http/ });
    if ((await useOurs.count()) > 0) {
      await useOurs.click();
      await page.getByRole("button", { name: "Salvar" }).click();
      await page.getByText("Configurações salvas com sucesso").waitFor();
    }
    const opened = page.waitForEvent("popup");
    await connection.getByRole("button", { name: "Conectar de novo" }).click();
    const consent = await opened;
    await consent.getByRole("button", { name: "Autorizar" }).click();
    await connection.getByText(/^Dona Célia em /).waitFor();
    await consent.close();
    await isWellMadeEverywhere(page);

    await page.goto(`${shop.url}/cotacao-frete`);
    await page.getByLabel("CEP de destino *").fill("01310930");
    await page.getByRole("checkbox", { name: "Retirada em mãos" }).click();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByText("Retirada - Retirar na Fábrica").waitFor();
    await page.getByRole("button", { name: /^Escolher PAC/ }).press("Enter");
    await page.getByText("Cotação salva").waitFor();
    await page.getByRole("row", { name: /01310-930/ }).waitFor();
    await isWellMadeEverywhere(page);
    await close();
  });
});

describe("a label", () => {
  it("is completed and made with the keyboard, paid once by two staff at once, and downloaded", async () => {
    const [ana, joao] = await Promise.all([signIn("ana"), signIn("joao")]);
    const { page } = ana;
    await page.goto(`${shop.url}/etiquetas`);
    const first = page.getByRole("button", { name: /^Gerar etiqueta do pedido \d+$/ }).first();
    const number = /\d+$/.exec((await first.getAttribute("aria-label")) ?? "")?.[0] ?? "";
    await isWellMadeEverywhere(page);
    await first.press("Enter");
    const dialog = page.getByRole("dialog", { name: `Etiqueta do pedido ${number}` });
    await dialog.getByText("Informe o CPF ou CNPJ").waitFor();
    await isWellMadeEverywhere(page);
    await dialog.getByLabel("CPF ou CNPJ *").pressSequentially("19119119100");
    await dialog.getByLabel("CEP *").pressSequentially("01310930");
    await dialog.getByText("Endereço preenchido pelo CEP").waitFor();
    await dialog.getByLabel("Número *").fill("1500");
    await dialog.getByRole("button", { name: "Calcular frete" }).press("Enter");
    await dialog.getByRole("radio", { name: /^PAC/ }).press("Space");
    await dialog.getByRole("button", { name: "Gerar etiqueta" }).press("Enter");
    await dialog.getByText("Aguardando Pagamento").waitFor();
    await isWellMade(page);
    await page.keyboard.press("Escape");

    await joao.page.goto(`${shop.url}/etiquetas?situacao=created_awaiting_payment`);
    const presses = await Promise.all(
      [page, joao.page].map(async (screen) => {
        await screen.getByRole("button", { name: `Pagar etiqueta do pedido ${number}` }).click();
        const pay = screen.getByRole("alertdialog").getByRole("button", { name: /^Pagar R\$/ });
        await pay.waitFor();
        return pay;
      }),
    );
    await Promise.all(presses.map((pay) => pay.click()));
    const row = page.getByRole("row").filter({ hasText: `#${number}` });
    await row.getByText("Pago", { exact: true }).waitFor();
    await joao.page.getByText('Nenhum envio em "Aguardando Pagamento"').waitFor();
    const bought = (await ordersAtMelhorEnvio()).filter(({ status }) => status !== "pending");
    expect(bought.length).toBe(1);

    const opened = page.waitForEvent("popup");
    await row.getByRole("button", { name: `Baixar etiqueta do pedido ${number}` }).click();
    const file = await opened;
    await page.getByText("Etiqueta baixada com sucesso").waitFor();
    await file.close();
    await Promise.all([ana.close(), joao.close()]);
  });
});

describe("Bling", () => {
  it("gets a paid order by itself, and its screen says so", async () => {
    const dona = await signIn("dona");
    const { page } = dona;
    await page.goto(`${shop.url}/bling`);
    await page.getByText(/^Nenhum pedido foi ao Bling ainda/).waitFor();
    await isWellMadeEverywhere(page);
    const desk = await page.context().newPage();
    await desk.goto(`${shop.url}/pedidos?pago=nao`);
    const toggle = desk.getByRole("switch", { name: /^Pedido \d+ pago$/ }).first();
    await toggle.click();
    await page.getByRole("link", { name: /^Ver pedido \d+$/ }).waitFor();
    await page.getByRole("table").getByText("Enviado", { exact: true }).waitFor();
    await isWellMade(page);
    await dona.close();
  });
});
