import { describe, expect, test } from "vitest";
import {
  averageCents,
  conversionPermille,
  monthBounds,
  nextMonth,
  splitPeriod,
  toReportCard,
} from "../../domain/reports";

test("a card adds up days: revenue is that of paid orders, the average by paid order", () => {
  const day = { open: { orders: 1, totalCents: 500, pieces: 2 }, paid: { orders: 2, totalCents: 1001, pieces: 3 } };
  expect(toReportCard([day, day])).toEqual({
    orders: 6,
    paidOrders: 4,
    pendingOrders: 2,
    paidCents: 2002,
    pendingCents: 1000,
    totalCents: 3002,
    pieces: 10,
    averageTicketCents: 501,
  });
  expect(toReportCard([])).toMatchObject({ orders: 0, averageTicketCents: 0 });
});

test("averages and conversions round half up", () => {
  expect([averageCents(5, 2), averageCents(4, 3), averageCents(1, 0)]).toEqual([3, 1, 0]);
  expect([
    conversionPermille(1, 2),
    conversionPermille(1, 3),
    conversionPermille(2, 3),
    conversionPermille(0, 0),
  ]).toEqual([500, 333, 667, 0]);
});

describe("months", () => {
  test("have their own ends, also February's and the year's", () => {
    expect(monthBounds("2024-02")).toEqual({ from: "2024-02-01", to: "2024-02-29" });
    expect(monthBounds("2026-12")).toEqual({ from: "2026-12-01", to: "2026-12-31" });
    expect(nextMonth("2026-12")).toBe("2027-01");
    expect(nextMonth("2024-01")).toBe("2024-02");
  });

  test("that are summed up and whole are read as one; what is around them by day", () => {
    const isSummedUp = (month: string) => month <= "2026-03";
    expect(splitPeriod("2026-01-15", "2026-04-10", isSummedUp)).toEqual([
      { kind: "days", from: "2026-01-15", to: "2026-01-31" },
      { kind: "month", month: "2026-02" },
      { kind: "month", month: "2026-03" },
      { kind: "days", from: "2026-04-01", to: "2026-04-10" },
    ]);
    expect(splitPeriod("2026-02-01", "2026-02-27", isSummedUp)).toEqual([
      { kind: "days", from: "2026-02-01", to: "2026-02-27" },
    ]);
  });
});
