import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser } from "../support/browser";
import { startInstallation, type Installation } from "../support/installation";
import { isWellMade } from "../support/wellMade";

/** Every screen that exists: where it is, and what shows that it is filled. */
const SCREENS = [
  { name: "Entrar", path: "/auth", signedIn: false, filled: (page: Page) => page.getByLabel("Senha") },
  {
    name: "Criar conta",
    path: "/auth",
    signedIn: false,
    filled: (page: Page) => page.getByLabel("Senha"),
    open: "Criar conta",
  },
  {
    name: "Início",
    path: "/",
    signedIn: true,
    filled: (page: Page) => page.getByRole("link", { name: /Acessar/ }).first(),
  },
  {
    name: "Pedidos Manual",
    path: "/pedidos-manual",
    signedIn: true,
    filled: (page: Page) => page.getByText("C105").first(),
  },
  { name: "Pedidos", path: "/pedidos", signedIn: true, filled: (page: Page) => page.getByText("#300").first() },
  {
    name: "Pedidos sem resultado",
    path: "/pedidos?data=2019-01-01",
    signedIn: true,
    filled: (page: Page) => page.getByText("Nenhum pedido encontrado"),
  },
  {
    name: "não encontrada",
    path: "/nao-existe",
    signedIn: true,
    filled: (page: Page) => page.getByText("Oops! Page not found"),
  },
];

const HERE = { locale: "pt-BR", timezoneId: "America/Sao_Paulo" };

let shop: Installation;
let browser: Browser;
let signedIn: string;

beforeAll(async () => {
  [shop, browser] = await Promise.all([startInstallation(), launchBrowser()]);
  const context = await browser.newContext(HERE);
  await signIn(await context.newPage());
  signedIn = JSON.stringify(await context.storageState());
  await context.close();
});

afterAll(async () => {
  await browser?.close();
  await shop?.dispose();
});

interface Look {
  readonly width: number;
  readonly colorScheme: "light" | "dark";
}

async function openPage({ width, colorScheme }: Look): Promise<Page> {
  const viewport = { width, height: 800 };
  return (await browser.newContext({ ...HERE, colorScheme, viewport, reducedMotion: "reduce" })).newPage();
}

/** Each look by itself: a page renews its session whenever it is loaded, and what another keeps of it is then used up. */
async function signIn(page: Page): Promise<void> {
  await page.goto(`${shop.url}/auth`);
  await page.getByLabel("E-mail").fill("ana@lojademo.test");
  await page.getByLabel("Senha").fill(shop.password);
  await page.keyboard.press("Enter");
  await page.getByText("Login realizado com sucesso.").waitFor();
}

async function openScreen(page: Page, screen: (typeof SCREENS)[number]): Promise<void> {
  await page.goto(shop.url + screen.path);
  if (screen.open !== undefined)
    await page
      .getByRole("link", { name: screen.open })
      .or(page.getByRole("button", { name: screen.open }))
      .first()
      .click();
  await screen.filled(page).waitFor();
}

describe.each([
  { width: 1280, colorScheme: "light" as const },
  { width: 1280, colorScheme: "dark" as const },
  { width: 360, colorScheme: "light" as const },
  { width: 360, colorScheme: "dark" as const },
])("at $width px, $colorScheme", (look) => {
  let pages: { readonly inside: Page; readonly outside: Page };
  beforeAll(async () => {
    const [inside, outside] = await Promise.all([openPage(look), openPage(look)]);
    await signIn(inside);
    pages = { inside, outside };
  });
  afterAll(async () => {
    await Promise.all([pages.inside.context().close(), pages.outside.context().close()]);
  });

  it.each(SCREENS)("$name: axe finds nothing, and nothing scrolls sideways", async (screen) => {
    const page = screen.signedIn ? pages.inside : pages.outside;
    await openScreen(page, screen);
    await isWellMade(page);
    expect(await page.title()).toMatch(/ · /);
  });
});

