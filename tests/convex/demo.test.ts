import { beforeAll, describe, expect, test } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import { saoPauloDate } from "../../domain/calendar";
import { buildDemoData } from "../../convex/model/demoData";
import { drawPicture } from "../../convex/model/demoPicture";
import { aDeployment, aShop, Shop } from "../support/builders";
import { keptAndCounted } from "../support/keptTotals";
import { setUpSigning } from "../support/signingKeys";

beforeAll(setUpSigning);

const NOW = Date.parse("2026-11-21T01:30:00Z");
const TODAY = "2026-11-20";

describe("the demonstration's data", () => {
  const data = buildDemoData(NOW);

  test("is the same each time for the same instant, and for the same day but for that day's instants", () => {
    expect(buildDemoData(NOW)).toEqual(data);
    const atNoon = buildDemoData(Date.parse("2026-11-20T15:00:00Z"));
    const sold = ({ orders }: typeof data) =>
      orders.map(({ paidAt, lines, ...order }) => ({
        ...order,
        isPaid: paidAt !== null,
        lines: lines.map(({ launchedAt: _, ...line }) => line),
      }));
    const launchedBefore = ({ orders }: typeof data) =>
      orders.filter(({ eventDate }) => eventDate < TODAY).map(({ lines }) => lines);
    expect(sold(atNoon)).toEqual(sold(data));
    expect(launchedBefore(atNoon)).toEqual(launchedBefore(data));
  });

  test.each(["2026-11-20T03:00:10Z", "2026-11-20T15:00:00Z", "2026-11-21T01:30:00Z", "2026-11-21T02:59:59Z"])(
    "first started at %s, everything happened on its day, in the order of the numbers and before now",
    (instant) => {
      const now = Date.parse(instant);
      const { orders } = buildDemoData(now);
      const launches = orders.flatMap(({ lines }) => lines.map(({ launchedAt }) => launchedAt));
      expect(launches).toEqual([...launches].sort((a, b) => a - b));
      expect(new Set(launches).size).toBe(launches.length);
      expect(Math.max(...launches)).toBeLessThan(now);
      for (const { eventDate, lines, paidAt } of orders) {
        for (const { launchedAt } of lines) expect(saoPauloDate(launchedAt)).toBe(eventDate);
        if (paidAt === null) continue;
        expect(paidAt).toBeGreaterThanOrEqual(lines.at(-1)?.launchedAt ?? Infinity);
        expect(paidAt).toBeLessThanOrEqual(now);
      }
    },
  );

  test("has 60 products C101 to C160 with the one that examples launch, and something sold out", () => {
    expect(data.products.map((product) => product.code)).toEqual(Array.from({ length: 60 }, (_, at) => `C${101 + at}`));
    expect(data.products.find((product) => product.code === "C151")).toMatchObject({
      name: "Vestido Midi Lírio",
      stock: 12,
    });
    expect(data.products.some((product) => product.stock === 0)).toBe(true);
    expect(data.products.every((product) => product.stock <= product.initialStock)).toBe(true);
  });

  test("has 40 customers with phones of their own that a launch would accept as they are", () => {
    expect(new Set(data.customers.map((customer) => customer.phone)).size).toBe(40);
    expect(new Set(data.customers.map((customer) => customer.name)).size).toBe(40);
    for (const { phone } of data.customers) expect(phone).toMatch(/^55\d{2}9\d{8}$/);
  });

  test("has 300 orders over six weeks up to today in São Paulo, at most one per phone and date", () => {
    const dates = data.orders.map((order) => order.eventDate);
    expect(data.orders).toHaveLength(300);
    expect(dates).toEqual([...dates].sort());
    expect(dates.at(-1)).toBe(TODAY);
    expect(dates[0]).toBe("2026-10-12");
    expect(new Set(data.orders.map((order) => `${order.phone} ${order.eventDate}`)).size).toBe(300);
    expect(new Set(data.orders.map((order) => order.eventType))).toEqual(
      new Set(["LIVE", "MANUAL", "WHATSAPP", "BAZAR"]),
    );
    const today = data.orders.filter((order) => order.eventDate === TODAY);
    expect(today.filter((order) => order.paidAt === null).length).toBeGreaterThan(5);
  });

  test("draws each product in its colour, with its initials and its code", () => {
    const product = data.products.find(({ code }) => code === "C151");
    if (product === undefined) throw new Error("C151 should be there");
    const svg = drawPicture({
      code: product.code,
      name: product.name,
      garment: product.model.garment,
      color: product.color,
    });
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
    expect(svg).toContain(">VL</text>");
    expect(svg).toContain(">C151</text>");
    expect(svg).toContain(`fill="${product.color.cloth}"`);
    expect(drawPicture({ code: "C1", name: "A <b> & c", garment: "coat", color: product.color })).toContain(
      "A &lt;b&gt; &amp; c",
    );
  });
});

