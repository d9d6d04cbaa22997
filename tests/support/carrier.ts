import type { FunctionArgs } from "convex/server";
import { vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import { aShop, type Person, type Shop } from "./builders";
import { APPLICATION, CARRIER_URL, FakeMelhorEnvio } from "./fakeMelhorEnvio";
import { TEST_SITE_URL } from "./signingKeys";
import { skipWait } from "./till";

/** A shop that sends things, with the carriers' service beside it. Wants `keepTillHours`. */
export interface Sender {
  readonly shop: Shop;
  readonly owner: Person;
  readonly staff: Person;
  readonly carrier: FakeMelhorEnvio;
}

export const CALLBACK_URL = `${TEST_SITE_URL}/oauth/melhor-envio`;

/** Its application is registered; nobody has connected yet. */
export async function aSender(carrier = new FakeMelhorEnvio()): Promise<Sender> {
  process.env.SECRETS_KEY = btoa("0123456789abcdef0123456789abcdef");
  const shop = await aShop();
  const owner = await shop.hasStaff("Dona Célia", "owner");
  const staff = await shop.hasStaff("Ana");
  carrier.onFault = skipWait;
  vi.stubGlobal("fetch", carrier.fetch);
  const { tenantId } = shop;
  await shop.deployment.mutation(internal.seed.setProviderAddresses, {
    tenantId,
    addresses: { melhorEnvio: CARRIER_URL },
  });
  const { clientId, clientSecret } = APPLICATION;
  const settings = { clientId, clientSecret, redirectUri: CALLBACK_URL };
  await owner.session.mutation(api.shipping.saveSettings, { tenantId, ...settings });
  return { shop, owner, staff, carrier };
}

export async function authorizeUrlFor({ shop }: Sender, person: Person): Promise<string> {
  return (await person.session.action(api.shipping.connect, { tenantId: shop.tenantId })).url;
}

/** A browser comes back to us. @returns the page */
export async function comeBack({ shop }: Sender, to: URL | string): Promise<{ status: number; page: string }> {
  const { pathname, search } = new URL(to);
  const response = await shop.deployment.fetch(pathname + search, { method: "GET" });
  return { status: response.status, page: await response.text() };
}

/** There and back again. */
export async function connectAccount(sender: Sender, person: Person = sender.owner) {
  return await comeBack(sender, sender.carrier.approve(await authorizeUrlFor(sender, person)));
}

export function connectionOf({ shop, staff }: Sender) {
  return staff.session.query(api.shipping.connection, { tenantId: shop.tenantId });
}

/** A parcel as the screen asks for it. */
export const PARCEL = {
  ...{ cep: "01310-930", weightGrams: 300, heightCm: 2, widthCm: 16, lengthCm: 20, insuredCents: null },
  withPickup: false,
};

export function askForQuote({ shop, staff }: Sender, typed: Partial<FunctionArgs<typeof api.quotes.ask>> = {}) {
  return staff.session.action(api.quotes.ask, { tenantId: shop.tenantId, ...PARCEL, ...typed });
}
