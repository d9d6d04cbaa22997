import { beforeAll, describe, expect, test, vi, afterEach } from "vitest";
import { api } from "../../convex/_generated/api";
import { aShop, LIVE_DATE, type Person, type Shop } from "../support/builders";
import { refusalOf } from "../support/refusals";
import { setUpSigning } from "../support/signingKeys";

beforeAll(setUpSigning);
afterEach(() => vi.useRealTimers());

interface Company {
  readonly shop: Shop;
  readonly tenantId: Shop["tenantId"];
  readonly owner: Person;
  readonly ana: Person;
}

async function aCompany(): Promise<Company> {
  const shop = await aShop();
  return {
    shop,
    tenantId: shop.tenantId,
    owner: await shop.hasStaff("Dona", "owner"),
    ana: await shop.hasStaff("Ana"),
  };
}

type Filter = { actorId?: Person["profileId"]; recordKey?: string; day?: string };
const read = async ({ owner, tenantId }: Company, filter: Filter = {}) =>
  (await owner.session.query(api.audit.list, { tenantId, ...filter, paginationOpts: { numItems: 100, cursor: null } }))
    .page;

describe("the log of a company", () => {
  test("has deletions, paid changes and prices of orders, with what was; and not a line for a launch", async () => {
    const company = await aCompany();
    const { shop, ana, tenantId } = company;
    const productId = await shop.hasProduct({ code: "C151", priceCents: 1000 });
    const { orderId } = await shop.launch(ana, { productId, quantity: 2 });
    await shop.launch(ana, { productId });
    expect(await read(company)).toEqual([]);

    await ana.session.mutation(api.orders.setPaid, { tenantId, orderIds: [orderId], isPaid: true });
    await ana.session.mutation(api.orders.setPaid, { tenantId, orderIds: [orderId], isPaid: false, reason: "engano" });
    const detail = await ana.session.query(api.orders.byNumber, { tenantId, number: 1 });
    const line = { lineId: detail!.lines[0]!.lineId, unitPriceCents: 900, seenUnitPriceCents: 1000 };
    await ana.session.mutation(api.orders.setLinePrice, { tenantId, orderId, ...line });
    await ana.session.mutation(api.orders.setObservation, { tenantId, orderId, observation: "azul", seen: null });
    await ana.session.mutation(api.orders.remove, { tenantId, orderIds: [orderId], returnPaidStock: false });

    const log = await read(company);
    expect(log.map(({ action, record }) => [action, record.label])).toEqual([
      ["order_removed", "#1"],
      ["order_price_changed", "#1"],
      ["order_paid_changed", "#1"],
      ["order_paid_changed", "#1"],
    ]);
    expect(log[0]).toMatchObject({
      actorId: ana.profileId,
      actorName: "Ana",
      before: { phone: "5511987654321", eventDate: LIVE_DATE, totalCents: 2700, lines: "C151 x3", observation: "azul" },
      after: { stockReturned: true },
    });
    expect(log[1]).toMatchObject({
      before: { unitPriceCents: 1000 },
      after: { unitPriceCents: 900, totalCents: 2700 },
    });
    expect(log[2]).toMatchObject({ before: { isPaid: true }, after: { isPaid: false, reason: "engano" } });
  });

  test("is filtered by person, by record, by day, and by all of them together", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const company = await aCompany();
    const { owner, tenantId, shop } = company;
    const admin = await shop.hasStaff("Super", "super_admin");
    const gift = { description: null, minimumPurchaseCents: 100, isActive: true };
    // 23:30 in São Paulo, which is the next day in UTC.
    vi.setSystemTime(Date.UTC(2026, 10, 20, 2, 30));
    const { giftId } = await owner.session.mutation(api.gifts.create, { tenantId, ...gift, name: "Caneca" });
    vi.setSystemTime(Date.UTC(2026, 10, 20, 3, 0));
    await admin.session.mutation(api.gifts.update, { tenantId, giftId, ...gift, name: "Xícara" });
    await owner.session.mutation(api.gifts.create, { tenantId, ...gift, name: "Bolsa" });
    await owner.session.mutation(api.gifts.remove, { tenantId, giftId });

    const labels = async (filter: Filter) => (await read(company, filter)).map(({ record }) => record.label);
    expect(await labels({})).toEqual(["Xícara", "Bolsa", "Xícara", "Caneca"]);
    expect(await labels({ day: "2026-11-19" })).toEqual(["Caneca"]);
    expect(await labels({ day: "2026-11-20" })).toEqual(["Xícara", "Bolsa", "Xícara"]);
    expect(await labels({ actorId: admin.profileId })).toEqual(["Xícara"]);
    expect(await labels({ actorId: owner.profileId, day: "2026-11-20" })).toEqual(["Xícara", "Bolsa"]);
    expect(await labels({ recordKey: giftId })).toEqual(["Xícara", "Xícara", "Caneca"]);
    expect(await labels({ recordKey: giftId, day: "2026-11-20" })).toEqual(["Xícara", "Xícara"]);
    expect(await labels({ recordKey: giftId, actorId: owner.profileId })).toEqual(["Xícara", "Caneca"]);
    const all = { recordKey: giftId, actorId: owner.profileId, day: "2026-11-19" };
    expect(await labels(all)).toEqual(["Caneca"]);
  });

  test("comes in pages; an export reads them to the end and meets each line once", async () => {
    const company = await aCompany();
    const { owner, tenantId } = company;
    for (let at = 0; at < 25; at += 1) {
      await owner.session.mutation(api.integrations.saveBling, { tenantId, clientId: String(at) });
    }
    const seen: unknown[] = [];
    let cursor: string | null = null;
    for (let isDone = false; !isDone;) {
      const answer: { page: { after: Record<string, unknown> }[]; isDone: boolean; continueCursor: string } =
        await owner.session.query(api.audit.list, { tenantId, paginationOpts: { numItems: 10, cursor } });
      seen.push(...answer.page.map(({ after }) => after.clientId));
      ({ isDone, continueCursor: cursor } = answer);
    }
    expect(seen).toEqual(Array.from({ length: 25 }, (_, at) => String(24 - at)));
    const tooMuch = { tenantId, paginationOpts: { numItems: 201, cursor: null } };
    expect(await refusalOf(owner.session.query(api.audit.list, tooMuch))).toMatchObject({ code: "too_many_items" });
  });

  test("what a super admin does in a company stands in that company's log, and in no other's", async () => {
    const company = await aCompany();
    const { shop, tenantId } = company;
    const other = await aShop({ deployment: shop.deployment });
    const otherOwner = await other.hasStaff("Outra", "owner");
    const admin = await shop.hasStaff("Super", "super_admin");
    await admin.session.mutation(api.integrations.saveBling, { tenantId, clientId: "1" });
    expect(await read(company)).toMatchObject([{ actorName: "Super", action: "settings_changed" }]);
    expect(await read({ shop: other, tenantId: other.tenantId, owner: otherOwner, ana: otherOwner })).toEqual([]);
    expect(await other.rows("blingSettings")).toEqual([]);
  });
});
