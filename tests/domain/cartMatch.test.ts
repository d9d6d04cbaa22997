import { expect, test } from "vitest";
import { matchCart } from "../../domain/cartMatch";

const carts = (...dates: string[]) => dates.map((eventDate, at) => ({ eventDate, at }));

/** For an order of 20 November; carts are given newest first. */
test.each([
  ["no cart at all", [], null],
  ["the one on the day", ["2026-12-10", "2026-11-20"], 1],
  ["two days before still counts", ["2026-12-10", "2026-11-18"], 1],
  ["two days after still counts", ["2026-12-10", "2026-11-22"], 1],
  ["of two within the window the newest", ["2026-11-21", "2026-11-20"], 0],
  ["three days away is outside: the newest", ["2026-12-10", "2026-11-17", "2026-11-23"], 0],
  [
    "the sixth is not looked at",
    ["2026-12-01", "2026-12-02", "2026-12-03", "2026-12-04", "2026-12-05", "2026-11-20"],
    0,
  ],
])("%s", (_, dates, at) => {
  expect(matchCart("2026-11-20", carts(...dates))?.at ?? null).toBe(at);
});

test("the window reaches across the month and the year", () => {
  expect(matchCart("2027-01-01", carts("2026-11-01", "2026-12-30"))?.at).toBe(1);
});
