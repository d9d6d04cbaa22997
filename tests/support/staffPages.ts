import type { Browser, BrowserContext, Locator, Page } from "playwright-core";

/** What a staff member does on the screens, in the shop's words. Everything is found by role and accessible name. */
export class StaffMember {
  private constructor(
    readonly page: Page,
    private readonly context: BrowserContext,
    private readonly url: string,
  ) {}

  /** A browser of their own, signed in. */
  static async signIn(browser: Browser, url: string, email: string, password: string): Promise<StaffMember> {
    const context = await browser.newContext({
      locale: "pt-BR",
      timezoneId: "America/Sao_Paulo",
      viewport: { width: 1280, height: 900 },
    });
    const page = await context.newPage();
    const staff = new StaffMember(page, context, url);
    await page.goto(`${url}/auth`);
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Senha").fill(password);
    await page.getByRole("button", { name: "Entrar", exact: true }).last().click();
    await page.getByText("Login realizado com sucesso.").waitFor();
    return staff;
  }

  async close(): Promise<void> {
    await this.context.close();
  }

  async openLaunch(): Promise<void> {
    await this.page.goto(`${this.url}/pedidos-manual`);
    await this.launchLine.waitFor();
  }

  /** @param query the filter as the address carries it, for instance `?pago=nao` */
  async openOrders(query = ""): Promise<void> {
    await this.page.goto(`${this.url}/pedidos${query}`);
    await this.page.getByRole("heading", { name: "Pedidos", level: 1 }).waitFor();
  }

  get launchLine(): Locator {
    return this.page.getByRole("form", { name: "Lançar" });
  }

  get feed(): Locator {
    return this.page.getByRole("list", { name: "Últimos lançamentos" });
  }

  /** Fills the launch line without sending it. */
  async fillLaunch(code: string, phone: string, quantity = 1): Promise<void> {
    await this.launchLine.getByLabel("Código").fill(code);
    await this.launchLine.getByRole("heading", { name: code }).waitFor();
    await this.launchLine.getByLabel("Celular").fill(phone);
    await this.launchLine.getByLabel("Qtd").fill(String(quantity));
  }

  /** While the server is away the product's details cannot be awaited; it is the one that is pinned already. */
  async fillLaunchOffline(code: string, phone: string): Promise<void> {
    await this.launchLine.getByLabel("Código").fill(code);
    await this.launchLine.getByLabel("Celular").fill(phone);
  }

  async pressLaunch(): Promise<void> {
    await this.launchLine.getByRole("button", { name: "Lançar" }).click();
  }

  /** The pinned product's stock as shown: '4 de 12', or 'Esgotado'. */
  stockText(text: string | RegExp): Locator {
    return this.launchLine.getByRole("region", { name: "Produto", exact: true }).getByText(text);
  }

  /** How many pieces of the pinned product are left on the screen. */
  async stockLeft(): Promise<number> {
    const shown = await this.stockText(/^\d+ de \d+$|^Esgotado$/).innerText();
    return shown === "Esgotado" ? 0 : Number(shown.split(" ")[0]);
  }

  /** A row of the orders list, by what it contains. */
  orderRow(text: string | RegExp): Locator {
    return this.page.getByRole("table", { name: "Lista de pedidos" }).getByRole("row").filter({ hasText: text });
  }

  /** One of the four figures under the list. */
  async figure(name: "Pedidos" | "Pagos" | "Pendentes" | "Valor total"): Promise<string> {
    const totals = this.page.getByRole("region", { name: "Totais" });
    return totals
      .locator("div", { has: this.page.getByText(name, { exact: true }) })
      .locator("dd")
      .innerText();
  }
}
