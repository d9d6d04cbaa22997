import { expect } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { refusalOf } from "../support/refusals";
import type { Caller, ConformanceCase } from "./backend";
import { aCompany, DRESS, LIVE_DATE, newLaunchId, type Company } from "./company";

/** What one of the two at the desk does to orders. */
class Desk {
  constructor(
    private readonly company: Company,
    readonly caller: Caller<"public">,
  ) {}

  private get tenantId(): Id<"tenants"> {
    return this.company.tenantId;
  }

  addLine(orderId: Id<"orders">, quantity = 1, productId = this.company.product()) {
    return this.caller.mutation(api.orders.addLine, { tenantId: this.tenantId, orderId, productId, quantity });
  }

  setQuantity(orderId: Id<"orders">, change: { lineId: Id<"cartItems">; quantity: number; seenQuantity: number }) {
    return this.caller.mutation(api.orders.setLineQuantity, { tenantId: this.tenantId, orderId, ...change });
  }

  removeLine(orderId: Id<"orders">, lineId: Id<"cartItems">) {
    return this.caller.mutation(api.orders.removeLine, { tenantId: this.tenantId, orderId, lineId });
  }

  update(orderId: Id<"orders">, change: { phone?: string; totalCents?: number; seenTotalCents?: number }) {
    return this.caller.mutation(api.orders.update, { tenantId: this.tenantId, orderId, ...change });
  }

  setObservation(orderId: Id<"orders">, observation: string, seen: string | null) {
    return this.caller.mutation(api.orders.setObservation, { tenantId: this.tenantId, orderId, observation, seen });
  }

  merge(fromOrderId: Id<"orders">, intoOrderId: Id<"orders">, phone?: string) {
    return this.caller.mutation(api.orders.merge, { tenantId: this.tenantId, fromOrderId, intoOrderId, phone });
  }

  remove(...orderIds: Id<"orders">[]) {
    return this.caller.mutation(api.orders.remove, { tenantId: this.tenantId, orderIds, returnPaidStock: false });
  }

  undo(launchId: string) {
    return this.caller.mutation(api.manualSales.undo, { tenantId: this.tenantId, launchId });
  }

  async order(number: number) {
    const order = await this.caller.query(api.orders.byNumber, { tenantId: this.tenantId, number });
    if (order === null) throw new Error(`there should be an order ${number}`);
    return order;
  }

  async lineOf(number: number): Promise<Id<"cartItems">> {
    const line = (await this.order(number)).lines[0];
    if (line === undefined) throw new Error(`order ${number} should have a line`);
    return line.lineId;
  }

  async kinds(orderId: Id<"orders">): Promise<string[]> {
    const paginationOpts = { numItems: 50, cursor: null };
    const { page } = await this.caller.query(api.orders.timeline, { tenantId: this.tenantId, orderId, paginationOpts });
    return page.map(({ change }) => change.kind);
  }

  async search(text: string) {
    const { rows } = await this.caller.query(api.orders.search, { tenantId: this.tenantId, text, limit: 50 });
    return rows.map(({ number }) => number);
  }
}

const desks = (company: Company) => ({ ana: new Desk(company, company.ana), joao: new Desk(company, company.joao) });

/** The one call of several that was refused, as its refusal; fails when it was not exactly one. */
async function onlyRefusal(outcomes: readonly PromiseSettledResult<unknown>[]) {
  const lost = outcomes.filter((outcome) => outcome.status === "rejected");
  expect(lost).toHaveLength(1);
  return await refusalOf(Promise.reject(lost[0]?.reason as Error));
}

/** Footer, list and orders must say the same, whatever has happened. */
async function expectAgreement(company: Company): Promise<void> {
  const rows = await company.orders();
  expect(await company.totals()).toMatchObject({
    orders: rows.length,
    totalCents: rows.reduce((sum, row) => sum + row.totalCents, 0),
    pieces: rows.reduce((sum, row) => sum + row.pieces, 0),
  });
  const { ana } = desks(company);
  for (const row of rows) {
    const { lines, adjustmentCents } = await ana.order(row.number);
    const worth = lines.reduce((sum, line) => sum + line.lineTotalCents, 0);
    expect(row.totalCents).toBe(worth + adjustmentCents);
    expect(row.pieces).toBe(lines.reduce((sum, line) => sum + line.quantity, 0));
  }
}

