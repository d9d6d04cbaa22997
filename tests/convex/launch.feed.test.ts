import { afterEach, describe, expect, test, vi } from "vitest";
import { api } from "../../convex/_generated/api";
import { aShop, LIVE_DATE } from "../support/builders";

afterEach(() => void vi.useRealTimers());

describe("the feed of a live", () => {
  test("says when each launch was made, as the order and its timeline do", async () => {
    const first = Date.parse("2026-11-21T02:59:58.500Z");
    vi.useFakeTimers({ now: first, toFake: ["Date"] });
    const shop = await aShop();
    const ana = await shop.hasStaff();
    const productId = await shop.hasProduct({ stock: 9 });
    await shop.launch(ana, { productId });
    // Midnight in São Paulo passes between the two; the order stays of the day it was opened on.
    vi.setSystemTime(first + 90_000);
    await shop.launch(ana, { productId });

    const feed = await ana.session.query(api.manualSales.feed, { tenantId: shop.tenantId, eventDate: LIVE_DATE });
    expect(feed.map(({ at }) => at)).toEqual([first + 90_000, first]);
    expect((await shop.rows("orderEvents")).map(({ at }) => at)).toEqual([first, first + 90_000]);
    expect(await shop.rows("orders")).toMatchObject([{ createdAt: first, createdDate: "2026-11-20" }]);
  });

  test("shows the last 50 launches of that date by everyone, newest first", async () => {
    const shop = await aShop();
    const ana = await shop.hasStaff("Ana");
    const joao = await shop.hasStaff("João");
    const productId = await shop.hasProduct({ code: "C151", name: "Vestido Midi Lírio", stock: 99, priceCents: 100 });
    for (let at = 0; at < 51; at += 1) await shop.launch(ana, { productId, launchId: `lancamento-feed-${at}` });
    await shop.launch(ana, { productId, eventDate: "2026-11-21" });
    await shop.launch(joao, { productId, quantity: 2, launchId: "lancamento-do-joao" });

    const feed = await ana.session.query(api.manualSales.feed, { tenantId: shop.tenantId, eventDate: LIVE_DATE });

    expect(feed).toHaveLength(50);
    expect(feed[0]).toEqual({
      launchId: "lancamento-do-joao",
      at: expect.any(Number),
      operatorName: "João",
      productCode: "C151",
      productName: "Vestido Midi Lírio",
      quantity: 2,
      phone: "5511987654321",
      orderNumber: 1,
      created: false,
      lineTotalCents: 200,
      isOwn: false,
      isUndone: false,
      canUndo: false,
    });
    expect(feed[1]).toMatchObject({ isOwn: true, isUndone: false, canUndo: true });
    expect(feed[1]?.launchId).toBe("lancamento-feed-50");
    expect(feed[49]?.launchId).toBe("lancamento-feed-2");
  });
});
