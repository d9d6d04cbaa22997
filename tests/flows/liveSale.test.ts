import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser } from "../support/browser";
import { startInstallation, type Installation } from "../support/installation";
import { StaffMember } from "../support/staffPages";

/** How the top bar says that the server is away: at first, and when it lasts. */
const GONE = /^reconectando…|^sem conexão/;

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

describe("a sale launched in one browser appears in another", () => {
  it("order, stock and footer change at once, without a reload", async () => {
    await Promise.all([ana.openLaunch(), joao.openOrders()]);
    const joaoLaunches = await joao.page.context().newPage();
    await joaoLaunches.goto(`${shop.url}/pedidos-manual`);
    await joaoLaunches.getByLabel("Código").fill("151");
    const stockAtJoao = joaoLaunches.getByRole("region", { name: "Produto", exact: true }).getByText(/^\d+ de \d+$/);
    const before = Number((await stockAtJoao.innerText()).split(" ")[0]);
    await expect.poll(() => joao.figure("Pedidos")).toMatch(/^\d+$/);
    const ordersBefore = Number(await joao.figure("Pedidos"));

    await ana.fillLaunch("C151", "(11) 98765-4321");
    await ana.pressLaunch();

    await ana.feed.getByText("Novo pedido criado: C151 x1 para +55 (11) 98765-4321.").waitFor();
    const row = joao.orderRow("+55 (11) 98765-4321");
    await row.waitFor();
    expect(await row.innerText()).toContain("Pendente");
    await expect.poll(() => joao.figure("Pedidos")).toBe(String(ordersBefore + 1));
    await expect.poll(async () => Number((await stockAtJoao.innerText()).split(" ")[0])).toBe(before - 1);
    await joaoLaunches.getByRole("list", { name: "Últimos lançamentos" }).getByText("Ana").first().waitFor();
    await joaoLaunches.close();
  });

  it("a second piece grows the same order, and the phone field is ready for the next customer", async () => {
    await ana.fillLaunch("C151", "11 98765-4321");
    await ana.pressLaunch();
    await ana.feed.getByText("Produto adicionado ao pedido existente: C151 x1").first().waitFor();
    expect(await joao.orderRow("+55 (11) 98765-4321").count()).toBe(1);
    expect(await ana.launchLine.getByLabel("Celular").evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await ana.launchLine.getByLabel("Celular").inputValue()).toBe("");
  });

  it("marking it paid in one browser shows in the other", async () => {
    await ana.openOrders("?pago=nao");
    const row = ana.orderRow("+55 (11) 98765-4321");
    await row.waitFor();
    await joao.orderRow("+55 (11) 98765-4321").getByRole("switch").click();
    await joao.orderRow("+55 (11) 98765-4321").getByText("Pago", { exact: true }).waitFor();
    // R3: it is no longer of this filter, and stays in sight until somebody touches the list.
    await row.getByText("saiu da lista").waitFor();
    await ana.page.getByRole("switch").last().focus();
    await ana.page.keyboard.press("ArrowUp");
    await row.waitFor({ state: "detached" });
  });
});

describe("two staff, last piece, same moment", () => {
  it("one wins, the other reads 'Estoque insuficiente. Disponível: 0'", async () => {
    await Promise.all([ana.openLaunch(), joao.openLaunch()]);
    await ana.fillLaunch("C152", "21 98888-0001");
    const left = await ana.stockLeft();
    if (left > 1) {
      await ana.fillLaunch("C152", "21 98888-0001", left - 1);
      await ana.pressLaunch();
    }
    await ana.stockText(/^1 de \d+$/).waitFor();
    await Promise.all([ana.fillLaunch("C152", "21 98888-0002"), joao.fillLaunch("C152", "21 98888-0003")]);
    await joao.stockText(/^1 de \d+$/).waitFor();

    // Neither browser may hear of the other's launch before its own is sent: the server, which alone decides, is held still meanwhile.
    shop.pause();
    await Promise.all(
      [ana, joao].map((staff) => staff.launchLine.evaluate((form) => (form as HTMLFormElement).requestSubmit())),
    );
    await Promise.all([ana, joao].map((staff) => staff.feed.getByText("enviando").first().waitFor()));
    shop.resume();

    const refusals = () =>
      Promise.all([ana, joao].map((staff) => staff.feed.getByText("Estoque insuficiente. Disponível: 0").count()));
    await expect.poll(async () => (await refusals()).sort()).toEqual([0, 1]);
    await Promise.all([ana.stockText("Esgotado").waitFor(), joao.stockText("Esgotado").waitFor()]);
  });
});

describe("kill -9 between launches", () => {
  it("all acknowledged launches are there, and both browsers are live again by themselves", async () => {
    await Promise.all([ana.openLaunch(), joao.openOrders()]);
    for (const phone of ["31 97777-0001", "31 97777-0002", "31 97777-0003"]) {
      await ana.fillLaunch("C151", phone);
      await ana.pressLaunch();
    }
    await ana.feed.getByText("+55 (31) 97777-0003").waitFor();

    await shop.kill();
    await Promise.all([ana, joao].map((staff) => staff.page.getByText(GONE).first().waitFor()));
    await shop.restart();
    await Promise.all([ana, joao].map((staff) => staff.page.getByText("ao vivo").waitFor()));

    for (const phone of ["+55 (31) 97777-0001", "+55 (31) 97777-0002", "+55 (31) 97777-0003"]) {
      await joao.orderRow(phone).waitFor();
    }
    await ana.fillLaunch("C151", "31 97777-0004");
    await ana.pressLaunch();
    await joao.orderRow("+55 (31) 97777-0004").waitFor();
  });

  it("a launch pressed while the server is away is delivered once, when it is back", async () => {
    await shop.kill();
    await ana.page.getByText(GONE).first().waitFor();
    await ana.fillLaunchOffline("C151", "31 97777-0005");
    await ana.pressLaunch();
    await ana.feed
      .getByText(/enviando|guardado/)
      .first()
      .waitFor();
    await shop.restart();
    await joao.orderRow("+55 (31) 97777-0005").waitFor();
    expect(await joao.orderRow("+55 (31) 97777-0005").innerText()).toMatch(/R\$\s189,90/);
  });
});

describe("npm start", () => {
  it("prints the address and the log-ins, one per line, and Ctrl-C leaves no process behind", async () => {
    const lines = shop.output().split("\n");
    expect(lines).toContain(`Pronto: ${shop.url}`);
    expect(lines.filter((line) => line.includes("@lojademo.test"))).toHaveLength(4);
    expect(await shop.stop()).toBe(0);
    await expect(fetch(shop.siteUrl)).rejects.toThrow();
  });
});