/** Editing orders, seen from outside, and what happens when two do it at the same moment. */
export const orderEditsCases: readonly ConformanceCase[] = [
  {
    title: "an order is edited line by line, given a total and another phone, found again, and deleted",
    run: async (backend) => {
      const company = await aCompany(backend, [
        { ...DRESS, priceCents: 1000 },
        { ...DRESS, priceCents: 500 },
      ]);
      const { ana, joao } = desks(company);
      const { orderId } = await company.launch({ quantity: 2 });
      expect(await joao.addLine(orderId, 3, company.product(1))).toEqual({ orderTotalCents: 3500, stockLeft: 9 });
      const lineId = await ana.lineOf(1);
      expect(await ana.setQuantity(orderId, { lineId, quantity: 1, seenQuantity: 2 })).toEqual({
        orderTotalCents: 2500,
        stockLeft: 11,
      });
      await ana.update(orderId, { phone: "(21) 91234-0012", totalCents: 2400, seenTotalCents: 2500 });
      expect(await ana.order(1)).toMatchObject({
        customerPhone: "5521912340012",
        totalCents: 2400,
        adjustmentCents: -100,
        lines: [
          { code: "C151", quantity: 1, changedBy: "ana" },
          { code: "C152", quantity: 3, changedBy: "joao" },
        ],
        lastEdit: { actorName: "ana" },
      });
      expect([await ana.search("0012"), await ana.search("4321"), await ana.search("#1")]).toEqual([[1], [], [1]]);
      await expectAgreement(company);
      expect(await ana.remove(orderId)).toEqual({ removed: 1 });
      expect(await company.stockOf()).toBe(12);
      expect(await ana.kinds(orderId)).toEqual([
        "removed",
        "adjustment_changed",
        "phone_changed",
        "quantity_changed",
        "line_added",
        "launched",
      ]);
      await expectAgreement(company);
    },
  },
  {
    title: "a customer's name finds their orders, accents and case ignored, by the beginnings of its words",
    run: async (backend) => {
      const company = await aCompany(backend);
      await backend.internal.mutation(internal.demo.addCatalogue, {
        tenantId: company.tenantId,
        products: [],
        customers: [{ phone: "5511987654321", name: "José da Silva", whatsappGroup: null }],
      });
      await company.launch();
      await company.launch({ phone: "11922222222" });
      const { ana } = desks(company);
      expect([await ana.search("JOSE"), await ana.search("sil jos"), await ana.search("ose")]).toEqual([[1], [1], []]);
    },
  },
  {
    title: "two add to the same order at the same moment: both are in it",
    run: async (backend) => {
      const company = await aCompany(backend);
      const { ana, joao } = desks(company);
      const { orderId } = await company.launch();
      await Promise.all([ana.addLine(orderId, 2), joao.addLine(orderId, 3), company.launch({ quantity: 4 })]);
      expect(await ana.order(1)).toMatchObject({ pieces: 10, lines: [{ quantity: 10 }] });
      expect(await company.stockOf()).toBe(2);
      await expectAgreement(company);
    },
  },
  {
    title: "two set the same quantity field at the same moment: one wins, the other reads who and what",
    run: async (backend) => {
      const company = await aCompany(backend);
      const { ana, joao } = desks(company);
      const { orderId } = await company.launch({ quantity: 2 });
      const lineId = await ana.lineOf(1);
      const refusal = await onlyRefusal(
        await Promise.allSettled([
          ana.setQuantity(orderId, { lineId, quantity: 5, seenQuantity: 2 }),
          joao.setQuantity(orderId, { lineId, quantity: 7, seenQuantity: 2 }),
        ]),
      );
      const { lines } = await ana.order(1);
      const winner = lines[0]?.quantity === 5 ? "ana" : "joao";
      expect(refusal).toMatchObject({
        code: "changed_meanwhile",
        message: `${winner} mudou para ${lines[0]?.quantity} enquanto você editava`,
        actorName: winner,
        value: lines[0]?.quantity,
      });
      await expectAgreement(company);
    },
  },
  {
    title: "two raise their orders to the last piece at the same moment: one wins, the other reads what is there",
    run: async (backend) => {
      const company = await aCompany(backend, [{ ...DRESS, stock: 3 }]);
      const { ana, joao } = desks(company);
      const first = await company.launch({ phone: "11911111111" });
      const second = await company.launch({ phone: "11922222222" });
      const refusal = await onlyRefusal(
        await Promise.allSettled([ana.addLine(first.orderId), joao.addLine(second.orderId)]),
      );
      expect(refusal).toMatchObject({ message: "Estoque insuficiente. Disponível: 0" });
      expect(await company.stockOf()).toBe(0);
      await expectAgreement(company);
    },
  },
  {
    title: "two write different observations at the same moment: neither is lost in silence",
    run: async (backend) => {
      const company = await aCompany(backend);
      const { ana, joao } = desks(company);
      const { orderId } = await company.launch();
      const refusal = await onlyRefusal(
        await Promise.allSettled([
          ana.setObservation(orderId, "Retira sexta", null),
          joao.setObservation(orderId, "Presente", null),
        ]),
      );
      expect(refusal).toMatchObject({ code: "changed_meanwhile", value: (await ana.order(1)).observation });
    },
  },
  {
    title:
      "deleting what the other edits: the order is gone, its stock is whole, and the edit was before it or refused",
    run: async (backend) => {
      const company = await aCompany(backend);
      const { ana, joao } = desks(company);
      for (let round = 0; round < 5; round += 1) {
        const { orderId } = await company.launch({ quantity: 2 });
        const [removed, added] = await Promise.allSettled([ana.remove(orderId), joao.addLine(orderId, 3)]);
        expect(removed.status).toBe("fulfilled");
        if (added.status === "rejected") {
          expect(await refusalOf(Promise.reject(added.reason as Error))).toMatchObject({ code: "order_not_found" });
        }
        expect(await company.orders()).toEqual([]);
        expect(await company.stockOf()).toBe(12);
        await expectAgreement(company);
      }
    },
  },
  {
    title: "both delete the same order, or remove the same line: the stock comes back once",
    run: async (backend) => {
      const company = await aCompany(backend);
      const { ana, joao } = desks(company);
      const { orderId } = await company.launch({ quantity: 2 });
      const lineId = await ana.lineOf(1);
      const lines = await Promise.allSettled([ana.removeLine(orderId, lineId), joao.removeLine(orderId, lineId)]);
      expect(await onlyRefusal(lines)).toMatchObject({ code: "line_not_found" });
      expect(await company.stockOf()).toBe(12);
      await ana.addLine(orderId, 4);
      const orders = await Promise.allSettled([ana.remove(orderId), joao.remove(orderId)]);
      expect(await onlyRefusal(orders)).toMatchObject({ code: "order_not_found" });
      expect(await company.stockOf()).toBe(12);
      await expectAgreement(company);
    },
  },
  {
    title: "giving two orders the same phone at the same moment: one gets it, the other reads which order has it",
    run: async (backend) => {
      const company = await aCompany(backend);
      const { ana, joao } = desks(company);
      const first = await company.launch({ phone: "11911111111" });
      const second = await company.launch({ phone: "11922222222" });
      const phone = "11933333333";
      const refusal = await onlyRefusal(
        await Promise.allSettled([ana.update(first.orderId, { phone }), joao.update(second.orderId, { phone })]),
      );
      const [winner] = await ana.search(phone);
      expect(refusal).toMatchObject({ code: "open_order_exists", orderNumber: winner });
      expect((await company.orders({ isPaid: false })).map((row) => row.customerPhone)).toContain("5511933333333");
    },
  },
  {
    title: "another phone against a launch to it at the same moment: never two open orders of phone and date",
    run: async (backend) => {
      const company = await aCompany(backend);
      const { ana } = desks(company);
      const { orderId } = await company.launch({ phone: "11911111111" });
      const phone = "11922222222";
      await Promise.allSettled([ana.update(orderId, { phone }), company.launch({ phone, quantity: 2 }, company.joao)]);
      const rows = await company.orders();
      const open = rows.filter((row) => row.customerPhone === "5511922222222");
      expect(open).toHaveLength(1);
      expect(rows.reduce((sum, row) => sum + row.pieces, 0)).toBe(3);
      await expectAgreement(company);
    },
  },
  {
    title: "joining two orders while a launch arrives for them: one open order holds everything",
    run: async (backend) => {
      const company = await aCompany(backend);
      const { ana, joao } = desks(company);
      const paid = await company.launch({ quantity: 2 });
      await company.setPaid([paid.orderId], true);
      const open = await company.launch({ quantity: 3 });
      const outcomes = await Promise.allSettled([
        ana.merge(paid.orderId, open.orderId),
        company.launch({ quantity: 1 }, company.joao),
        joao.addLine(open.orderId, 1),
      ]);
      expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "fulfilled"]);
      expect(await company.orders()).toMatchObject([{ number: 2, isPaid: false, pieces: 7 }]);
      expect(await company.stockOf()).toBe(5);
      expect((await ana.kinds(paid.orderId))[0]).toBe("merged_into");
      await expectAgreement(company);
    },
  },
  {
    title: "both join the same two orders, each into the other: one order is left",
    run: async (backend) => {
      const company = await aCompany(backend);
      const { ana, joao } = desks(company);
      const first = await company.launch({ phone: "11911111111" });
      const second = await company.launch({ phone: "11922222222" });
      const outcomes = await Promise.allSettled([
        ana.merge(first.orderId, second.orderId, "11922222222"),
        joao.merge(second.orderId, first.orderId, "11911111111"),
      ]);
      expect(await onlyRefusal(outcomes)).toMatchObject({ code: "order_not_found" });
      expect(await company.orders()).toMatchObject([{ pieces: 2, isPaid: false }]);
      await expectAgreement(company);
    },
  },
  {
    title: "undoing a launch while its order is marked paid: undone, or paid, never both",
    run: async (backend) => {
      const company = await aCompany(backend);
      const { ana } = desks(company);
      for (let round = 0; round < 5; round += 1) {
        const launchId = newLaunchId();
        const { orderId } = await company.launch({ launchId, quantity: 2, phone: `1191111000${round}` });
        const outcomes = await Promise.allSettled([ana.undo(launchId), company.setPaid([orderId], true, company.joao)]);
        const refusal = await onlyRefusal(outcomes);
        const isUndone = outcomes[0].status === "fulfilled";
        expect(refusal).toMatchObject(
          isUndone ? { code: "order_not_found" } : { message: `O pedido #${round + 1} já está pago` },
        );
        const rows = await company.orders();
        expect(rows.some((row) => row._id === orderId)).toBe(!isUndone);
        expect(await company.stockOf()).toBe(12 - rows.reduce((sum, row) => sum + row.pieces, 0));
        await expectAgreement(company);
      }
    },
  },
  {
    title: "a launch undone from two windows at the same moment is undone once, and the feed shows it",
    run: async (backend) => {
      const company = await aCompany(backend);
      const { ana, joao } = desks(company);
      const launchId = newLaunchId();
      await company.launch();
      await company.launch({ launchId, quantity: 3 });
      expect(await refusalOf(joao.undo(launchId))).toMatchObject({ message: "Só quem lançou pode desfazer" });
      const refusal = await onlyRefusal(await Promise.allSettled([ana.undo(launchId), ana.undo(launchId)]));
      expect(refusal).toEqual({ code: "launch_already_undone", message: "Este lançamento já foi desfeito" });
      expect(await company.stockOf()).toBe(11);
      const feed = (by: Caller<"public">) =>
        by.query(api.manualSales.feed, { tenantId: company.tenantId, eventDate: LIVE_DATE });
      expect(await feed(company.ana)).toMatchObject([
        { isOwn: true, isUndone: true, canUndo: false },
        { isOwn: true, isUndone: false, canUndo: true },
      ]);
      expect(await feed(company.joao)).toMatchObject([
        { isOwn: false, isUndone: true, canUndo: false },
        { isOwn: false, canUndo: false },
      ]);
      await expectAgreement(company);
    },
  },
];
