import { describe, expect, test } from "vitest";
import type { Id } from "../../../../convex/_generated/dataModel";
import {
  changeOwnLaunches,
  notInFeed,
  unitsInFlight,
  type OwnLaunch,
} from "../../../../src/features/manualSales/ownLaunches";

const DRESS = "product-151" as Id<"products">;

const aLaunch = (change: Partial<OwnLaunch> = {}): OwnLaunch => ({
  launchId: "launch-1",
  productId: DRESS,
  productName: "Vestido Midi Lírio",
  unitPriceCents: 8990,
  code: "C151",
  phone: "5511987654321",
  quantity: 2,
  eventDate: "2026-11-20",
  eventType: "LIVE",
  at: 1,
  sentAt: 1,
  attempt: 1,
  refusal: null,
  ...change,
});

describe("own launches", () => {
  test("on its way → refused: it stays, with its reason and its values", () => {
    const refused = changeOwnLaunches([aLaunch()], {
      kind: "refused",
      launchId: "launch-1",
      attempt: 1,
      refusal: "Produto inativo",
    });
    expect(refused).toEqual([aLaunch({ refusal: "Produto inativo" })]);
  });

  test("refused → retried: the same id, on its way again", () => {
    const retried = changeOwnLaunches([aLaunch({ refusal: "x" })], {
      kind: "retried",
      launchId: "launch-1",
      sentAt: 9,
    });
    expect(retried).toEqual([aLaunch({ attempt: 2, sentAt: 9 })]);
  });

  test("the late refusal of an older attempt does not touch the newer one", () => {
    const before = [aLaunch({ attempt: 2 })];
    expect(changeOwnLaunches(before, { kind: "refused", launchId: "launch-1", attempt: 1, refusal: "x" })).toEqual(
      before,
    );
  });

  test("accepted by any attempt: gone, and a second answer changes nothing", () => {
    const gone = changeOwnLaunches([aLaunch({ attempt: 2 })], { kind: "accepted", launchId: "launch-1" });
    expect(gone).toEqual([]);
    expect(changeOwnLaunches(gone, { kind: "refused", launchId: "launch-1", attempt: 2, refusal: "x" })).toEqual([]);
  });

  test("answers in any order reach their own launch only", () => {
    const two = [aLaunch({ launchId: "launch-2" }), aLaunch()];
    expect(changeOwnLaunches(two, { kind: "accepted", launchId: "launch-2" })).toEqual([aLaunch()]);
  });
});

describe("units on their way", () => {
  test("add up per product; refused ones and those without a product do not count", () => {
    const launches = [
      aLaunch(),
      aLaunch({ launchId: "launch-2", quantity: 3 }),
      aLaunch({ launchId: "launch-3", refusal: "x" }),
      aLaunch({ launchId: "launch-4", productId: null }),
    ];
    expect([...unitsInFlight(launches)]).toEqual([[DRESS, 5]]);
  });

  test("a launch the feed already shows is off the stock already", () => {
    const launches = [aLaunch(), aLaunch({ launchId: "launch-2" })];
    expect(notInFeed(launches, [{ launchId: "launch-2" }])).toEqual([aLaunch()]);
  });
});
