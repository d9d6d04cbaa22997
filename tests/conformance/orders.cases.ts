import { expect } from "vitest";
import { api } from "../../convex/_generated/api";
import type { EventType } from "../../domain/events";
import { refusalOf } from "../support/refusals";
import type { ConformanceBackend, ConformanceCase } from "./backend";
import { aCompany, DRESS, LIVE_DATE, type Company } from "./company";

const NEXT_DATE = "2026-11-21";

const SALES: readonly { eventType: EventType; eventDate: string; isPaid: boolean; quantity: number }[] = [
  { eventType: "LIVE", eventDate: LIVE_DATE, isPaid: true, quantity: 1 },
  { eventType: "LIVE", eventDate: LIVE_DATE, isPaid: false, quantity: 2 },
  { eventType: "LIVE", eventDate: NEXT_DATE, isPaid: false, quantity: 3 },
  { eventType: "BAZAR", eventDate: LIVE_DATE, isPaid: true, quantity: 4 },
  { eventType: "MANUAL", eventDate: NEXT_DATE, isPaid: true, quantity: 5 },
];

/** One order per sale, each to a phone of its own, numbered from 1 in this order. */
async function anEvening(backend: ConformanceBackend): Promise<Company> {
  const company = await aCompany(backend, [{ ...DRESS, priceCents: 100, stock: 50 }]);
  for (const [at, { isPaid, ...sale }] of SALES.entries()) {
    const { orderId } = await company.launch({ ...sale, phone: `1191111000${at}` });
    if (isPaid) await company.setPaid([orderId], true);
  }
  return company;
}

/** The list, the footer and the paid switch, seen from outside. */
export const ordersCases: readonly ConformanceCase[] = [
  {
    title: "list and footer agree with the sales under every combination of the three filters",
    run: async (backend) => {
      const company = await anEvening(backend);
      for (const isPaid of [undefined, true, false]) {
        for (const eventType of [undefined, "LIVE", "BAZAR", "WHATSAPP"] as const) {
          for (const eventDate of [undefined, LIVE_DATE, NEXT_DATE]) {
            const filter = { isPaid, eventType, eventDate };
            const expected = SALES.map((sale, at) => ({ ...sale, number: at + 1 })).filter(
              (sale) =>
                (isPaid === undefined || sale.isPaid === isPaid) &&
                (eventType === undefined || sale.eventType === eventType) &&
                (eventDate === undefined || sale.eventDate === eventDate),
            );
            const rows = await company.orders(filter);
            expect({ filter, numbers: rows.map((row) => row.number) }).toEqual({
              filter,
              numbers: expected.map((sale) => sale.number).reverse(),
            });
            const totals = await company.totals(filter);
            expect(totals).toMatchObject({
              orders: expected.length,
              paid: expected.filter((sale) => sale.isPaid).length,
              pieces: expected.reduce((sum, sale) => sum + sale.quantity, 0),
              totalCents: rows.reduce((sum, row) => sum + row.totalCents, 0),
            });
            expect(totals.paidCents + totals.pendingCents).toBe(totals.totalCents);
          }
        }
      }
    },
  },
  {
    title: "page after page shows each order once, newest first",
    run: async (backend) => {
      const company = await anEvening(backend);
      const seen: number[] = [];
      let cursor: string | null = null;
      let isDone = false;
      while (!isDone) {
        const result: { page: { number: number }[]; isDone: boolean; continueCursor: string } = await company.ana.query(
          api.orders.list,
          { tenantId: company.tenantId, paginationOpts: { numItems: 2, cursor } },
        );
        seen.push(...result.page.map((row) => row.number));
        cursor = result.continueCursor;
        isDone = result.isDone;
      }
      expect(seen).toEqual([5, 4, 3, 2, 1]);
    },
  },
  {
    title: "the paid switch changes row and footer, counts only real changes, and goes back",
    run: async (backend) => {
      const company = await aCompany(backend);
      const { orderId } = await company.launch();
      expect(await company.setPaid([orderId], true, company.joao)).toEqual({ changed: 1 });
      expect(await company.setPaid([orderId], true)).toEqual({ changed: 0 });
      expect(await company.orders({ isPaid: true })).toMatchObject([{ _id: orderId, isPaid: true }]);
      expect(await company.totals()).toMatchObject({ paid: 1, pending: 0, paidCents: 18990, pendingCents: 0 });
      expect(await company.setPaid([orderId], false)).toEqual({ changed: 1 });
      expect(await company.totals()).toMatchObject({ paid: 0, pending: 1, paidCents: 0, pendingCents: 18990 });
    },
  },
  {
    title: "back to pending beside an open order of that phone and date is refused, naming it",
    run: async (backend) => {
      const company = await aCompany(backend);
      const first = await company.launch();
      await company.setPaid([first.orderId], true);
      const second = await company.launch();
      expect(second).toMatchObject({ created: true, orderNumber: 2 });
      expect(await refusalOf(company.setPaid([first.orderId], false))).toEqual({
        code: "open_order_exists",
        message: "Já existe o pedido #2 em aberto deste telefone nesta data",
        orderNumber: 2,
        orderId: second.orderId,
      });
      expect(await company.totals()).toMatchObject({ paid: 1, pending: 1 });
    },
  },
  {
    title: "unmarking paid and launching at the same moment never leaves two open orders",
    run: async (backend) => {
      const company = await aCompany(backend);
      const { orderId } = await company.launch();
      await company.setPaid([orderId], true);
      await Promise.allSettled([company.setPaid([orderId], false, company.joao), company.launch()]);
      expect(await company.orders({ isPaid: false })).toHaveLength(1);
    },
  },
  {
    title: "another company's orders are neither listed, nor counted, nor switched",
    run: async (backend) => {
      const [company, other] = [await aCompany(backend), await aCompany(backend)];
      const { orderId } = await company.launch();
      expect(await other.orders()).toEqual([]);
      expect(await other.totals()).toMatchObject({ orders: 0, totalCents: 0 });
      expect(await refusalOf(other.setPaid([orderId], true))).toEqual({
        code: "order_not_found",
        message: "Pedido não encontrado",
      });
      expect(await refusalOf(company.setPaid([orderId], true, other.ana))).toMatchObject({ code: "tenant_not_found" });
      expect(await refusalOf(company.setPaid([orderId], true, backend.signedOut))).toMatchObject({
        code: "unauthenticated",
      });
      expect(await company.orders()).toMatchObject([{ isPaid: false }]);
    },
  },
];
