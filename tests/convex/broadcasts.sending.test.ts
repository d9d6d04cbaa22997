import { beforeEach, describe, expect, test, vi } from "vitest";
import { api } from "../../convex/_generated/api";
import type { Doc, Id } from "../../convex/_generated/dataModel";
import { hasOrders, phonesUpTo, prepared } from "../support/messaging";
import {
  aSendingShop,
  keepLiveHours,
  launchTo,
  minutes,
  pass,
  seconds,
  type SendingShop,
} from "../support/sendingShop";

/** How a broadcast that was started goes out, one recipient after the other. */

keepLiveHours();

const MARIA = "5511987654321";

let live: SendingShop;
beforeEach(async () => {
  live = await aSendingShop();
});

/** A broadcast to so many, started. */
async function started(count: number, text = "Hoje tem live!"): Promise<Id<"broadcasts">> {
  await hasOrders(live, phonesUpTo(count));
  const broadcastId = await prepared(live, { text });
  const { ana, tenantId } = live;
  await ana.session.mutation(api.broadcasts.start, { tenantId, broadcastId, seenTotal: count });
  return broadcastId;
}

async function readBroadcast(id: Id<"broadcasts">): Promise<Doc<"broadcasts">> {
  const found = (await live.shop.rows("broadcasts")).find(({ _id }) => _id === id);
  if (found === undefined) throw new Error("the broadcast should be there");
  return found;
}

const recipientStates = async () => (await live.shop.rows("broadcastRecipients")).map(({ state }) => state);
const numbers = () => live.gateway.messages.map(({ number }) => number);
const act = (what: "pause" | "resume" | "cancel", broadcastId: Id<"broadcasts">) =>
  live.ana.session.mutation(api.broadcasts[what], { tenantId: live.tenantId, broadcastId });

test("everybody gets it once, in the list's order, three seconds apart and five after each third", async () => {
  const id = await started(7);
  await pass(live, minutes(1));
  expect(numbers()).toEqual(phonesUpTo(7));
  const times = live.gateway.messages.map(({ at }) => at);
  for (const [at, gap] of times
    .slice(1)
    .map((time, before) => time - times[before]!)
    .entries())
    expect(gap).toBeGreaterThanOrEqual((at + 1) % 3 === 0 ? 5_000 : 3_000);
  expect(await readBroadcast(id)).toMatchObject({ state: "finished", sent: 7, failed: 0, inDoubt: 0 });
  expect(await live.shop.rows("broadcastDays")).toMatchObject([{ date: "2026-11-20", sent: 7 }]);
  expect((await live.shop.rows("messageLog")).map(({ type }) => type)).toEqual(Array(7).fill("broadcast"));
});

test("what somebody expects goes out in between", async () => {
  await started(20);
  await pass(live, seconds(4));
  const before = live.gateway.messages.length;
  expect(before).toBeLessThan(4);
  await launchTo(live, MARIA);
  await pass(live, seconds(5));
  expect(numbers().indexOf(MARIA)).toBeLessThanOrEqual(before + 1);
});

test("a number without WhatsApp is counted and does not stop the others", async () => {
  const [first = ""] = phonesUpTo(3);
  live.gateway.missing.add(first);
  const id = await started(3);
  await pass(live, minutes(1));
  expect(await readBroadcast(id)).toMatchObject({ state: "finished", sent: 2, failed: 1 });
  expect(await recipientStates()).toEqual(["failed", "sent", "sent"]);
});

test("who opts out while it runs gets none", async () => {
  const [, , last = ""] = phonesUpTo(3);
  const id = await started(3);
  const { ana, tenantId } = live;
  await ana.session.mutation(api.messageOptOuts.set, { tenantId, phone: last, isOptedOut: true });
  await pass(live, minutes(1));
  expect(numbers()).toEqual(phonesUpTo(2));
  expect(await readBroadcast(id)).toMatchObject({ state: "finished", sent: 2, total: 2, optedOut: 1 });
});

describe("stopped", () => {
  test("paused by hand nothing goes out; resumed it goes on with the next", async () => {
    const id = await started(6);
    await pass(live, seconds(5));
    await act("pause", id);
    await pass(live, seconds(3));
    const sent = numbers().length;
    await pass(live, minutes(5));
    expect(numbers()).toHaveLength(sent);
    expect(sent).toBeLessThan(6);
    await act("resume", id);
    await pass(live, minutes(1));
    expect(numbers()).toEqual(phonesUpTo(6));
  });

  test("canceled: what is at the gateway ends as it ends, nobody else gets it", async () => {
    const id = await started(6);
    let canceled = false;
    live.gateway.whileSending = async () => {
      if (canceled) return;
      canceled = true;
      await act("cancel", id);
    };
    await pass(live, minutes(2));
    expect(numbers()).toEqual(phonesUpTo(1));
    expect(await readBroadcast(id)).toMatchObject({ state: "canceled", sent: 1 });
  });

  test("the gateway goes down in the middle: it waits and goes on where it stopped, nobody gets two", async () => {
    const id = await started(8);
    live.gateway.whileSending = () => {
      live.gateway.isDown = numbers().length === 3;
    };
    live.gateway.faults = [];
    await pass(live, minutes(20));
    expect(numbers()).toHaveLength(3);
    expect(await readBroadcast(id)).toMatchObject({ state: "running" });
    live.gateway.isDown = false;
    await pass(live, minutes(3));
    // Whom it was about to write to when it went down is asked about first, and comes later.
    expect([...numbers()].sort()).toEqual(phonesUpTo(8));
    expect(await readBroadcast(id)).toMatchObject({ state: "finished", sent: 8 });
  });

  test("an answer that is lost is asked after: nobody gets two, nobody is forgotten", async () => {
    const id = await started(5);
    live.gateway.faults = [];
    let at = 0;
    live.gateway.whileSending = () => {
      at += 1;
      if (at === 2) live.gateway.faults = ["lost_after", "lost_before"];
    };
    await pass(live, minutes(3));
    expect([...numbers()].sort()).toEqual(phonesUpTo(5));
    expect(await readBroadcast(id)).toMatchObject({ state: "finished", sent: 5 });
  });
});

describe("when nobody is written to", () => {
  test("at nine in the evening it stops until eight in the morning", async () => {
    vi.setSystemTime(Date.parse("2026-11-20T20:59:50-03:00"));
    const id = await started(8);
    await pass(live, minutes(60));
    const before = numbers().length;
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(8);
    await pass(live, minutes(11 * 60));
    expect(numbers()).toEqual(phonesUpTo(8));
    expect(live.gateway.messages[before]!.at).toBeGreaterThanOrEqual(Date.parse("2026-11-21T08:00:00-03:00"));
    expect(await readBroadcast(id)).toMatchObject({ state: "finished" });
  });

  test("a day's ceiling is not passed; the rest goes out the next morning", async () => {
    live = await aSendingShop({ dailyCeiling: 2 });
    await started(3);
    await pass(live, minutes(60));
    expect(numbers()).toEqual(phonesUpTo(2));
    await pass(live, minutes(18 * 60));
    expect(numbers()).toEqual(phonesUpTo(3));
    expect(live.gateway.messages[2]!.at).toBeGreaterThanOrEqual(Date.parse("2026-11-21T08:00:00-03:00"));
  });
});
