import { expect, test } from "vitest";
import { api } from "../../convex/_generated/api";
import { aShop } from "../support/builders";
import { refusalOf } from "../support/refusals";

const LATE = { name: "A receber", query: "pago=nao&tipo=LIVE" };

async function aTeam() {
  const shop = await aShop();
  const [ana, joao] = [await shop.hasStaff("Ana"), await shop.hasStaff("João")];
  return { tenantId: shop.tenantId, ana: ana.session, joao: joao.session };
}

test("Q5: a view of the team is there for everybody, by name, and says who made it", async () => {
  const { tenantId, ana, joao } = await aTeam();
  await ana.mutation(api.orderViews.create, { tenantId, ...LATE, name: "  A receber " });
  await ana.mutation(api.orderViews.create, { tenantId, name: "Ação", query: "" });
  const views = await joao.query(api.orderViews.list, { tenantId });
  expect(views).toMatchObject([
    { ...LATE, authorName: "Ana" },
    { name: "Ação", query: "", authorName: "Ana" },
  ]);
  await joao.mutation(api.orderViews.remove, { tenantId, viewId: views[0]!.viewId });
  expect(await ana.query(api.orderViews.list, { tenantId })).toMatchObject([{ name: "Ação" }]);
});

test.each([
  [{ ...LATE, name: " a RECEBER " }, 'Já existe uma visão "a RECEBER"'],
  [{ ...LATE, name: "  " }, "Dê um nome à visão"],
  [{ ...LATE, name: "x".repeat(41) }, "Use no máximo 40 caracteres"],
  [{ name: "Outra", query: "q=Maria Souza" }, "Não foi possível salvar este filtro como visão"],
  [{ name: "Outra", query: `q=${"1".repeat(300)}` }, "Não foi possível salvar este filtro como visão"],
])("refuses %j: %s", async (view, message) => {
  const { tenantId, ana } = await aTeam();
  await ana.mutation(api.orderViews.create, { tenantId, ...LATE });
  expect(await refusalOf(ana.mutation(api.orderViews.create, { tenantId, ...view }))).toMatchObject({ message });
});

test("P3: a view that somebody gave another filter meanwhile is not overwritten unseen", async () => {
  const { tenantId, ana, joao } = await aTeam();
  const { viewId } = await ana.mutation(api.orderViews.create, { tenantId, ...LATE });
  await joao.mutation(api.orderViews.change, { tenantId, viewId, query: "pago=nao", seen: LATE.query });
  const late = ana.mutation(api.orderViews.change, { tenantId, viewId, query: "tipo=BAZAR", seen: LATE.query });
  expect(await refusalOf(late)).toMatchObject({ message: 'João mudou a visão "A receber". Abra-a de novo.' });
  await ana.mutation(api.orderViews.change, { tenantId, viewId, query: "tipo=BAZAR", seen: "pago=nao" });
  expect(await joao.query(api.orderViews.list, { tenantId })).toMatchObject([
    { query: "tipo=BAZAR", authorName: "Ana" },
  ]);
});

test("a company has 50 of them at most", async () => {
  const { tenantId, ana } = await aTeam();
  const add = (n: number) => ana.mutation(api.orderViews.create, { tenantId, name: `Visão ${n}`, query: "" });
  for (let n = 0; n < 50; n++) await add(n);
  expect(await refusalOf(add(50))).toMatchObject({ code: "too_many_rows", max: 50 });
});