describe("seed:demo", () => {
  test("fills an empty deployment once, with totals that equal their lines and numbers without a gap", async () => {
    const deployment = aDeployment();
    expect(await deployment.action(internal.seed.demo, { now: NOW, password: "demonstracao" })).toEqual({
      created: true,
      present: true,
    });
    expect(await deployment.action(internal.seed.demo, { now: NOW, password: "outra" })).toEqual({
      created: false,
      present: true,
    });

    const tenant = await deployment.query(api.tenants.bySlug, { slug: "lojademo" });
    if (tenant === null) throw new Error("the demonstration company should be there");
    expect(tenant.name).toBe("Loja Demo");
    const shop = new Shop(deployment, tenant.id);
    const orders = await shop.rows("orders");
    expect(orders.map((order) => order.number)).toEqual(Array.from({ length: 300 }, (_, at) => at + 1));
    expect(orders.every((order) => order.createdDate === order.eventDate && order.customerName !== null)).toBe(true);
    expect(await shop.rows("products")).toHaveLength(60);
    expect(await shop.rows("customers")).toHaveLength(40);
    const { kept, counted } = await keptAndCounted(shop);
    expect(kept).toEqual(counted);

    const signedIn = await deployment.action(api.auth.signIn, {
      provider: "password",
      params: { email: "ana@lojademo.test", password: "demonstracao", flow: "signIn" },
    });
    expect(signedIn.tokens?.token).toEqual(expect.any(String));
    const people = await deployment.run(({ db }) => db.query("profiles").collect());
    expect(people.map(({ email, name, role, tenantId }) => ({ email, name, role, tenantId }))).toEqual([
      { email: "ana@lojademo.test", name: "Ana", role: "staff", tenantId: tenant.id },
      { email: "joao@lojademo.test", name: "João", role: "staff", tenantId: tenant.id },
      { email: "dona@lojademo.test", name: "Dona Célia", role: "owner", tenantId: tenant.id },
      { email: "master@lojademo.test", name: "Master", role: "super_admin", tenantId: null },
    ]);

    const ana = await shop.hasStaff();
    const [row] = await ana.session.query(api.products.search, { tenantId: tenant.id, text: "151", limit: 1 });
    expect(row).toMatchObject({ code: "C151", name: "Vestido Midi Lírio", imageUrl: expect.stringContaining("http") });
    const feed = await ana.session.query(api.manualSales.feed, { tenantId: tenant.id, eventDate: TODAY });
    expect(feed.length).toBeGreaterThan(20);
    // 22:30 in São Paulo: the live of today was from eight to ten, and the feed tells it backwards.
    const times = feed.map(({ at }) => at);
    expect(times).toEqual([...times].sort((a, b) => b - a));
    expect(times.at(0)).toBeLessThan(Date.parse("2026-11-21T01:00:00Z"));
    expect(times.at(-1)).toBeGreaterThanOrEqual(Date.parse("2026-11-20T23:00:00Z"));
    expect(new Set(times).size).toBe(feed.length);
  }, 60_000);

  test("writes down each sale and payment with the instant it happened", async () => {
    const deployment = aDeployment();
    await deployment.action(internal.seed.demo, { now: NOW, password: "demonstracao" });
    const [tenant] = await deployment.run(({ db }) => db.query("tenants").collect());
    if (tenant === undefined) throw new Error("the demonstration company should be there");
    const shop = new Shop(deployment, tenant._id);
    const told = (await shop.rows("orderEvents")).map(({ at, change }) => ({ at, kind: change.kind }));
    const expected = buildDemoData(NOW).orders.flatMap(({ lines, paidAt }) => [
      ...lines.map(({ launchedAt }) => ({ at: launchedAt, kind: "launched" })),
      ...(paidAt === null ? [] : [{ at: paidAt, kind: "field_changed" }]),
    ]);
    expect(told).toEqual(expected);
    expect((await shop.rows("orders")).map(({ createdAt }) => createdAt)).toEqual(
      buildDemoData(NOW).orders.map(({ lines }) => lines[0]?.launchedAt),
    );
  }, 60_000);

  test("goes on where it was broken off, on the dates of the first start, be it a week later", async () => {
    const deployment = aDeployment();
    await deployment.action(internal.seed.demo, { now: NOW, password: "demonstracao" });
    const tenant = await deployment.query(api.tenants.bySlug, { slug: "lojademo" });
    if (tenant === null) throw new Error("the demonstration company should be there");
    const shop = new Shop(deployment, tenant.id);
    // As if the process had been stopped after the first 280 orders.
    const complete = await shop.rows("orders");
    const late = complete.filter((order) => order.number > 280);
    await deployment.run(async ({ db }) => {
      for (const order of late) await db.delete("orders", order._id);
      const counter = await db.query("orderCounters").unique();
      if (counter !== null) await db.patch("orderCounters", counter._id, { lastNumber: 280 });
    });

    const aWeekLater = NOW + 7 * 86_400_000;
    expect(await deployment.action(internal.seed.demo, { now: aWeekLater, password: "demonstracao" })).toEqual({
      created: true,
      present: true,
    });

    const sales = (orders: typeof complete) => orders.map(({ number, createdAt }) => ({ number, createdAt }));
    expect(sales(await shop.rows("orders"))).toEqual(sales(complete));
    expect(await shop.rows("products")).toHaveLength(60);
    expect(await deployment.run(({ db }) => db.query("profiles").collect())).toHaveLength(4);
  }, 60_000);

  test("leaves a deployment with any other company alone", async () => {
    const shop = await aShop();
    const answer = await shop.deployment.action(internal.seed.demo, { now: NOW, password: "demonstracao" });
    expect(answer).toEqual({ created: false, present: false });
    expect(await shop.deployment.run(({ db }) => db.query("profiles").collect())).toEqual([]);
  });

  test("leaves a company alone that somebody gave the demonstration's own label", async () => {
    const deployment = aDeployment();
    const tenantId = await deployment.mutation(internal.seed.addTenant, {
      name: "Loja do Demóstenes",
      slug: "lojademo",
    });
    const answer = await deployment.action(internal.seed.demo, { now: NOW, password: "demonstracao" });
    expect(answer).toEqual({ created: false, present: false });
    const shop = new Shop(deployment, tenantId);
    for (const table of ["products", "customers", "orders", "orderCounters", "demonstrations"] as const) {
      expect(await shop.rows(table)).toEqual([]);
    }
    expect(await deployment.run(({ db }) => db.query("profiles").collect())).toEqual([]);
  });

  test("leaves an installation alone that has its first super admin and no company yet", async () => {
    const deployment = aDeployment();
    await deployment.action(internal.seed.superAdmin, {
      email: "master@lojademo.test",
      name: "Chefe",
      password: "segredo-do-chefe",
    });
    const answer = await deployment.action(internal.seed.demo, { now: NOW, password: "demonstracao" });
    expect(answer).toEqual({ created: false, present: false });
    expect(await deployment.run(({ db }) => db.query("tenants").collect())).toEqual([]);
  });

  test("does not come back once its company has been deleted", async () => {
    const deployment = aDeployment();
    const begun = await deployment.mutation(internal.demo.begin, { now: NOW });
    await deployment.run(async ({ db }) => {
      if (begun !== null) await db.delete("tenants", begun.tenantId);
    });
    expect(await deployment.action(internal.seed.demo, { now: NOW, password: "demonstracao" })).toEqual({
      created: false,
      present: false,
    });
  });
});

test("seed:company makes a company with its accounts and products and says their ids", async () => {
  const deployment = aDeployment();
  const made = await deployment.action(internal.seed.company, {
    name: "Loja B",
    slug: "lojab",
    accounts: [
      { email: " Rita@LojaB.test ", password: "segredo-da-rita", name: "Rita", role: "owner" },
      { email: "chefe@lojab.test", password: "segredo-do-chefe", name: "Chefe", role: "super_admin" },
    ],
    products: [{ code: "7", name: "Lenço", priceCents: 1500, stock: 3 }],
  });
  expect(made).toEqual({
    tenantId: expect.any(String),
    accounts: [
      { email: "rita@lojab.test", userId: expect.any(String), profileId: expect.any(String) },
      { email: "chefe@lojab.test", userId: expect.any(String), profileId: expect.any(String) },
    ],
    products: [{ code: "C7", name: "Lenço", productId: expect.any(String) }],
  });
  const profiles = await deployment.run(({ db }) => db.query("profiles").collect());
  expect(profiles.map((profile) => profile.tenantId)).toEqual([made.tenantId, null]);
  await expect(deployment.mutation(internal.seed.addTenant, { name: "Outra", slug: "lojab" })).rejects.toThrow(
    "company label lojab should be free",
  );
});
