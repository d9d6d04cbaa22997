import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fixture } from "../embedded/support/aRuntime";
import { launchBrowser } from "../support/browser";
import { startEmbedded, type TestBackend } from "../support/embeddedBackend";
import { isWellMade } from "../support/wellMade";

const keep = makeFunctionReference<"mutation", { body: unknown }, string>("shop:keep");

let backend: TestBackend;
let browser: Browser;

beforeAll(async () => {
  backend = await startEmbedded(fixture("hostile"));
  browser = await launchBrowser();
  const client = new ConvexHttpClient(backend.url, { skipConvexDeploymentUrlCheck: true, logger: false });
  await client.mutation(keep, { body: "<img src=x onerror=document.title='stolen'>" });
  for (let i = 0; i < 60; i++) await client.mutation(keep, { body: { order: i, phone: "5511999990000" } });
});
afterAll(async () => {
  await browser.close();
  await backend.close();
});

/** The dashboard, signed in, with every error its page met. */
async function signedIn(
  options: { colorScheme?: "light" | "dark"; width?: number } = {},
): Promise<{ page: Page; faults: string[] }> {
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1100, height: 800 },
    colorScheme: options.colorScheme ?? "light",
    locale: "pt-BR",
  });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => void (message.type() === "error" && faults.push(message.text())));
  await page.goto(`${backend.url}/_dashboard`);
  await page.getByLabel("Chave de administrador").fill(backend.adminKey);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Visão geral" }).waitFor();
  return { page, faults };
}

describe("the operator's dashboard", () => {
  it("asks for the key and says so when it is wrong", async () => {
    const page = await browser.newPage();
    await page.goto(`${backend.url}/_dashboard`);
    await page.getByLabel("Chave de administrador").fill("errada");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").filter({ hasText: "Chave incorreta." }).waitFor();
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
    await page.close();
  });

  it("is walked through by keyboard: figures, tables, rows page by page, one document, functions, jobs", async () => {
    const { page, faults } = await signedIn();
    await page.getByText("Consultas executadas").waitFor();
    await page.getByRole("link", { name: "Tabelas" }).press("Enter");
    await page.getByRole("link", { name: "notes" }).press("Enter");
    await page.getByRole("heading", { name: "notes" }).waitFor();
    expect(await page.getByRole("row").count()).toBe(51);
    await page.getByRole("button", { name: "Mostrar mais" }).press("Enter");
    await page.getByText("onerror").waitFor();
    expect(await page.getByRole("row").count()).toBe(62);
    await page.getByRole("row").filter({ hasText: "onerror" }).getByRole("link").press("Enter");
    await page.getByRole("link", { name: "← notes" }).waitFor();
    expect(await page.locator("pre").innerText()).toContain("<img src=x");
    expect(await page.locator("img").count()).toBe(0);
    await page.getByRole("link", { name: "Funções" }).press("Enter");
    const called = page.getByRole("row").filter({ hasText: "shop:keep" });
    expect(await called.getByRole("cell").nth(3).innerText()).toBe("61");
    await page.getByRole("link", { name: "Agendadas" }).press("Enter");
    await page.getByText("Nenhum documento.").waitFor();
    expect(await page.title()).toBe("Agendadas · Painel do servidor");
    await page.getByRole("button", { name: "Sair" }).press("Enter");
    await page.getByLabel("Chave de administrador").waitFor();
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it.each(["light", "dark"] as const)("fits 360 px and reads well, %s", async (colorScheme) => {
    const { page } = await signedIn({ colorScheme, width: 360 });
    const places = [
      ["visao", "Visão geral"],
      ["tabelas", "Tabelas"],
      ["tabelas/notes", "notes"],
      ["funcoes", "Funções"],
    ] as const;
    for (const [place, heading] of places) {
      await page.evaluate((hash) => void (location.hash = hash), place);
      await page.getByRole("heading", { name: heading, exact: true }).waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth), place).toBeLessThanOrEqual(360);
      await isWellMade(page);
      const folder = process.env.SCREENSHOTS;
      if (folder !== undefined)
        await page.screenshot({ path: `${folder}/${colorScheme}-${place.replace("/", "-")}.png` });
    }
    await page.context().close();
  });
});
