import { allowedActions, type ShipmentState } from "../../../../domain/shipments";
import type { LabelRow, OrderId, Preparation } from "../../../../src/features/labels/useLabels";

const PAC = { optionId: "1", name: "PAC", company: "Correios", priceCents: 2358, deliveryDays: 7 };

/** An order's shipment as the server tells it, in a state with what that state brings. */
export function aLabel(state: ShipmentState, change: Partial<LabelRow> = {}): LabelRow {
  const isThere = state !== "pending";
  return {
    orderId: "order-12" as OrderId,
    orderNumber: 12,
    publicId: "p12",
    customerName: "Maria Souza",
    customerPhone: "5531999998888",
    eventDate: "2026-11-20",
    orderTotalCents: 17980,
    isPaid: true,
    orderedAt: 0,
    state,
    chosenFreight: { ...PAC, priceCents: 2300 },
    service: isThere ? PAC : null,
    priceCents: isThere ? 2358 : null,
    step: null,
    problem: null,
    charge: null,
    isGenerated: state === "posted" || state === "delivered",
    labelUrl: null,
    trackingCode: null,
    trackingUrl: null,
    providerStatus: null,
    alert: null,
    createdAt: isThere ? Date.parse("2026-11-20T23:14:00Z") : null,
    createdByName: isThere ? "Ana" : null,
    actions: allowedActions(state),
    ...change,
  };
}

/** What a label of the order would be made of: everything is there but number, neighbourhood and CPF. */
export function aPreparation(change: Partial<Preparation> = {}): Preparation {
  return {
    row: aLabel("pending"),
    recipient: {
      name: "Maria Souza",
      document: null,
      email: null,
      phone: "5531999998888",
      address: {
        cep: "01310930",
        street: "Avenida Paulista",
        number: "",
        complement: "",
        neighborhood: "",
        city: "São Paulo",
        state: "SP",
      },
    },
    sender: {
      name: "Loja Demo",
      document: "11222333000181",
      email: "loja@lojademo.test",
      phone: "5531999990000",
      cep: "31575060",
      street: "Rua das Flores",
      number: "100",
      complement: "",
      neighborhood: "Centro",
      city: "Belo Horizonte",
      state: "MG",
    },
    options: [
      { ...PAC, priceCents: 2300, isFreightOfOrder: true, isOutdated: false },
      {
        ...{ optionId: "3", name: ".Package", company: "Jadlog", priceCents: 2218, deliveryDays: 6 },
        ...{ isFreightOfOrder: false, isOutdated: false },
      },
    ],
    chosenOptionId: "1",
    quotedCep: "01310930",
    isOutdated: false,
    issues: { recipient: [], sender: [] },
    parcel: {
      volumes: [{ weightGrams: 600, lengthCm: 20, heightCm: 4, widthCm: 16 }],
      insuredCents: 17980,
      lines: [{ code: "C151", name: "Vestido Midi Lírio", quantity: 2, unitPriceCents: 8990 }],
    },
    ...change,
  };
}
