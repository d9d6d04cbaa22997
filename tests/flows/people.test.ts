import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser } from "../support/browser";
import { projectRoot, startInstallation, type Installation } from "../support/installation";
import { isWellMade } from "../support/wellMade";

/** People coming, going, and looking after their access, in real browsers against the embedded backend. */

let shop: Installation;
let browser: Browser;
/** Named here because the operator's commands ask for it. */
const dataDir = mkdtempSync(join(tmpdir(), "people-"));

beforeAll(async () => {
  [shop, browser] = await Promise.all([startInstallation({ DATA_DIR: dataDir }), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await shop?.dispose();
  rmSync(dataDir, { recursive: true, force: true });
});

async function newContext(width = 1280): Promise<BrowserContext> {
  return browser.newContext({
    locale: "pt-BR",
    timezoneId: "America/Sao_Paulo",
    viewport: { width, height: 900 },
    reducedMotion: "reduce",
  });
}
async function signIn(page: Page, email: string, password = shop.password): Promise<void> {
  await page.goto(`${shop.url}/auth`);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Senha").fill(password);
  await page.keyboard.press("Enter");
  await page.getByText("Login realizado com sucesso.").waitFor();
}

describe("the team", () => {
  it("a link brings somebody in; removed, their open screens end at once, and the log says who did it", async () => {
    const owners = await newContext();
    const owner = await owners.newPage();
    await signIn(owner, "dona@lojademo.test");
    await owner.goto(`${shop.url}/config?aba=equipe`);
    await owner.getByRole("row", { name: /Dona.*\(você\)/ }).waitFor();
    await isWellMade(owner);
    await owner.getByRole("button", { name: "Convidar pessoa" }).press("Enter");
    await owner.getByRole("button", { name: "Criar link" }).press("Enter");
    const link = await owner.getByLabel("Link do convite").inputValue();
    await isWellMade(owner);
    await owner.keyboard.press("Escape");

    const guests = await newContext(360);
    const guest = await guests.newPage();
    await guest.goto(link);
    await guest.getByText("Loja Demo convida você para a equipe.").waitFor();
    await isWellMade(guest);
    await guest.getByLabel("E-mail").fill("nova@exemplo.test");
    await guest.getByLabel("Senha").fill("segredo-novo");
    await guest.keyboard.press("Enter");
    await guest.getByText("Você agora faz parte da equipe de Loja Demo").waitFor();
    await guest.goto(`${shop.url}/pedidos`);
    await guest.getByText("#300").first().waitFor();

    await owner.getByRole("button", { name: "Mais ações para nova" }).click();
    await owner.getByRole("menuitem", { name: "Remover da equipe" }).click();
    await owner.getByRole("button", { name: "Remover nova" }).click();
    await guest.getByText("Sua sessão foi encerrada").waitFor();
    await guest.getByLabel("Senha").waitFor();
    expect(await guest.getByText("#300").count()).toBe(0);

    await owner.goto(`${shop.url}/config?aba=auditoria`);
    await owner
      .getByRole("row")
      .filter({ hasText: "removeu a pessoa" })
      .filter({ hasText: "nova@exemplo.test" })
      .waitFor();
    await isWellMade(owner);
    await owner.setViewportSize({ width: 360, height: 800 });
    await owner.getByRole("list", { name: "Registro de auditoria" }).waitFor();
    await isWellMade(owner);
    await Promise.all([owners.close(), guests.close()]);
  });
});

describe("the own access", () => {
  it("recovers by a code that only the operator's outbox shows, and the old password is worth nothing", async () => {
    const context = await newContext(360);
    const page = await context.newPage();
    await page.goto(`${shop.url}/auth`);
    await page.getByLabel("E-mail").fill("joao@lojademo.test");
    await page.getByRole("button", { name: "Corrigir automaticamente" }).press("Enter");
    await isWellMade(page);
    await page.keyboard.press("Enter");
    await page.getByText("Se houver uma conta com joao@lojademo.test").waitFor();
    await isWellMade(page);
    await page.getByLabel("Código").fill(await mailedCode("joao@lojademo.test"));
    await page.getByLabel("Senha nova").fill("outro-segredo");
    await page.keyboard.press("Enter");
    await page.getByText("Login realizado com sucesso.").waitFor();
    await context.close();
  });

  it("a new password: this tab and its neighbour go on, another browser is signed out", async () => {
    const [mine, other] = [await newContext(), await newContext()];
    const [page, elsewhere] = [await mine.newPage(), await other.newPage()];
    await signIn(page, "ana@lojademo.test");
    await signIn(elsewhere, "ana@lojademo.test");
    const neighbour = await mine.newPage();
    await neighbour.goto(`${shop.url}/pedidos`);
    await neighbour.getByText("#300").first().waitFor();

    await page.getByRole("button", { name: "ana@lojademo.test" }).press("Enter");
    await page.getByLabel("Senha atual").fill(shop.password);
    await page.getByLabel("Senha nova").fill("segredo-trocado");
    await isWellMade(page);
    await page.keyboard.press("Enter");
    await page.getByText("Senha trocada. As outras telas desta conta foram desconectadas.").waitFor();
    await page.getByRole("button", { name: "ana@lojademo.test" }).waitFor();
    await elsewhere.getByText("Sua sessão foi encerrada").waitFor();
    await neighbour.getByText("#300").first().waitFor();
    // What the neighbour shows next comes from the new session.
    await neighbour.goto(`${shop.url}/pedidos-manual`);
    await neighbour.getByText("C105").first().waitFor();
    await Promise.all([mine.close(), other.close()]);
  });

  it("two tabs renew their session at the same moment, and both go on", async () => {
    const context = await newContext();
    const first = await context.newPage();
    await signIn(first, "dona@lojademo.test");
    const second = await context.newPage();
    let renewals = 0;
    for (const page of [first, second])
      page.on("request", (request) => {
        if (request.url().endsWith("/api/action") && (request.postData() ?? "").includes("refreshToken")) renewals += 1;
      });
    // The clock is the context's: its pages share it.
    await context.clock.install();
    for (const page of [first, second]) {
      await page.goto(`${shop.url}/pedidos`);
      await page.getByText("#300").first().waitFor();
    }
    // A token lives ten minutes: in both tabs it is time at once.
    await context.clock.fastForward("10:30");
    await expect.poll(() => renewals).toBeGreaterThan(0);
    for (const page of [first, second]) {
      await page.reload();
      await page.getByText("#300").first().waitFor();
    }
    await context.close();
  });

  it("left alone: warned after 28 minutes, signed out after 30 in every tab, at the start", async () => {
    const context = await newContext();
    const first = await context.newPage();
    await signIn(first, "dona@lojademo.test");
    const second = await context.newPage();
    // The clock is the context's: its pages share it.
    await context.clock.install();
    for (const page of [first, second]) {
      await page.goto(`${shop.url}/pedidos`);
      await page.getByText("#300").first().waitFor();
    }
    await context.clock.fastForward("28:05");
    await first.getByRole("alertdialog", { name: "Você ainda está aí?" }).waitFor();
    await isWellMade(first);
    await context.clock.fastForward("02:00");
    for (const page of [first, second]) {
      await page.getByText("Você foi desconectado por inatividade.").waitFor();
      await page.waitForURL(`${shop.url}/`);
      await page.getByRole("link", { name: "Entrar" }).first().waitFor();
    }
    await context.close();
  });
});

describe("?code= in an address", () => {
  it("of a return page is neither taken for a sign-in nor taken away", async () => {
    const context = await newContext();
    const page = await context.newPage();
    await signIn(page, "dona@lojademo.test");
    const codes: string[] = [];
    page.on("request", (request) => {
      if ((request.postData() ?? "").includes("TG-123")) codes.push(request.url());
    });
    for (const path of ["/mp/callback", "/mp/return", "/config"]) {
      await page.goto(`${shop.url}${path}?code=TG-123&state=abc`);
      // The payment pages are no part of the app: they have their own heading and no account.
      const isApp = path === "/config";
      await (
        isApp
          ? page.getByRole("button", { name: "dona@lojademo.test" })
          : page.getByText("Este endereço não diz nada sobre um pagamento.")
      ).waitFor();
      expect(new URL(page.url()).search).toBe("?code=TG-123&state=abc");
    }
    // The one screen that a permission's code comes back to uses it up, for what it is and for nothing else.
    await page.goto(`${shop.url}/config-frete?code=TG-123&state=abc`);
    await page.waitForURL(`${shop.url}/config-frete`);
    await page.getByRole("button", { name: "dona@lojademo.test" }).waitFor();
    expect(codes).toEqual([]);
    await context.close();
  });
});

/** The code of the newest mail to an address, as the operator of the machine reads it. */
async function mailedCode(to: string): Promise<string> {
  let code: string | undefined;
  await expect
    .poll(async () => {
      const text = await readOutbox();
      code = text.split(to)[1]?.match(/\b\d{8}\b/)?.[0];
      return code;
    })
    .toBeTruthy();
  return code ?? "";
}

async function readOutbox(): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [join(projectRoot, "scripts/admin.mjs"), "mail"], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: new URL(shop.url).port },
  });
  return stdout;
}
