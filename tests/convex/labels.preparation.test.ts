import { describe, expect, test } from "vitest";
import { api } from "../../convex/_generated/api";
import { aLabelDesk, aPaidOrder, create } from "../support/labelDesk";
import { refusalOf } from "../support/refusals";
import { ADDRESS, anOrder } from "../support/till";
import { keepTillHours } from "../support/tillHours";

/** What is looked at before a label is bought: it cannot be changed afterwards. */

keepTillHours();

const DONE = { outcome: "done", message: null };

describe("before anything is bought", () => {
  test.each<[string, Partial<typeof ADDRESS>, string]>([
    ["number", { number: "" }, "Faltam dados do destinatário: Informe o número (ou S/N)"],
    ["neighborhood", { neighborhood: " " }, "Faltam dados do destinatário: Informe o bairro"],
    ["city", { city: "", state: "" }, "Faltam dados do destinatário: Informe a cidade; Informe a UF"],
  ])("an address without its %s is refused, and nothing is asked of the service", async (field, address, message) => {
    const desk = await aLabelDesk();
    const orderId = await aPaidOrder(desk, { address });
    expect(await refusalOf(create(desk, orderId))).toMatchObject({ code: "label_data_missing", field, message });
    expect(desk.carrier.asked).toEqual([]);
  });

  test("a missing CPF and the sender's own CPF are refused; what is typed for the label counts", async () => {
    const desk = await aLabelDesk();
    const { staff, tenantId } = desk;
    const orderId = await aPaidOrder(desk);
    const typed = { name: "Maria Souza", document: "", email: "", address: ADDRESS };
    const save = (document: string) =>
      staff.session.mutation(api.labels.saveRecipient, { tenantId, orderId, ...typed, document });
    await save("");
    expect(await refusalOf(create(desk, orderId))).toMatchObject({ field: "document" });
    await save("165.714.783-58");
    const preparation = await staff.session.query(api.labels.preparation, { tenantId, orderId });
    expect(preparation?.issues.recipient).toEqual([
      { field: "document", message: "O CPF do destinatário não pode ser o mesmo do remetente" },
    ]);
    expect(await refusalOf(create(desk, orderId))).toMatchObject({ code: "label_data_missing", who: "recipient" });
    await save("254.049.180-47");
    expect(await create(desk, orderId)).toEqual(DONE);
    expect(desk.carrier.labels[0]?.sent.to.document).toBe("25404918047");
    // What the paid order was sold for stays as it was.
    const order = await staff.session.query(api.checkout.order, { tenantId, orderId, today: "2026-11-20" });
    expect(order?.customer).toMatchObject({ cpf: "19119119100" });
  });

  test("a carrier of the road wants e-mail and telephone; the sender's gaps are named with the place to mend them", async () => {
    const desk = await aLabelDesk();
    const { staff, tenantId, till } = desk;
    const orderId = await aPaidOrder(desk);
    await staff.session.action(api.labels.quote, { tenantId, orderId });
    expect(await refusalOf(create(desk, orderId, "3"))).toMatchObject({
      message: "Faltam dados do destinatário: Informe o e-mail: esta transportadora exige",
    });
    await till.owner.session.mutation(api.shipping.saveSettings, { tenantId, senderNumber: "" });
    expect(await refusalOf(create(desk, orderId, "1"))).toMatchObject({
      who: "sender",
      message: "Faltam dados do remetente em Configuração de Frete: Informe o número (ou S/N)",
    });
  });

  test("an order that is not paid, is collected, or has changed since its freight was asked for gets none", async () => {
    const desk = await aLabelDesk();
    const { till, tenantId, staff } = desk;
    const open = await anOrder(till, { phone: "11955554444" });
    expect(await refusalOf(create(desk, open.orderId))).toMatchObject({ code: "order_not_paid" });
    await staff.session.mutation(api.orders.setPaid, { tenantId, orderIds: [open.orderId], isPaid: true });
    expect(await refusalOf(create(desk, open.orderId))).toMatchObject({ code: "label_freight_required" });

    const elsewhere = await aPaidOrder(desk);
    const address = { ...ADDRESS, cep: "30140071", city: "Belo Horizonte", state: "MG" };
    const recipient = { name: "Maria Souza", document: "19119119100", email: "", address };
    await staff.session.mutation(api.labels.saveRecipient, { tenantId, orderId: elsewhere, ...recipient });
    expect(await refusalOf(create(desk, elsewhere))).toMatchObject({ code: "freight_outdated" });
    expect(await staff.session.action(api.labels.quote, { tenantId, orderId: elsewhere })).toMatchObject({ found: 2 });
    expect(await create(desk, elsewhere)).toEqual(DONE);
  });

  test("the post takes one volume for each label", async () => {
    const desk = await aLabelDesk();
    const [pac] = desk.carrier.service.entries as { packages: unknown[] }[];
    desk.carrier.service.entries = [{ ...pac, packages: [...pac!.packages, ...pac!.packages] }];
    const orderId = await aPaidOrder(desk);
    expect(await refusalOf(create(desk, orderId))).toMatchObject({ code: "label_one_volume", volumes: 2 });
  });

  test("two people at one recipient: the second is told", async () => {
    const desk = await aLabelDesk();
    const { staff, tenantId } = desk;
    const orderId = await aPaidOrder(desk);
    const shown = (await staff.session.query(api.labels.preparation, { tenantId, orderId }))!.recipient;
    const seen = { name: shown.name, document: shown.document, email: shown.email, address: shown.address };
    const typed = { name: "Maria", document: "19119119100", email: "", address: ADDRESS };
    const save = (name: string) =>
      staff.session.mutation(api.labels.saveRecipient, { tenantId, orderId, ...typed, name, seen });
    await save("Maria de Souza");
    expect(await refusalOf(save("Maria Silva"))).toMatchObject({
      code: "changed_meanwhile",
      field: "name",
      value: "Maria de Souza",
      actorName: "Ana",
    });
  });
});
