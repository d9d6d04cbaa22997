import { expect, test, vi } from "vitest";
import { internal } from "../../convex/_generated/api";
import { aShop } from "../support/builders";

const DAY_MS = 86_400_000;

test("receipts of launches are deleted after 30 days, not before", async () => {
  const start = Date.parse("2026-11-20T22:00:00Z");
  vi.useFakeTimers({ now: start, toFake: ["Date"] });
  const shop = await aShop();
  const ana = await shop.hasStaff();
  const productId = await shop.hasProduct({ stock: 10 });
  try {
    await shop.launch(ana, { productId, launchId: "lancamento-antigo" });
    vi.setSystemTime(start + 2 * DAY_MS);
    await shop.launch(ana, { productId, launchId: "lancamento-recente" });

    vi.setSystemTime(start + 30 * DAY_MS - 1000);
    expect(await shop.deployment.mutation(internal.housekeeping.deleteOldReceipts, {})).toEqual({ deleted: 0 });
    vi.setSystemTime(start + 30 * DAY_MS + 1000);
    expect(await shop.deployment.mutation(internal.housekeeping.deleteOldReceipts, {})).toEqual({ deleted: 1 });
  } finally {
    vi.useRealTimers();
  }
  expect((await shop.rows("launchReceipts")).map((receipt) => receipt.launchId)).toEqual(["lancamento-recente"]);
});
