/**
 * What do 1 000 clients cost that only look? Each is an official client on a socket of its own with the live's totals, signed in in
 * turn under 20 accounts. Resident memory of the backend and the share of a core it uses while nothing happens.
 */
import { api } from "../convex/_generated/api";
import { startBenchBackend } from "./support/backend";
import { EVENT_DATE } from "./support/launching";
import { report } from "./support/report";
import { connect, openShop } from "./support/shop";

const CLIENTS = 1_000;
const MEASURED_MS = 10_000;

const backend = await startBenchBackend();
try {
  const shop = await openShop(backend, { products: 20, accounts: 20 });
  const empty = backend.usage();
  const clients = Array.from({ length: CLIENTS }, (_, n) => connect(backend.url, shop.tokens[n % shop.tokens.length]!));
  await Promise.all(
    clients.map(
      (client) =>
        new Promise((ready) =>
          client.onUpdate(api.orders.totals, { tenantId: shop.tenantId, eventDate: EVENT_DATE }, ready),
        ),
    ),
  );
  const before = backend.usage();
  await new Promise((resolve) => setTimeout(resolve, MEASURED_MS));
  const after = backend.usage();
  report({
    name: `${CLIENTS} idle clients`,
    resident_mb: after.residentMb,
    resident_mb_before: empty.residentMb,
    share_of_a_core: (after.cpuMs - before.cpuMs) / MEASURED_MS,
  });
  await Promise.all(clients.map((client) => client.close()));
} finally {
  await backend.stop();
}
