import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  isCovered,
  isNewer,
  keptCents,
  needsAttention,
  PAYMENT_STATE_LABELS,
  PAYMENT_STATUSES,
  paymentStateOf,
  returnStatusOf,
  type PaymentFacts,
  type PaymentState,
  type PaymentVersion,
} from "../../domain/payments";

const payment = (status: PaymentFacts["status"], fields: Partial<PaymentFacts> = {}): PaymentFacts => ({
  status,
  amountCents: 10000,
  refundedCents: status === "refunded" ? 10000 : 0,
  isLate: false,
  ...fields,
});

describe("how the payments of an order of R$ 100,00 stand together", () => {
  const rows: [string, PaymentFacts[], boolean, PaymentState][] = [
    ["nothing at all", [], false, "none"],
    ["a link and nothing else", [], true, "link_open"],
    ["a Pix that nobody has paid yet", [payment("pending")], true, "pending"],
    ["a card under review", [payment("in_review")], true, "in_review"],
    ["a card that was authorised only", [payment("authorized")], true, "pending"],
    ["a card that was refused: it may be tried again", [payment("rejected")], true, "rejected"],
    ["a card that was refused, and a Pix begun after it", [payment("rejected"), payment("pending")], true, "pending"],
    ["a Pix that ran out", [payment("cancelled")], false, "none"],
    ["the whole of it", [payment("approved")], false, "paid"],
    [
      "the whole of it in two parts",
      [payment("approved", { amountCents: 4000 }), payment("approved", { amountCents: 6000 })],
      false,
      "paid",
    ],
    ["a part of it", [payment("approved", { amountCents: 9999 })], false, "partial"],
    ["a centavo more", [payment("approved", { amountCents: 10001 })], false, "overpaid"],
    ["the whole of it twice", [payment("approved"), payment("approved")], false, "repeated"],
    ["the whole of it twice, one given back", [payment("approved"), payment("refunded")], false, "paid"],
    [
      "too much, the surplus given back",
      [payment("approved", { amountCents: 12000, refundedCents: 2000 })],
      false,
      "paid",
    ],
    ["the whole of it, late", [payment("approved", { isLate: true })], false, "late"],
    ["a part given back", [payment("approved", { refundedCents: 1 })], false, "partially_refunded"],
    ["all given back", [payment("refunded")], false, "refunded"],
    ["all given back, and a new link", [payment("refunded")], true, "link_open"],
    ["a dispute", [payment("in_mediation")], false, "in_mediation"],
    [
      "a dispute that the payer won, beside a good payment",
      [payment("approved"), payment("charged_back")],
      false,
      "charged_back",
    ],
  ];

  test.each(rows)("%s", (_title, payments, isLinkOpen, state) => {
    expect(paymentStateOf(payments, { expectedCents: 10000, isLinkOpen })).toBe(state);
  });

  test("what was given back in part was received, and is not with the shop any more", () => {
    const payments = [payment("approved", { refundedCents: 4000 })];
    expect(isCovered(payments, 10000)).toBe(true);
    expect(keptCents(payments)).toBe(6000);
  });

  test("an order that is to bring in nothing is not paid by no payment", () => {
    expect(isCovered([], 0)).toBe(false);
  });
});

test("the words of the states", () => {
  expect(PAYMENT_STATE_LABELS).toEqual({
    none: "",
    link_open: "Aguardando pagamento",
    pending: "Pagamento pendente",
    in_review: "Pagamento em análise",
    rejected: "Pagamento não aprovado",
    partial: "Pago em parte",
    paid: "Pago",
    late: "Pago fora do prazo",
    overpaid: "Pago a mais",
    repeated: "Pago em dobro",
    partially_refunded: "Reembolsado em parte",
    refunded: "Reembolsado",
    in_mediation: "Em disputa",
    charged_back: "Contestado",
  });
});

test.each(["partial", "late", "overpaid", "repeated", "in_mediation", "charged_back"] as const)(
  "somebody has to look at money that is %s",
  (state) => expect(needsAttention(state)).toBe(true),
);

test.each(["none", "link_open", "pending", "in_review", "rejected", "paid", "refunded"] as const)(
  "nobody has to look at money that is %s",
  (state) => expect(needsAttention(state)).toBe(false),
);

describe("which news are newer", () => {
  const version = fc.record({
    status: fc.constantFrom(...PAYMENT_STATUSES),
    refundedCents: fc.integer({ min: 0, max: 3 }),
    updatedAt: fc.integer({ min: 0, max: 4 }),
  });
  const newest = (news: readonly PaymentVersion[]) =>
    news.reduce<PaymentVersion | null>((known, one) => (known === null || isNewer(one, known) ? one : known), null);

  test("the same remains in whatever order, and however often, they come", () => {
    fc.assert(
      fc.property(fc.array(version, { minLength: 1, maxLength: 8 }), fc.infiniteStream(fc.nat()), (news, numbers) => {
        const shuffled = [...news, ...news]
          .map((one) => ({ one, at: numbers.next().value ?? 0 }))
          .sort((a, b) => a.at - b.at)
          .map(({ one }) => one);
        expect(newest(shuffled)).toEqual(newest(news));
      }),
    );
  });

  test("the provider's clock counts before how far a payment has got: a refund can be undone", () => {
    expect(
      isNewer(
        { status: "approved", refundedCents: 0, updatedAt: 2 },
        { status: "refunded", refundedCents: 1, updatedAt: 1 },
      ),
    ).toBe(true);
  });

  test("the same news are no news", () => {
    const news = { status: "approved", refundedCents: 0, updatedAt: 1 } as const;
    expect(isNewer(news, news)).toBe(false);
  });
});

describe("what a payer's page says", () => {
  const open = { isPaid: false, isLinkOpen: true };
  test.each([
    ["paid", "approved"],
    ["late", "approved"],
    ["overpaid", "approved"],
    ["repeated", "approved"],
    ["partially_refunded", "approved"],
    ["in_mediation", "approved"],
    ["charged_back", "approved"],
    ["partial", "pending"],
    ["pending", "pending"],
    ["in_review", "in_review"],
    ["rejected", "rejected"],
    ["refunded", "refunded"],
    ["link_open", "open"],
    ["none", "open"],
  ] as const)("%s: %s", (state, status) => {
    expect(returnStatusOf(state, open)).toBe(status);
  });

  test("an order that was paid at the shop is paid", () => {
    for (const state of ["none", "link_open", "pending", "rejected"] as const) {
      expect(returnStatusOf(state, { isPaid: true, isLinkOpen: false })).toBe("approved");
    }
  });

  test("a link that was withdrawn before anybody paid", () => {
    expect(returnStatusOf("none", { isPaid: false, isLinkOpen: false })).toBe("cancelled");
  });
});
