import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser } from "../support/browser";
import { atNoon } from "../support/daytime";
import { freePorts, startInstallation, type Installation } from "../support/installation";
import { StaffMember } from "../support/staffPages";
import { isWellMade } from "../support/wellMade";

/** Messages to customers, in real browsers against the embedded backend and the simulated gateway. */

let shop: Installation;
let browser: Browser;
let gateway: string;

beforeAll(async () => {
  const [port] = await freePorts(1);
  gateway = `http://127.0.0.1:${port}`;
  // No message to many goes out at night, whenever the tests run.
  const environment = { SIMULATOR_GATEWAY_PORT: String(port), NODE_OPTIONS: atNoon() };
  [shop, browser] = await Promise.all([startInstallation(environment), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await shop?.dispose();
});

const signedIn = (email: string) => StaffMember.signIn(browser, shop.url, email, shop.password);

async function command(method: "PUT" | "POST", path: string, body: object): Promise<void> {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${gateway}/_control/${path}`, { method, headers, body: JSON.stringify(body) });
  expect(answer.ok).toBe(true);
}

/** The shop's one telephone becomes so. */
async function turnTelephone(status: "online" | "offline" | "qr_code"): Promise<void> {
  await command("PUT", "instances", { instances: [{ nome: "Instancia 1", numero: "5531999990000", status }] });
}

interface Received {
  readonly number: string;
  readonly text: string;
}

async function received(): Promise<readonly Received[]> {
  return (await fetch(`${gateway}/_control/messages`)).json() as Promise<readonly Received[]>;
}

const notices = (page: Page) => page.getByRole("region", { name: "Avisos de mensagens" });
const DOWN = "O WhatsApp da loja está desconectado. As mensagens esperam.";

describe("the gateway is down in the middle of a live", () => {
  it("no sale waits, staff see it; when it is back everything goes out once", async () => {
    const ana = await signedIn("ana@lojademo.test");
    await turnTelephone("offline");
    await ana.openLaunch();
    await ana.fillLaunch("C151", "41 99999-0001");
    await ana.pressLaunch();
    await ana.feed.getByText(/Novo pedido criado: C151 x1/).waitFor();

    await ana.openOrders();
    const { page } = ana;
    await notices(page).getByText(DOWN).waitFor();
    await page.getByRole("banner").getByText("WhatsApp em pausa").waitFor();
    const row = ana.orderRow("+55 (41) 99999-0001");
    await row.getByRole("switch").click();
    await page.getByText("Pedido marcado como pago").waitFor();
    await isWellMade(page);
    await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
    await page.setViewportSize({ width: 360, height: 800 });
    await page.waitForFunction(() => document.documentElement.scrollWidth <= window.innerWidth);
    await isWellMade(page);
    await page.setViewportSize({ width: 1280, height: 900 });
    expect(await received()).toEqual([]);

    await turnTelephone("online");
    // The gateway tells, or it is asked again: nobody has to press anything.
    await notices(page).getByText(DOWN).waitFor({ state: "detached", timeout: 90_000 });
    await row.getByRole("button", { name: /: Item, Pagamento$/ }).press("Enter");
    const dialog = page.getByRole("dialog", { name: /^Mensagens do pedido/ });
    await dialog.getByText("Confirmação de pagamento").waitFor();
    await isWellMade(page);
    expect((await received()).map(({ number }) => number)).toEqual(["5541999990001", "5541999990001"]);
    await ana.close();
  });
});

describe("a message to many", () => {
  it("asks first, is seen by everybody while it goes out, and says how it ended", async () => {
    const [ana, joao] = await Promise.all([signedIn("ana@lojademo.test"), signedIn("joao@lojademo.test")]);
    const { page } = ana;
    const before = (await received()).length;
    await Promise.all([ana.openOrders(), joao.openOrders()]);
    for (const number of [300, 296]) await page.getByRole("checkbox", { name: `Selecionar pedido ${number}` }).click();
    await page.getByRole("button", { name: "Enviar mensagem (2)" }).press("Enter");
    const asked = page.getByRole("dialog", { name: "Mensagem em massa" });
    const yes = asked.getByRole("button", { name: "Enviar para 2 clientes" });
    await yes.waitFor();
    await asked.getByRole("button", { name: "Ver destinatários" }).press("Enter");
    await asked.getByRole("listitem").nth(1).waitFor();
    await asked.getByText(/^Termina por volta/).waitFor();
    await isWellMade(page);
    // The first takes its time, so that it can be paused before the second.
    await command("POST", "faults", { kind: "delay", path: "/send-message", ms: 8_000, times: 1 });
    await yes.press("Enter");
    await asked.getByRole("button", { name: "Pausar" }).press("Enter");
    await asked.getByText("O envio está em pausa.").waitFor();
    await isWellMade(page);

    await notices(joao.page).getByText("por Ana").waitFor();
    await notices(joao.page).getByRole("button", { name: "Ver envio" }).click();
    await joao.page.getByRole("button", { name: "Retomar" }).press("Enter");

    await page.getByRole("dialog", { name: "Mensagem em Massa Concluída" }).getByText("2 mensagens enviadas").waitFor();
    await isWellMade(page);
    const numbers = (await received()).slice(before).map(({ number }) => number);
    expect(new Set(numbers).size).toBe(2);
    expect(numbers).toHaveLength(2);
    await Promise.all([ana.close(), joao.close()]);
  });
});

describe("Integração WhatsApp", () => {
  it("shows the telephones as they are, live, and what was sent", async () => {
    const owner = await signedIn("dona@lojademo.test");
    const { page } = owner;
    await page.getByRole("button", { name: /^(WhatsApp|Mais)$/ }).click();
    await page.getByRole("menuitem", { name: "Integração WhatsApp" }).click();
    const telephones = page.getByRole("list", { name: "Instâncias conectadas" });
    await telephones.getByText("Online").waitFor();
    await page.getByRole("button", { name: "Testar conexão" }).click();
    expect(await page.getByRole("button", { name: "Enviar mensagem" }).isDisabled()).toBe(true);
    await turnTelephone("qr_code");
    await telephones.getByText("Aguardando QR").waitFor();
    await isWellMade(page);

    await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
    for (const tab of ["Envios em massa", "Não querem mensagens", "Registro"]) {
      await page.getByRole("tab", { name: tab }).click();
      await page.getByRole("tabpanel", { name: tab }).waitFor();
      await isWellMade(page);
    }
    await page.getByText("Enviada", { exact: true }).first().waitFor();
    await page.setViewportSize({ width: 360, height: 800 });
    await page.waitForFunction(() => document.documentElement.scrollWidth <= window.innerWidth);
    await isWellMade(page);
    await turnTelephone("online");
    await owner.close();
  });
});
