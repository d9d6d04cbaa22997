import { afterEach, beforeEach, vi } from "vitest";
import { internal } from "../../convex/_generated/api";
import type { Doc, Id } from "../../convex/_generated/dataModel";
import { SendingGateway, GATEWAY_URL } from "./sendingGateway";
import { aMessagingShop, type MessagingShop } from "./messaging";
import { setUpSigning } from "./signingKeys";

/** A company whose messages go out by a gateway beside it, with a clock that the test moves. */

/** The middle of the live. */
export const LIVE_BEGINS_AT = Date.parse("2026-11-20T15:00:00-03:00");

export function keepLiveHours(): void {
  beforeEach(async () => {
    await setUpSigning();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], now: LIVE_BEGINS_AT });
  });
  afterEach(() => {
    vi.clearAllTimers();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
}

export interface SendingShop extends MessagingShop {
  readonly gateway: SendingGateway;
  readonly productId: Id<"products">;
}

export async function aSendingShop(settings: Parameters<typeof aMessagingShop>[0] = {}): Promise<SendingShop> {
  const shop = await aMessagingShop(settings);
  const gateway = new SendingGateway();
  vi.stubGlobal("fetch", gateway.fetch);
  const { tenantId } = shop;
  const addresses = { whatsapp: GATEWAY_URL };
  await shop.shop.deployment.mutation(internal.seed.setProviderAddresses, { tenantId, addresses });
  const productId = await shop.shop.hasProduct({ code: "C151", name: "Blusa canelada", priceCents: 5990, stock: 900 });
  // Loading a module takes time that is no part of the test's.
  await shop.shop.deployment.mutation(internal.messageSending.turn, { tenantId });
  return { ...shop, gateway, productId };
}

const MINUTE_MS = 60_000;
export const minutes = (count: number): number => count * MINUTE_MS;
export const seconds = (count: number): number => count * 1_000;

const nextTurn = () => new Promise<void>((go) => setImmediate(go));

/** Lets time pass, from one thing that is due to the next: what is due is done, and what that leads to. */
export async function pass({ shop: { deployment } }: SendingShop, ms: number): Promise<void> {
  let isThere = false;
  setTimeout(() => {
    isThere = true;
  }, ms);
  while (!isThere) {
    vi.advanceTimersToNextTimer();
    let isOver = false;
    const over = deployment.finishInProgressScheduledFunctions().finally(() => {
      isOver = true;
    });
    for (let turns = 0; !isOver; turns += 1) {
      await nextTurn();
      // Whoever asks again after a moment need not wait in earnest.
      if (turns > 20) vi.advanceTimersByTime(10);
    }
    await over;
  }
}

/** A launch to a phone, of one piece. */
export async function launchTo({ shop, ana, productId }: SendingShop, phone: string): Promise<Id<"orders">> {
  return (await shop.launch(ana, { productId, phone })).orderId;
}

export async function statesOf({ shop }: SendingShop): Promise<Doc<"outgoingMessages">["state"][]> {
  return (await shop.rows("outgoingMessages")).map(({ state }) => state);
}

export async function senderOf({ shop }: SendingShop): Promise<Doc<"messageSenders">> {
  const [sender] = await shop.rows("messageSenders");
  if (sender === undefined) throw new Error("the company should have a sender");
  return sender;
}

/** Why the queue pauses; null while it does not. */
export async function pauseOf({ shop }: SendingShop): Promise<Doc<"messagePauses">["reason"] | null> {
  const [pause] = await shop.rows("messagePauses");
  return pause?.reason ?? null;
}