describe("with the keyboard alone", () => {
  it("signs in, launches, goes to the orders and marks the order paid", async () => {
    const context = await browser.newContext({
      locale: "pt-BR",
      timezoneId: "America/Sao_Paulo",
      viewport: { width: 1280, height: 900 },
    });
    const page = await context.newPage();
    await page.goto(`${shop.url}/auth`);
    await page.getByLabel("E-mail").waitFor();
    await tabTo(page, "E-mail");
    await page.keyboard.type("joao@lojademo.test");
    await tabTo(page, "Senha");
    await page.keyboard.type(shop.password);
    await page.keyboard.press("Enter");
    await headingHasFocus(page, "Sistema de Vendas");

    await tabTo(page, "Pedidos Manual", "Shift+Tab");
    await page.keyboard.press("Enter");
    await headingHasFocus(page, "Pedidos Manual");
    await tabTo(page, "Código");
    await page.keyboard.type("151");
    await page.getByRole("heading", { name: "C151" }).waitFor();
    await page.keyboard.press("Enter"); // the phone is empty: Enter leads there
    await page.keyboard.type("41 99999-0001");
    await page.keyboard.press("Enter");
    await page.getByText("Novo pedido criado: C151 x1 para +55 (41) 99999-0001.").last().waitFor();

    await tabTo(page, "Pedidos", "Shift+Tab");
    await page.keyboard.press("Enter");
    await headingHasFocus(page, "Pedidos");
    const row = page.getByRole("row").filter({ hasText: "+55 (41) 99999-0001" });
    await row.waitFor();
    await tabTo(page, await row.getByRole("switch").getAttribute("aria-label"));
    await page.keyboard.press("Space");
    await row.getByText("Pago", { exact: true }).waitFor();
    await context.close();
  });
});

describe("the top bar", () => {
  it("has every screen also where it has no room: under 'Mais'", async () => {
    const context = await browser.newContext({
      storageState: JSON.parse(signedIn),
      viewport: { width: 1024, height: 700 },
    });
    const page = await context.newPage();
    await page.goto(`${shop.url}/pedidos`);
    const screens = page.getByRole("navigation", { name: "Telas" });
    const more = screens.getByRole("button", { name: "Mais" });
    await more.waitFor();
    const inBar = await screens.getByRole("link").allTextContents();
    await more.press("ArrowDown");
    await page.getByRole("menuitem", { name: "Sorteio" }).waitFor();
    const inMenu = await page.getByRole("menuitem").allTextContents();
    await page.keyboard.press("Escape");
    expect([...inBar, ...inMenu]).toEqual([
      "Pedidos Manual",
      "Checkout",
      "Produtos",
      "Clientes",
      "Pedidos",
      "Relatórios",
      "Integração WhatsApp",
      "Templates WPP",
      "Sorteio",
    ]);
    expect(inMenu.length).toBeGreaterThan(0);
    const rightOf = (locator: Locator) => locator.evaluate((element) => element.getBoundingClientRect().right);
    expect(await rightOf(more)).toBeLessThanOrEqual(await rightOf(screens));
    await page.setViewportSize({ width: 1600, height: 700 });
    await screens.getByRole("link", { name: "Sorteio" }).waitFor();
    await context.close();
  });
});

describe("the first load", () => {
  it("of the launch screen is at most 210 kB of script and 55 kB of style, compressed", async () => {
    const context = await browser.newContext({ storageState: JSON.parse(signedIn) });
    const page = await context.newPage();
    const bytes = { script: 0, stylesheet: 0 };
    page.on("response", (response) => {
      const kind = response.request().resourceType();
      if (kind !== "script" && kind !== "stylesheet") return;
      bytes[kind] += Number(response.headers()["content-length"]);
    });
    await page.goto(`${shop.url}/pedidos-manual`);
    await page.getByText("C105").first().waitFor();
    expect(bytes.script).toBeGreaterThan(100_000);
    expect(bytes.script).toBeLessThanOrEqual(210_000);
    expect(bytes.stylesheet).toBeLessThanOrEqual(55_000);
    await context.close();
  });
});

/** A new page has arrived when its heading has the focus (F2). */
async function headingHasFocus(page: Page, name: string): Promise<void> {
  await page.locator("h1:focus", { hasText: name }).waitFor();
}

/** Presses Tab until the focused element has that name; every stop on the way must show its focus. */
async function tabTo(page: Page, name: string | null, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press(key);
    const { focused, isRinged } = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement;
      const label =
        element.getAttribute("aria-label") ??
        (element as HTMLInputElement).labels?.[0]?.textContent ??
        element.textContent;
      // A heading that a new page gave the focus to is no stop of the keyboard; nor is what keeps it while the browser's own bar has it.
      const isStop = element.tabIndex >= 0 && element.matches(":focus-visible");
      const ringed = [element, element.parentElement].some((candidate) => {
        if (candidate === null) return false;
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(candidate);
        return (outlineStyle !== "none" && parseFloat(outlineWidth) >= 1) || boxShadow !== "none";
      });
      return { focused: label?.trim() ?? "", isRinged: ringed || !isStop };
    });
    expect(isRinged, `the focus on "${focused}" can be seen`).toBe(true);
    if (focused === name) return;
  }
  throw new Error(`${key} never reached "${name}".`);
}
