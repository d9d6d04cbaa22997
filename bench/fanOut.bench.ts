/**
 * How long until a launched sale is seen by 1, 10, 50 and 200 screens, each a signed-in session of its own with the first page of the
 * live's orders and its totals?
 *
 * It would change our mind about one execution per session if the last of 50 screens saw it later than the peer's 7.6 ms.
 */
import { startBenchBackend } from "./support/backend";
import { measureFanOut } from "./support/screens";
import { openShop } from "./support/shop";

const SCREENS = [1, 10, 50, 200];

const backend = await startBenchBackend();
try {
  const shop = await openShop(backend, { products: 20, accounts: 1 + Math.max(...SCREENS) });
  for (const screens of SCREENS) {
    const name = `launch sent → seen by ${screens} screen${screens === 1 ? "" : "s"}`;
    await measureFanOut(name, { backend, shop, screens, launches: screens > 50 ? 60 : 200 });
  }
} finally {
  await backend.stop();
}
