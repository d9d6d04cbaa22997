import { describe, expect, test } from "vitest";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { LABEL_CENTS } from "../support/fakeLabels";
import { APPLICATION } from "../support/fakeMelhorEnvio";
import { aLabel, aLabelDesk, pay, rowOf, settleJobs, type LabelDesk } from "../support/labelDesk";
import { keepTillHours } from "../support/tillHours";

/** What Melhor Envio tells unasked: signed, late, repeated, in any order. */

keepTillHours();

async function sign(body: string, secret: string = APPLICATION.clientSecret): Promise<string> {
  const bytes = new TextEncoder();
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", bytes.encode(secret), algorithm, false, ["sign"]);
  const signed = await crypto.subtle.sign("HMAC", key, bytes.encode(body));
  return btoa(String.fromCharCode(...new Uint8Array(signed)));
}

const TIMES: Readonly<Record<string, object>> = {
  "order.created": {},
  "order.released": { paid_at: "2026-11-20T18:10:00+00:00" },
  // Its status does not follow: a label that was just generated still reads `released`.
  "order.generated": { status: "released", generated_at: "2026-11-20T18:11:00+00:00" },
  "order.posted": { status: "released", posted_at: "2026-11-21T12:00:00+00:00", tracking: "ME26002MI63BR" },
  "order.delivered": { delivered_at: "2026-11-25T12:00:00+00:00" },
  "order.cancelled": { canceled_at: "2026-11-22T12:00:00+00:00" },
};

function noticeOf(event: string, id = "etiqueta-1"): string {
  return JSON.stringify({ event, data: { id, status: event.slice(6), tracking: null, ...TIMES[event] } });
}

async function send({ till }: LabelDesk, body: string, signature: string | null): Promise<number> {
  const headers = {
    "content-type": "application/json",
    ...(signature === null ? {} : { "x-me-signature": signature }),
  };
  const response = await till.deployment.fetch(`/webhooks/me/${till.slug}`, { method: "POST", headers, body });
  return response.status;
}

async function tell(desk: LabelDesk, ...events: string[]): Promise<void> {
  for (const event of events) {
    const body = noticeOf(event);
    expect(await send(desk, body, await sign(body))).toBe(200);
  }
}

/** A label whose service cannot be asked: what the notices say is all there is to know. */
async function aSilentLabel(desk: LabelDesk): Promise<Id<"orders">> {
  const orderId = await aLabel(desk);
  desk.carrier.labels[0]!.status = "pending";
  return orderId;
}

const state = async (desk: LabelDesk, orderId: Id<"orders">) => (await rowOf(desk, orderId)).state;

describe("notices", () => {
  test("carry a label forward as they come, and each is a reason to ask", async () => {
    const desk = await aLabelDesk();
    const orderId = await aSilentLabel(desk);
    await tell(desk, "order.created", "order.released");
    expect(await state(desk, orderId)).toBe("paid");
    await tell(desk, "order.generated", "order.posted");
    expect(await rowOf(desk, orderId)).toMatchObject({
      state: "posted",
      isGenerated: true,
      trackingCode: "ME26002MI63BR",
    });
    await tell(desk, "order.delivered");
    expect(await state(desk, orderId)).toBe("delivered");
    const asked = desk.carrier.times("GET /orders/:id");
    await settleJobs(desk);
    expect(desk.carrier.times("GET /orders/:id")).toBeGreaterThan(asked);
    // What the service says when it is asked is older than that, and takes nothing back.
    expect(await state(desk, orderId)).toBe("delivered");
  });

  test.each([
    [["order.posted", "order.released", "order.created", "order.generated"], "posted"],
    [["order.delivered", "order.posted", "order.released"], "delivered"],
    [["order.released", "order.delivered", "order.generated", "order.posted", "order.delivered"], "delivered"],
    [["order.cancelled", "order.created", "order.released", "order.posted"], "cancelled"],
    [["order.released", "order.released", "order.released"], "paid"],
  ])("late, repeated and reordered (%j) leave the label at %s", async (events, last) => {
    const desk = await aLabelDesk();
    const orderId = await aSilentLabel(desk);
    await tell(desk, ...events);
    expect(await state(desk, orderId)).toBe(last);
    await tell(desk, ...events.toReversed());
    await settleJobs(desk);
    expect(await state(desk, orderId)).toBe(last);
  });

  test("that are repeated are written down once, and ask once", async () => {
    const desk = await aLabelDesk();
    await aSilentLabel(desk);
    await tell(desk, "order.released", "order.released", "order.released");
    const { shop, owner, tenantId } = desk.till;
    const log = await shop.rows("webhookLogs");
    expect(log).toMatchObject([
      { service: "melhor_envio", kind: "order.released", subject: "etiqueta-1", outcome: "done" },
    ]);
    // They are not the payment provider's.
    const page = { paginationOpts: { numItems: 10, cursor: null } };
    expect(await owner.session.query(api.payments.webhookLog, { tenantId, ...page })).toMatchObject({ page: [] });
  });

  test("find a step that nobody has answered for, which ends with it; the label is paid once", async () => {
    const desk = await aLabelDesk();
    const orderId = await aLabel(desk);
    const unanswered = Array<{ path: string; fault: "down" }>(3).fill({ path: "/orders/", fault: "down" });
    desk.carrier.faults.push({ path: "/shipment/checkout", fault: "lost" }, ...unanswered);
    expect(await pay(desk, orderId)).toMatchObject({ outcome: "working" });
    await tell(desk, "order.released");
    expect(await rowOf(desk, orderId)).toMatchObject({ state: "paid", step: { kind: "generate", byName: "Ana" } });
    await settleJobs(desk);
    expect(await rowOf(desk, orderId)).toMatchObject({ isGenerated: true, labelUrl: expect.any(String), step: null });
    expect(desk.carrier.balanceCents).toBe(10_000 - LABEL_CENTS);
  });

  test.each<[string, (body: string) => Promise<string | null>]>([
    ["without a signature", () => Promise.resolve(null)],
    ["signed by somebody else", (body) => sign(body, "outro-segredo")],
    ["signed for another text", () => sign("{}")],
    ["signed in no known form", () => Promise.resolve("assinado")],
  ])("%s are refused, and change nothing", async (_how, signature) => {
    const desk = await aLabelDesk();
    const orderId = await aSilentLabel(desk);
    const body = noticeOf("order.delivered");
    expect(await send(desk, body, await signature(body))).toBe(401);
    expect(await state(desk, orderId)).toBe("created_awaiting_payment");
    expect(await desk.till.shop.rows("webhookLogs")).toMatchObject([{ outcome: "refused" }]);
  });

  test("about nothing are answered: the address is registered with one; of other shops' labels nothing is believed", async () => {
    const desk = await aLabelDesk();
    const orderId = await aSilentLabel(desk);
    expect(await send(desk, JSON.stringify({ event: "webhook.test", data: {} }), null)).toBe(200);
    const foreign = noticeOf("order.delivered", "etiqueta-de-outra-loja");
    expect(await send(desk, foreign, await sign(foreign))).toBe(200);
    expect(await send(desk, "isto não é JSON", await sign("isto não é JSON"))).toBe(200);
    expect(await send(desk, "x".repeat(70_000), null)).toBe(413);
    const nowhere = await desk.till.deployment.fetch("/webhooks/me/nenhuma", { method: "POST", body: "{}" });
    expect(nowhere.status).toBe(404);
    expect(await state(desk, orderId)).toBe("created_awaiting_payment");
  });
});
