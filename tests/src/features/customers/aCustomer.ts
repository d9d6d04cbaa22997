/** A customer as the list shows one: Maria, five orders, four of them paid. */
export function aCustomer(change: Record<string, unknown> = {}) {
  return {
    _id: "maria",
    phone: "5511987654321",
    name: "Maria Souza",
    whatsappGroup: "Grupo VIP 1",
    createdAt: Date.UTC(2026, 0, 10, 15),
    totals: {
      orders: 5,
      paidOrders: 4,
      spentCents: 123_456,
      firstOrderAt: Date.UTC(2026, 0, 10, 15),
      lastOrderAt: Date.UTC(2026, 10, 18, 23),
      lastOrderDate: "2026-11-18",
    },
    ...change,
  };
}

/** The same as her own dialogs see her. */
export function aWholeCustomer(change: Record<string, unknown> = {}) {
  return {
    ...aCustomer(),
    cpf: "52998224725",
    email: "maria@exemplo.test",
    address: {
      cep: "31575060",
      street: "Rua das Flores",
      number: "12",
      complement: "",
      neighborhood: "Centro",
      city: "Belo Horizonte",
      state: "MG",
    },
    ...change,
  };
}

/** Somebody who never bought. */
export const NO_TOTALS = {
  orders: 0,
  paidOrders: 0,
  spentCents: 0,
  firstOrderAt: null,
  lastOrderAt: null,
  lastOrderDate: null,
};

export function anOrderOfMaria(change: Record<string, unknown> = {}) {
  return {
    _id: "order-12",
    number: 12,
    createdAt: Date.UTC(2026, 10, 18, 23),
    eventDate: "2026-11-18",
    eventType: "LIVE",
    isPaid: true,
    totalCents: 17_980,
    adjustmentCents: 0,
    pieces: 2,
    lines: [{ code: "C151", name: "Vestido floral", quantity: 2, unitPriceCents: 8990, lineTotalCents: 17_980 }],
    ...change,
  };
}
