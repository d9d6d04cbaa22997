import { expect } from "vitest";
import { api } from "../../convex/_generated/api";
import { refusalOf } from "../support/refusals";
import type { ConformanceCase } from "./backend";
import { aCompany, DRESS, LIVE_DATE, newLaunchId } from "./company";

/** What launching means, seen from outside: through public functions alone. */
export const manualSalesCases: readonly ConformanceCase[] = [
  {
    title: "a first launch opens order 1, takes the stock and says so",
    run: async (backend) => {
      const company = await aCompany(backend);
      const answer = await company.launch({ quantity: 2, phone: "(11) 98765-4321" });
      expect(answer).toEqual({
        orderId: expect.any(String),
        orderNumber: 1,
        created: true,
        unitPriceCents: 18990,
        quantity: 2,
        totalCents: 37980,
        stockLeft: 10,
        phone: "5511987654321",
        productCode: "C151",
      });
      expect(await company.stockOf()).toBe(10);
      expect(await company.orders()).toMatchObject([{ _id: answer.orderId, number: 1, totalCents: 37980, pieces: 2 }]);
    },
  },
  {
    title: "the next launch to that phone and date adds to the same order, whoever launches it",
    run: async (backend) => {
      const company = await aCompany(backend);
      const first = await company.launch();
      const second = await company.launch({ quantity: 3 }, company.joao);
      expect(second).toMatchObject({ orderId: first.orderId, created: false, totalCents: 75960, stockLeft: 8 });
      expect(await company.orders()).toHaveLength(1);
    },
  },
  {
    title: "the feed shows both operators' launches, newest first",
    run: async (backend) => {
      const company = await aCompany(backend);
      await company.launch({}, company.ana);
      await company.launch({ quantity: 2 }, company.joao);
      const feed = await company.ana.query(api.manualSales.feed, { tenantId: company.tenantId, eventDate: LIVE_DATE });
      expect(feed).toMatchObject([
        { operatorName: "joao", quantity: 2, created: false, lineTotalCents: 37980, orderNumber: 1 },
        { operatorName: "ana", quantity: 1, created: true, lineTotalCents: 18990, productName: "Vestido Midi Lírio" },
      ]);
    },
  },
  {
    title: "two staff, last piece, same moment: one wins, the other reads 'Estoque insuficiente. Disponível: 0'",
    run: async (backend) => {
      const company = await aCompany(backend, [{ ...DRESS, stock: 1 }]);
      const outcomes = await Promise.allSettled([
        company.launch({ phone: "11911111111" }, company.ana),
        company.launch({ phone: "11922222222" }, company.joao),
      ]);
      const lost = outcomes.filter((outcome) => outcome.status === "rejected");
      expect(lost).toHaveLength(1);
      const refusal = await refusalOf(Promise.reject(lost[0]?.reason as Error));
      expect(refusal).toEqual({
        code: "insufficient_stock",
        message: "Estoque insuficiente. Disponível: 0",
        available: 0,
      });
      expect(await company.stockOf()).toBe(0);
      expect(await company.orders()).toHaveLength(1);
    },
  },
  {
    title: "400 launches at once on a stock of 100: exactly 100 are accepted",
    run: async (backend) => {
      const company = await aCompany(backend, [{ ...DRESS, stock: 100, priceCents: 1990 }]);
      const outcomes = await Promise.allSettled(
        Array.from({ length: 400 }, (_, at) =>
          company.launch({ phone: `119${80000000 + (at % 37)}` }, at % 2 === 0 ? company.ana : company.joao),
        ),
      );
      expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(100);
      expect(await company.stockOf()).toBe(0);
      const orders = await company.orders();
      expect(orders.reduce((sum, order) => sum + order.pieces, 0)).toBe(100);
      expect(orders.map((order) => order.number)).toEqual(orders.map((_, at) => orders.length - at));
      expect(await company.totals({ eventDate: LIVE_DATE })).toEqual({
        orders: orders.length,
        paid: 0,
        pending: orders.length,
        totalCents: 199000,
        paidCents: 0,
        pendingCents: 199000,
        pieces: 100,
      });
    },
  },
  {
    title: "the same launchId five times: one line, five equal answers",
    run: async (backend) => {
      const company = await aCompany(backend);
      const launchId = newLaunchId();
      const answers = await Promise.all(Array.from({ length: 5 }, () => company.launch({ launchId, quantity: 2 })));
      for (const answer of answers) expect(answer).toEqual(answers[0]);
      expect(await company.stockOf()).toBe(10);
      expect(await company.orders()).toMatchObject([{ pieces: 2, totalCents: 37980 }]);
    },
  },
  {
    title: "a refused launch leaves no trace",
    run: async (backend) => {
      const company = await aCompany(backend);
      const refusals = [
        [{ phone: "" }, "Informe o telefone do cliente"],
        [{ phone: "123" }, "Telefone inválido. Use formato com DDD (ex: 11999999999)"],
        [{ phone: "10987654321" }, "DDD 10 não existe"],
        [{ quantity: 0 }, "Quantidade inválida"],
        [{ quantity: 13 }, "Estoque insuficiente. Disponível: 12"],
        [{ eventDate: "2026-13-01" }, "Data do evento inválida"],
      ] as const;
      for (const [change, message] of refusals) {
        expect(await refusalOf(company.launch(change))).toMatchObject({ message });
      }
      expect(await company.stockOf()).toBe(12);
      expect(await company.orders()).toEqual([]);
      const feed = await company.ana.query(api.manualSales.feed, { tenantId: company.tenantId, eventDate: LIVE_DATE });
      expect(feed).toEqual([]);
    },
  },
  {
    title:
      "signed out reads 'Não autenticado', another company's staff 'Empresa não encontrada' or 'Produto não encontrado'",
    run: async (backend) => {
      const [company, other] = [await aCompany(backend), await aCompany(backend)];
      expect(await refusalOf(company.launch({}, backend.signedOut))).toEqual({
        code: "unauthenticated",
        message: "Não autenticado",
      });
      expect(await refusalOf(company.launch({}, other.ana))).toEqual({
        code: "tenant_not_found",
        message: "Empresa não encontrada",
      });
      expect(await refusalOf(other.launch({ productId: company.product() }))).toEqual({
        code: "product_not_found",
        message: "Produto não encontrado",
      });
      expect(await company.stockOf()).toBe(12);
    },
  },
  {
    title: "the search finds C151 first by 151, and the hint knows the customer of the launch",
    run: async (backend) => {
      const company = await aCompany(backend, [
        { ...DRESS, code: "C1510", name: "Saia 151" },
        { ...DRESS, code: "C151" },
      ]);
      const rows = await company.ana.query(api.products.search, { tenantId: company.tenantId, text: "151", limit: 10 });
      expect(rows.map((row) => row.code)).toEqual(["C151", "C1510"]);

      const peek = (phone: string) =>
        company.ana.query(api.customers.peek, { tenantId: company.tenantId, phone, eventDate: LIVE_DATE });
      expect(await peek("11987654321")).toBeNull();
      await company.launch({ productId: company.product(1) });
      expect(await peek("119876")).toMatchObject({ phone: "5511987654321", openOrders: 1 });
      expect(await peek("5511987654321")).toEqual({
        phone: "5511987654321",
        name: null,
        openTotalCents: 18990,
        openOrders: 1,
        openOrderNumber: 1,
      });
    },
  },
  {
    title: "a sign-in that fails says one thing for a wrong password and an unknown e-mail",
    run: async (backend) => {
      await aCompany(backend);
      const wrong = { code: "invalid_credentials", message: "E-mail ou senha incorretos" };
      expect(await refusalOf(backend.as({ email: "ninguem@loja.test", password: "errada" }))).toEqual(wrong);
    },
  },
];
