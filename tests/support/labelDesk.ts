import { vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import type { Person } from "./builders";
import { FakeLabels } from "./fakeLabels";
import { APPLICATION, CARRIER_URL } from "./fakeMelhorEnvio";
import { runJobs } from "./jobs";
import { ADDRESS, anOrder, aTill, saveCustomer, skipWait, type Till } from "./till";

/** A shop that sends what it sells: a till, and the carriers' service beside it. Wants `keepTillHours`. */
export interface LabelDesk {
  readonly till: Till;
  readonly tenantId: Id<"tenants">;
  readonly staff: Person;
  readonly carrier: FakeLabels;
}

export const SENDER = {
  originCep: "31575060",
  senderName: "Loja da Ana",
  senderDocument: "16571478358",
  senderStreet: "Rua das Flores",
  senderNumber: "100",
  senderNeighborhood: "Centro",
  senderCity: "Belo Horizonte",
  senderState: "MG",
  senderEmail: "ana@exemplo.com",
  senderPhone: "31999990000",
};

const BOX = { dimensions: { height: 4, width: 16, length: 20 }, weight: "0.60", insurance_value: "119.80" };
export const PAC = {
  ...{ id: 1, name: "PAC", price: "25.65", custom_price: "25.65", delivery_time: 7, custom_delivery_time: 8 },
  ...{ packages: [BOX], company: { id: 1, name: "Correios" } },
};
export const JADLOG = { ...PAC, id: 3, name: ".Package", company: { id: 2, name: "Jadlog" } };

let desks = 0;

export async function aLabelDesk(): Promise<LabelDesk> {
  const till = await aTill();
  const { tenantId, staff, owner } = till;
  desks += 1;
  const carrier = new FakeLabels(`token-da-loja-${desks}`);
  carrier.onFault = skipWait;
  carrier.service.onFault = skipWait;
  carrier.service.entries = [PAC, JADLOG];
  const isCarrier = (url: string) => url.startsWith(CARRIER_URL);
  vi.stubGlobal("fetch", (url: string, init: RequestInit) =>
    isCarrier(url) ? carrier.fetch(url, init) : till.provider.fetch(url, init),
  );
  await till.deployment.mutation(internal.seed.setProviderAddresses, {
    tenantId,
    addresses: { melhorEnvio: CARRIER_URL },
  });
  const { clientId, clientSecret } = APPLICATION;
  await owner.session.mutation(api.shipping.saveSettings, { tenantId, ...SENDER, clientId, clientSecret });
  await owner.session.mutation(api.integrations.saveMelhorEnvio, { tenantId, accessToken: carrier.token });
  return { till, tenantId, staff, carrier };
}

let phones = 0;

/** A paid order of two dresses, whose customer has chosen PAC at the checkout. */
export async function aPaidOrder(
  { till, tenantId, staff }: LabelDesk,
  { address = {}, quantity = 2 }: { address?: Partial<typeof ADDRESS>; quantity?: number } = {},
): Promise<Id<"orders">> {
  phones += 1;
  const { orderId } = await anOrder(till, { phone: `1198765${4000 + phones}`, quantity, customer: false });
  await saveCustomer(till, orderId, { address: { ...ADDRESS, ...address } });
  await staff.session.action(api.checkout.quoteFreight, { tenantId, orderId, cep: ADDRESS.cep });
  await staff.session.mutation(api.checkout.chooseFreight, { tenantId, orderId, optionId: "1" });
  await staff.session.mutation(api.orders.setPaid, { tenantId, orderIds: [orderId], isPaid: true });
  return orderId;
}

/** A paid order whose label lies in the cart. */
export async function aLabel(desk: LabelDesk): Promise<Id<"orders">> {
  const orderId = await aPaidOrder(desk);
  await create(desk, orderId);
  return orderId;
}

/** One that is bought, made ready and fetched. */
export async function aBoughtLabel(desk: LabelDesk): Promise<Id<"orders">> {
  const orderId = await aLabel(desk);
  await pay(desk, orderId);
  await settleJobs(desk);
  return orderId;
}

export async function rowOf({ tenantId, staff }: LabelDesk, orderId: Id<"orders">) {
  const row = await staff.session.query(api.labels.ofOrder, { tenantId, orderId });
  if (row === null) throw new Error("the order should have a row");
  return row;
}

export function create({ tenantId, staff }: LabelDesk, orderId: Id<"orders">, optionId: string | null = null) {
  return staff.session.action(api.labels.create, { tenantId, orderId, optionId });
}

export function pay({ tenantId, staff }: LabelDesk, orderId: Id<"orders">, by: Person = staff, seenPriceCents = 2565) {
  return by.session.action(api.labels.pay, { tenantId, orderId, seenPriceCents });
}

export function cancel({ tenantId, staff }: LabelDesk, orderId: Id<"orders">) {
  return staff.session.action(api.labels.cancel, { tenantId, orderId });
}

export function refresh({ tenantId, staff }: LabelDesk, orderId: Id<"orders">) {
  return staff.session.action(api.labels.refresh, { tenantId, orderId });
}

/** What the minute's sweep does when so much time has gone by, with all that follows. */
export async function sweepAfter(desk: LabelDesk, ms: number): Promise<void> {
  vi.setSystemTime(Date.now() + ms);
  await desk.till.deployment.mutation(internal.labelWork.sweep, {});
  await settleJobs(desk);
}

/** Everything that goes on by itself, to its end. */
export async function settleJobs({ till }: LabelDesk): Promise<void> {
  await runJobs(till.deployment);
}
