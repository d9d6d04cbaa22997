import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  addSplitSums,
  NO_SPLIT_SUMS,
  totalChanges,
  totalKeyText,
  type OrderFacts,
  type SplitSums,
} from "../../domain/totals";

const ORDER: OrderFacts = {
  eventDate: "2026-11-20",
  eventType: "LIVE",
  createdDate: "2026-11-21",
  createdAt: Date.parse("2026-11-21T00:30:00-03:00"),
  whatsappGroup: "Clientes VIP",
  isPaid: false,
  totalCents: 5000,
  pieces: 3,
};
const NONE = { orders: 0, totalCents: 0, pieces: 0 };
const OWN = { orders: 1, totalCents: 5000, pieces: 3 };

describe("what the kept totals change by", () => {
  test("a new order adds itself to its date and type, to all dates, to its hour, to its day and to its group", () => {
    const delta = { open: OWN, paid: NONE };
    expect(totalChanges(null, ORDER)).toEqual([
      { key: { scope: "event", eventDate: "2026-11-20", eventType: "LIVE" }, delta },
      { key: { scope: "event", eventDate: null, eventType: "LIVE" }, delta },
      { key: { scope: "hour", eventDate: "2026-11-20", hour: "2026-11-21T00" }, delta },
      { key: { scope: "created", createdDate: "2026-11-21" }, delta },
      { key: { scope: "group", group: "Clientes VIP" }, delta },
    ]);
  });

  test("an order without a group changes no group", () => {
    const scopes = totalChanges(null, { ...ORDER, whatsappGroup: null }).map(({ key }) => key.scope);
    expect(scopes).toEqual(["event", "event", "hour", "created"]);
  });

  test("a growing order adds the difference only", () => {
    const [change] = totalChanges(ORDER, { ...ORDER, totalCents: 7000, pieces: 4 });
    expect(change?.delta).toEqual({ open: { orders: 0, totalCents: 2000, pieces: 1 }, paid: NONE });
  });

  test("marking paid moves the order from one half to the other", () => {
    for (const { delta } of totalChanges(ORDER, { ...ORDER, isPaid: true })) {
      expect(delta).toEqual({ open: { orders: -1, totalCents: -5000, pieces: -3 }, paid: OWN });
    }
  });

  test("another date takes the order out of one total and into another, and leaves the rest alone", () => {
    const changes = totalChanges(ORDER, { ...ORDER, eventDate: "2026-11-27" });
    expect(changes.map(({ key }) => key)).toEqual([
      { scope: "event", eventDate: "2026-11-20", eventType: "LIVE" },
      { scope: "hour", eventDate: "2026-11-20", hour: "2026-11-21T00" },
      { scope: "event", eventDate: "2026-11-27", eventType: "LIVE" },
      { scope: "hour", eventDate: "2026-11-27", hour: "2026-11-21T00" },
    ]);
  });

  test("a deleted order takes itself out; an unchanged one changes nothing", () => {
    expect(totalChanges(ORDER, null).map(({ delta }) => delta.open.orders)).toEqual([-1, -1, -1, -1, -1]);
    expect(totalChanges(ORDER, { ...ORDER })).toEqual([]);
    expect(totalChanges(null, null)).toEqual([]);
  });
});

const anOrder: fc.Arbitrary<OrderFacts> = fc.record({
  eventDate: fc.constantFrom("2026-11-20", "2026-11-21"),
  eventType: fc.constantFrom("LIVE", "BAZAR"),
  createdDate: fc.constantFrom("2026-11-20", "2026-11-21"),
  createdAt: fc
    .constantFrom("2026-11-20T20", "2026-11-20T21", "2026-11-21T00")
    .map((hour) => Date.parse(`${hour}:59:59-03:00`)),
  whatsappGroup: fc.constantFrom(null, "A", "B"),
  isPaid: fc.boolean(),
  totalCents: fc.nat({ max: 100_000 }),
  pieces: fc.nat({ max: 50 }),
});

/** Name by name, because the naive way must not lean on the code it judges. */
function naiveTotals(orders: readonly OrderFacts[]): Map<string, SplitSums> {
  const totals = new Map<string, SplitSums>();
  for (const order of orders) {
    const own = { orders: 1, totalCents: order.totalCents, pieces: order.pieces };
    const names = [
      JSON.stringify(["event", order.eventDate, order.eventType]),
      JSON.stringify(["event", null, order.eventType]),
      JSON.stringify(["hour", order.eventDate, new Date(order.createdAt - 3 * 3_600_000).toISOString().slice(0, 13)]),
      JSON.stringify(["created", order.createdDate]),
      ...(order.whatsappGroup === null ? [] : [JSON.stringify(["group", order.whatsappGroup])]),
    ];
    for (const name of names) {
      const before = totals.get(name) ?? NO_SPLIT_SUMS;
      totals.set(name, addSplitSums(before, order.isPaid ? { open: NONE, paid: own } : { open: own, paid: NONE }));
    }
  }
  return totals;
}

test("after any program of creations, changes and deletions the kept totals equal a count of the orders", () => {
  const step = fc.record({ at: fc.nat({ max: 5 }), to: fc.option(anOrder, { nil: null }) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (program) => {
      const orders = new Map<number, OrderFacts>();
      const kept = new Map<string, SplitSums>();
      for (const { at, to } of program) {
        for (const { key, delta } of totalChanges(orders.get(at) ?? null, to)) {
          const name = totalKeyText(key);
          kept.set(name, addSplitSums(kept.get(name) ?? NO_SPLIT_SUMS, delta));
        }
        if (to === null) orders.delete(at);
        else orders.set(at, to);
      }
      const counted = naiveTotals([...orders.values()]);
      for (const name of new Set([...kept.keys(), ...counted.keys()])) {
        expect({ name, sums: kept.get(name) }).toEqual({ name, sums: counted.get(name) ?? NO_SPLIT_SUMS });
      }
    }),
  );
});
