import { randomUUID } from "node:crypto";
import { ConvexClient, ConvexHttpClient } from "convex/browser";
import WebSocket from "ws";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { startEmbedded, type TestBackend } from "../../support/embeddedBackend";

const TODAY = "2026-11-20";
const LAST_WEEK = "2026-11-13";
const FIRST_PAGE = { numItems: 10, cursor: null };
const EMAIL = "ana@contagem.test";
const PASSWORD = "senha-do-teste";

let backend: TestBackend;
let staff: ConvexHttpClient;
let screen: ConvexClient;
let tenantId: Id<"tenants">;
let products: { productId: Id<"products"> }[];

beforeAll(async () => {
  backend = await startEmbedded();
  const response = await fetch(`${backend.url}/api/function`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Convex ${backend.adminKey}` },
    body: JSON.stringify({
      path: "seed:company",
      format: "json",
      args: {
        name: "Contagem",
        slug: "contagem",
        accounts: [{ email: EMAIL, password: PASSWORD, name: "Ana", role: "owner" }],
        products: ["C101", "C102"].map((code) => ({
          code,
          name: `Peça ${code}`,
          priceCents: 4990,
          stock: 100,
          color: "Preto",
          size: "M",
        })),
      },
    }),
  });
  const made = (await response.json()) as { value: { tenantId: Id<"tenants">; products: typeof products } };
  ({ tenantId, products } = made.value);
  staff = new ConvexHttpClient(backend.url, { logger: false });
  const { tokens } = await staff.action(api.auth.signIn, {
    provider: "password",
    params: { email: EMAIL, password: PASSWORD, flow: "signIn" },
  });
  staff.setAuth(tokens!.token);
  screen = new ConvexClient(backend.url, {
    webSocketConstructor: WebSocket as unknown as typeof globalThis.WebSocket,
    unsavedChangesWarning: false,
    logger: false,
  });
  screen.setAuth(() => Promise.resolve(tokens!.token));
});

afterAll(async () => {
  await screen?.close();
  await backend?.close();
});

async function executions(): Promise<number> {
  const text = await (await fetch(`${backend.url}/metrics`)).text();
  return Number(/^backend_query_executions (\d+)$/m.exec(text)?.[1]);
}

function launch(phone: string, eventDate: string, product = 0) {
  return staff.mutation(api.manualSales.launch, {
    tenantId,
    productId: products[product]!.productId,
    phone,
    quantity: 1,
    eventDate,
    eventType: "LIVE",
    launchId: randomUUID(),
  });
}

describe("what a launch runs again", () => {
  it("is what shows it: the live's list and totals; not another day's list, another order, another product, a search", async () => {
    const other = await launch("11987650001", LAST_WEEK, 1);
    let pieces = -1;
    const asked: Promise<unknown>[] = [];
    const watch = (subscribe: (onUpdate: () => void) => unknown) =>
      asked.push(new Promise<void>((ready) => void subscribe(ready)));
    watch((ready) =>
      screen.onUpdate(api.orders.list, { tenantId, eventDate: TODAY, paginationOpts: FIRST_PAGE }, ready),
    );
    watch((ready) =>
      screen.onUpdate(api.orders.totals, { tenantId, eventDate: TODAY }, (totals) => {
        ({ pieces } = totals);
        ready();
      }),
    );
    watch((ready) =>
      screen.onUpdate(api.orders.list, { tenantId, eventDate: LAST_WEEK, paginationOpts: FIRST_PAGE }, ready),
    );
    watch((ready) => screen.onUpdate(api.orders.totals, { tenantId, eventDate: LAST_WEEK }, ready));
    watch((ready) => screen.onUpdate(api.orders.byNumber, { tenantId, number: other.orderNumber }, ready));
    watch((ready) =>
      screen.onUpdate(api.orders.timeline, { tenantId, orderId: other.orderId, paginationOpts: FIRST_PAGE }, ready),
    );
    watch((ready) => screen.onUpdate(api.products.search, { tenantId, text: "", limit: 10 }, ready));
    watch((ready) => screen.onUpdate(api.products.stock, { tenantId, productIds: [products[1]!.productId] }, ready));
    await Promise.all(asked);

    const before = await executions();
    const LAUNCHES = 10;
    for (let n = 1; n <= LAUNCHES; n++) {
      await launch(`119876511${String(n).padStart(2, "0")}`, TODAY);
      await expect.poll(() => pieces, { timeout: 30_000 }).toBe(n);
    }
    // Two of the eight questions show a launch of today: its list and its totals.
    expect(await executions()).toBe(before + 2 * LAUNCHES);
  });

  it("is nothing more where customers are written to: what waits to be said is no matter of any list", async () => {
    await staff.mutation(api.integrations.saveWhatsapp, { tenantId, isActive: true });
    await launch("11987652000", TODAY);
    const before = await executions();
    const LAUNCHES = 20;
    let pieces = -1;
    screen.onUpdate(api.orders.totals, { tenantId, eventDate: TODAY }, (totals) => ({ pieces } = totals));
    await expect.poll(() => pieces, { timeout: 30_000 }).toBeGreaterThan(0);
    const first = pieces;
    for (let n = 1; n <= LAUNCHES; n++) {
      await launch(`119876521${String(n).padStart(2, "0")}`, TODAY);
      await expect.poll(() => pieces, { timeout: 30_000 }).toBe(first + n);
    }
    // The sender's own looks at its gateway, which is away, are a handful; any list would be twenty more.
    expect((await executions()) - before).toBeLessThan(2 * LAUNCHES + 15);
  });
});
