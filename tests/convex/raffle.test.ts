import { describe, expect, test } from "vitest";
import { drawWinner, fingerprintOf } from "../../domain/raffle";
import { api, internal } from "../../convex/_generated/api";
import { aShop, LIVE_DATE } from "../support/builders";
import { refusalOf } from "../support/refusals";

/** Five orders of one live, the first four of them paid. */
async function aLive() {
  const shop = await aShop();
  const ana = await shop.hasStaff("Ana");
  const productId = await shop.hasProduct({ stock: 50 });
  const orders = [];
  for (let n = 0; n < 5; n += 1) orders.push(await shop.launch(ana, { productId, phone: `1191111000${n}` }));
  const { tenantId } = shop;
  const orderIds = orders.slice(0, 4).map(({ orderId }) => orderId);
  await ana.session.mutation(api.orders.setPaid, { tenantId, orderIds, isPaid: true });
  return { shop, ana, session: ana.session, tenantId };
}

describe("the raffle", () => {
  test("draws a paid order of the date; anybody can compute it again from what is stored", async () => {
    const { session, tenantId, shop } = await aLive();
    const seen = await session.query(api.raffle.eligible, { tenantId, eventDate: LIVE_DATE });
    const draw = await session.action(api.raffle.draw, { tenantId, eventDate: LIVE_DATE });

    const proof = await session.query(api.raffle.proof, { tenantId, drawId: draw.drawId });
    expect(proof).toEqual({ draw, orderNumbers: [1, 2, 3, 4] });
    expect(draw).toMatchObject({ eligible: 4, drawnByName: "Ana", redoReason: null, fingerprint: seen.fingerprint });
    expect(draw.seed).toMatch(/^[0-9a-f]{64}$/);
    expect(draw.fingerprint).toBe(fingerprintOf(LIVE_DATE, [1, 2, 3, 4]));
    expect(draw.winner.orderNumber).toBe(drawWinner(draw, [1, 2, 3, 4]));
    expect(draw.winner.phone).toBe(`551191111000${draw.winner.orderNumber - 1}`);
    expect((await shop.rows("auditLog")).at(-1)).toMatchObject({ action: "raffle_drawn", actorName: "Ana" });
  });

  test("without paid orders: 'Não há pedidos pagos para a data selecionada'", async () => {
    const { session, tenantId } = await aLive();
    const call = session.action(api.raffle.draw, { tenantId, eventDate: "2026-11-21" });
    expect(await refusalOf(call)).toEqual({
      code: "no_eligible_orders",
      message: "Não há pedidos pagos para a data selecionada",
    });
  });

  test("is done again only with a reason, and both draws stay on record, newest first", async () => {
    const { session, tenantId } = await aLive();
    const first = await session.action(api.raffle.draw, { tenantId, eventDate: LIVE_DATE });
    const again = { tenantId, eventDate: LIVE_DATE };
    expect(await refusalOf(session.action(api.raffle.draw, { ...again, redoReason: " " }))).toMatchObject({
      message: "Já houve um sorteio nesta data. Informe o motivo para sortear de novo.",
    });
    const second = await session.action(api.raffle.draw, { ...again, redoReason: "Ganhadora desistiu" });
    expect(second.redoReason).toBe("Ganhadora desistiu");
    expect(await session.query(api.raffle.list, { tenantId, eventDate: LIVE_DATE })).toEqual([second, first]);
  });

  test("of two people who press at once, one draws", async () => {
    const { shop, ana, session, tenantId } = await aLive();
    const actor = { id: ana.profileId, name: "Ana" };
    const asked = { tenantId, eventDate: LIVE_DATE, redoReason: null, actor };
    const [mine, theirs] = [
      await shop.deployment.mutation(internal.raffle.prepare, asked),
      await shop.deployment.mutation(internal.raffle.prepare, asked),
    ];
    await shop.deployment.mutation(internal.raffle.settle, { tenantId, drawId: theirs, seed: "b", actor });
    const late = shop.deployment.mutation(internal.raffle.settle, { tenantId, drawId: mine, seed: "a", actor });
    expect(await refusalOf(late)).toMatchObject({ code: "redo_reason_required" });
    expect(await session.query(api.raffle.list, { tenantId })).toHaveLength(1);
  });

  test("draws from the list that was written down, whatever is paid since", async () => {
    const { shop, ana, session, tenantId } = await aLive();
    const actor = { id: ana.profileId, name: "Ana" };
    const asked = { tenantId, eventDate: LIVE_DATE, redoReason: null, actor };
    const drawId = await shop.deployment.mutation(internal.raffle.prepare, asked);
    const open = (await shop.rows("orders")).filter(({ isPaid }) => !isPaid).map(({ _id }) => _id);
    await session.mutation(api.orders.setPaid, { tenantId, orderIds: open, isPaid: true });
    const draw = await shop.deployment.mutation(internal.raffle.settle, { tenantId, drawId, seed: "a", actor });
    expect(draw.eligible).toBe(4);
    expect(draw.winner.orderNumber).toBe(drawWinner(draw, [1, 2, 3, 4]));
  });
});
