import { aLine } from "../orders/anOrder";

export const PICKUP = {
  optionId: "retirada",
  name: "Retirada - Retirar na Fábrica",
  company: "Retirada",
  priceCents: 0,
  deliveryDays: 3,
};
export const PAC = { optionId: "1", name: "PAC", company: "Correios", priceCents: 2300, deliveryDays: 9 };

export const MARIA = {
  name: "Maria Souza",
  cpf: "19119119100",
  email: null,
  address: {
    cep: "30130010",
    street: "Avenida Afonso Pena",
    number: "100",
    complement: "ap. 302",
    neighborhood: "Centro",
    city: "Belo Horizonte",
    state: "MG",
  },
  source: "order",
};
export const NOBODY = { name: null, cpf: null, email: null, address: null, source: "none" };

/** An order as the checkout has it. */
export const aCheckout = (change: Record<string, unknown> = {}) => ({
  orderId: "order-12",
  number: 12,
  publicId: "abc",
  eventType: "LIVE",
  eventDate: "2026-11-20",
  createdAt: Date.UTC(2026, 10, 20, 23, 14),
  customerPhone: "5531999998888",
  isPaid: false,
  lines: [aLine()],
  adjustmentCents: 0,
  customer: MARIA,
  freight: { options: [PICKUP, PAC], chosenId: "retirada", quotedCep: "30130010", isOutdated: false },
  coupon: null,
  gift: null,
  summary: { totalCents: 17980, discountCents: 0, freightCents: 0, grandTotalCents: 17980 },
  payment: { state: "none", expectedCents: 17980, paidCents: 0, refundedCents: 0, payments: [] },
  link: null,
  linkIsBeingMade: false,
  isSimulated: false,
  canCharge: true,
  ...change,
});

export const anOpenOrder = (change: Record<string, unknown> = {}) => ({
  orderId: "order-12",
  number: 12,
  eventType: "LIVE",
  eventDate: "2026-11-20",
  createdAt: Date.UTC(2026, 10, 20, 23, 14),
  totalCents: 17980,
  pieces: 2,
  lines: 1,
  ...change,
});

export const aLink = (change: Record<string, unknown> = {}) => ({
  url: "https://provider.test/pay/12",
  amountCents: 17980,
  createdAt: Date.now() - 60_000,
  expiresAt: Date.UTC(2026, 10, 23, 23, 14),
  createdByName: "Ana",
  ...change,
});
