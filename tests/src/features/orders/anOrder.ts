/** A row of the list as the server gives it. */
export const anOrder = (change: Record<string, unknown> = {}) => ({
  _id: "order-1284",
  number: 1284,
  publicId: "abc",
  createdAt: Date.UTC(2026, 10, 20, 23, 14),
  customerPhone: "5511987654321",
  customerName: "Maria Souza",
  totalCents: 123456,
  pieces: 2,
  isPaid: false,
  printed: false,
  eventType: "LIVE",
  eventDate: "2026-11-20",
  observation: null,
  whatsappGroup: null,
  messagesSent: { itemAdded: true, paymentConfirmation: true },
  ...change,
});

export const aLine = (change: Record<string, unknown> = {}) => ({
  lineId: "line-1",
  productId: "product-151",
  code: "C151",
  name: "Vestido Midi Lírio",
  color: "Preto",
  size: "M",
  imageUrl: null,
  quantity: 2,
  unitPriceCents: 8990,
  lineTotalCents: 17980,
  stock: 4,
  changedBy: "Ana",
  changedAt: 1,
  ...change,
});

/** What the dialogs of one order show of it. */
export const anOrderDetail = (change: Record<string, unknown> = {}) => ({
  ...anOrder({ number: 12, _id: "order-12", totalCents: 17980 }),
  adjustmentCents: 0,
  hasCart: true,
  customer: { name: "Maria Souza", phone: "5511987654321", cpf: null, email: null, address: null },
  lines: [aLine()],
  lastEdit: null,
  ...change,
});

export const TOTALS = {
  orders: 3,
  paid: 1,
  pending: 2,
  totalCents: 123456,
  paidCents: 100,
  pendingCents: 200,
  pieces: 4,
};
