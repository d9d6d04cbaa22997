import { describe, expect, test } from "vitest";
import { api } from "../../convex/_generated/api";
import { LIVE_DATE } from "../support/builders";
import { keptAndCounted } from "../support/keptTotals";
import { anOrderDesk } from "../support/orderDesk";
import { refusalOf } from "../support/refusals";

/** Ana has launched two of ten dresses at R$ 10,00. */
async function aLaunch() {
  const desk = await anOrderDesk();
  const dress = await desk.shop.hasProduct({ code: "C151", priceCents: 1000, stock: 10 });
  const launch = await desk.shop.launch(desk.ana, { productId: dress, quantity: 2, launchId: "primeiro-lancamento" });
  const feed = () =>
    desk.ana.session.query(api.manualSales.feed, { tenantId: desk.shop.tenantId, eventDate: LIVE_DATE });
  return { desk, dress, orderId: launch.orderId, feed };
}

describe("undoing a launch", () => {
  test("that opened the order takes the order with it, and the feed says so", async () => {
    const { desk, dress, orderId, feed } = await aLaunch();

    expect(await desk.undo("primeiro-lancamento")).toEqual({
      orderNumber: 1,
      productCode: "C151",
      quantity: 2,
      stockLeft: 10,
      orderTotalCents: null,
    });

    expect(await desk.shop.stockOf(dress)).toBe(10);
    for (const table of ["orders", "carts", "cartItems"] as const) expect(await desk.shop.rows(table)).toEqual([]);
    expect(await feed()).toMatchObject([{ isOwn: true, isUndone: true, canUndo: false }]);
    expect(await desk.changes(orderId)).toMatchObject([
      { kind: "removed" },
      { kind: "launch_undone", productCode: "C151", quantity: 2, unitPriceCents: 1000, totalCents: 0 },
      { kind: "launched" },
    ]);
    const { kept, counted } = await keptAndCounted(desk.shop);
    expect(kept).toEqual(counted);
  });

  test("that joined an order leaves what was there", async () => {
    const { desk, dress, orderId } = await aLaunch();
    await desk.shop.launch(desk.ana, { productId: dress, quantity: 3, launchId: "segundo-lancamento" });

    expect(await desk.undo("segundo-lancamento")).toMatchObject({ stockLeft: 8, orderTotalCents: 2000 });

    expect(await desk.order(orderId)).toMatchObject({ pieces: 2, totalCents: 2000 });
    const { kept, counted } = await keptAndCounted(desk.shop);
    expect(kept).toEqual(counted);
  });

  test("gives the line its former price back, when nothing has touched it since", async () => {
    const { desk, dress, orderId } = await aLaunch();
    await desk.shop.deployment.run(({ db }) => db.patch("products", dress, { priceCents: 1200 }));
    await desk.shop.launch(desk.ana, { productId: dress, launchId: "segundo-lancamento" });
    expect(await desk.undo("segundo-lancamento")).toMatchObject({ orderTotalCents: 2000 });
    expect(await desk.order(orderId)).toMatchObject({ totalCents: 2000 });
  });

  test("keeps an order that somebody has written something on", async () => {
    const { desk, orderId } = await aLaunch();
    await desk.setObservation(orderId, { observation: "Presente", seen: null });
    expect(await desk.undo("primeiro-lancamento")).toMatchObject({ orderTotalCents: 0 });
    expect(await desk.order(orderId)).toMatchObject({ pieces: 0, observation: "Presente" });
  });

  test("twice is refused, and the launch sent again is not launched again", async () => {
    const { desk, dress } = await aLaunch();
    await desk.undo("primeiro-lancamento");
    expect(await refusalOf(desk.undo("primeiro-lancamento"))).toEqual({
      code: "launch_already_undone",
      message: "Este lançamento já foi desfeito",
    });
    await desk.shop.launch(desk.ana, { productId: dress, quantity: 2, launchId: "primeiro-lancamento" });
    expect(await desk.shop.stockOf(dress)).toBe(10);
  });

  test("is for who launched it: another reads 'Só quem lançou pode desfazer'", async () => {
    const { desk, dress, feed } = await aLaunch();
    expect(await refusalOf(desk.undo("primeiro-lancamento", desk.joao))).toEqual({
      code: "launch_not_yours",
      message: "Só quem lançou pode desfazer",
    });
    expect(await refusalOf(desk.undo("nunca-lancado"))).toEqual({
      code: "launch_not_found",
      message: "Lançamento não encontrado",
    });
    expect(await desk.shop.stockOf(dress)).toBe(8);
    expect(await feed()).toMatchObject([{ isUndone: false, canUndo: true }]);
  });

  test("is refused with its reason when the order has moved on", async () => {
    const { desk, dress, orderId } = await aLaunch();
    const reason = async () => refusalOf(desk.undo("primeiro-lancamento"));
    const lineId = await desk.lineOf(dress);

    await desk.setPaid(orderId);
    expect(await reason()).toEqual({
      code: "undo_refused",
      message: "O pedido #1 já está pago",
      reason: "O pedido #1 já está pago",
    });
    await desk.setPaid(orderId, false);
    await desk.setQuantity(orderId, { lineId, quantity: 1, seenQuantity: 2 });
    expect(await reason()).toMatchObject({ message: "O pedido #1 já tem menos peças deste item" });
    await desk.removeLine(orderId, { lineId });
    expect(await reason()).toMatchObject({ message: "O item já saiu do pedido #1" });
    await desk.remove([orderId]);
    expect(await reason()).toMatchObject({ message: "O pedido #1 não existe mais" });
    expect(await desk.shop.stockOf(dress)).toBe(10);
  });

  test("of a product that is gone takes the line and has no stock to name", async () => {
    const { desk, dress } = await aLaunch();
    await desk.shop.deployment.run(({ db }) => db.delete("products", dress));
    expect(await desk.undo("primeiro-lancamento")).toMatchObject({ productCode: "C151", stockLeft: null });
    expect(await desk.shop.rows("orders")).toEqual([]);
  });
});

test("the orders launched by hand are listed whatever their type, newest first, page by page", async () => {
  const { desk, dress } = await aLaunch();
  for (const [at, eventType] of (["LIVE", "BAZAR", "WHATSAPP"] as const).entries()) {
    await desk.shop.launch(desk.ana, { productId: dress, eventType, phone: `1191111000${at}` });
  }
  const page = (cursor: string | null) =>
    desk.ana.session.query(api.manualSales.orders, {
      tenantId: desk.shop.tenantId,
      paginationOpts: { numItems: 3, cursor },
    });
  const first = await page(null);
  expect(first.page.map(({ number, eventType }) => [number, eventType])).toEqual([
    [4, "WHATSAPP"],
    [3, "BAZAR"],
    [2, "LIVE"],
  ]);
  expect((await page(first.continueCursor)).page.map(({ number }) => number)).toEqual([1]);
});
