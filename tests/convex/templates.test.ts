import { expect, test } from "vitest";
import { api } from "../../convex/_generated/api";
import { DEMO_TEMPLATES } from "../../convex/model/demoTemplates";
import { checkTemplateDraft, unknownPlaceholders } from "../../domain/templates";
import { aShop } from "../support/builders";
import { refusalOf } from "../support/refusals";

const DRAFT = { type: "PAID_ORDER", title: "Obrigada", content: "Oi {{nome}}, pago: {valor}" };

async function aCompany() {
  const shop = await aShop();
  const ana = await shop.hasStaff();
  return { shop, ana, session: ana.session, tenantId: shop.tenantId };
}

test("templates are listed newest first, changed and removed, and the log says by whom", async () => {
  const { shop, session, tenantId } = await aCompany();
  const { templateId } = await session.mutation(api.templates.create, { tenantId, ...DRAFT });
  await session.mutation(api.templates.create, { tenantId, ...DRAFT, type: "PRODUCT_ADDED", title: "" });
  const change = { templateId, ...DRAFT, content: "Outro", seen: DRAFT };
  await session.mutation(api.templates.update, { tenantId, ...change });
  expect(await session.query(api.templates.list, { tenantId })).toMatchObject([
    { type: "PRODUCT_ADDED", title: null },
    { templateId, type: "PAID_ORDER", title: "Obrigada", content: "Outro" },
  ]);
  await session.mutation(api.templates.remove, { tenantId, templateId });
  expect(await refusalOf(session.mutation(api.templates.remove, { tenantId, templateId }))).toMatchObject({
    message: "Template não encontrado",
  });
  expect((await shop.rows("auditLog")).map(({ action }) => action)).toEqual([
    "template_created",
    "template_created",
    "template_changed",
    "template_removed",
  ]);
});

test("P3: what somebody else wrote meanwhile is not overwritten unseen; who has seen it may", async () => {
  const { shop, session, tenantId } = await aCompany();
  const joao = await shop.hasStaff("João");
  const { templateId } = await session.mutation(api.templates.create, { tenantId, ...DRAFT });
  const byJoao = { templateId, ...DRAFT, content: "Oi, aqui é o João", seen: DRAFT };
  await joao.session.mutation(api.templates.update, { tenantId, ...byJoao });

  const byAna = { tenantId, templateId, ...DRAFT, content: "Oi, aqui é a Ana", seen: DRAFT };
  expect(await refusalOf(session.mutation(api.templates.update, byAna))).toMatchObject({
    code: "changed_meanwhile",
    field: "content",
    value: "Oi, aqui é o João",
    shown: "Oi, aqui é o João",
    actorName: "João",
  });
  // Another field of the same template is nobody's loss.
  const retitled = { tenantId, templateId, ...DRAFT, title: "Valeu", content: byJoao.content, seen: DRAFT };
  await session.mutation(api.templates.update, retitled);
  const seen = { ...DRAFT, content: byJoao.content };
  await session.mutation(api.templates.update, { ...byAna, title: "Valeu", seen });
  expect(await session.query(api.templates.list, { tenantId })).toMatchObject([
    { title: "Valeu", content: "Oi, aqui é a Ana" },
  ]);
});

test("without type or content: 'Tipo e conteúdo são obrigatórios'", async () => {
  const { session, tenantId } = await aCompany();
  const sentence = { message: "Tipo e conteúdo são obrigatórios" };
  expect(await refusalOf(session.mutation(api.templates.create, { tenantId, ...DRAFT, type: "" }))).toMatchObject(
    sentence,
  );
  expect(await refusalOf(session.mutation(api.templates.create, { tenantId, ...DRAFT, content: " " }))).toMatchObject(
    sentence,
  );
});

test("the demonstration's messages are templates that anybody could have written, and name nothing unknown", () => {
  for (const template of DEMO_TEMPLATES) {
    expect(checkTemplateDraft(template)).toEqual({ ok: true, value: template });
    expect(unknownPlaceholders(template.content)).toEqual([]);
  }
  expect(new Set(DEMO_TEMPLATES.map(({ type }) => type)).size).toBe(DEMO_TEMPLATES.length);
});

test("a preview speaks of a real order: the newest, or the one that is named", async () => {
  const { shop, ana, session, tenantId } = await aCompany();
  const content = "{{nome_cliente}}: {produto} {variacao1} {variacao2} x{quantidade} = {valor} {cupom}";
  expect(await session.query(api.templates.preview, { tenantId, content })).toBeNull();
  await shop.hasCustomer({ phone: "5511911110001", name: "Maria Souza" });
  const productId = await shop.hasProduct({ name: "Saia", priceCents: 1050, color: "Verde", size: "M" });
  await shop.launch(ana, { productId, phone: "11911110001", quantity: 2 });
  await shop.launch(ana, { productId, phone: "11911110002" });
  expect(await session.query(api.templates.preview, { tenantId, content, orderNumber: 1 })).toEqual({
    orderNumber: 1,
    text: "Maria Souza: Saia Verde M x2 = R$\u00a021,00 {cupom}",
  });
  expect(await session.query(api.templates.preview, { tenantId, content })).toMatchObject({ orderNumber: 2 });
});
