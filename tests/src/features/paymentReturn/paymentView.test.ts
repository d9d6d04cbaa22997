import { describe, expect, test } from "vitest";
import { paymentView, type FoundPayment, type Inquiry } from "../../../../src/features/paymentReturn/paymentView";
import { readReturnAddress } from "../../../../src/features/paymentReturn/returnAddress";

const REF = "0123456789abcdef0123456789abcdef";

function found(change: Partial<FoundPayment> = {}): Inquiry {
  return {
    kind: "found",
    payment: {
      tenantName: "Loja Demo",
      number: 1042,
      amountCents: 14_280,
      status: "open",
      paymentId: null,
      paymentUrl: "https://provider.test/pay/1",
      providerUrl: "https://provider.test",
      isSimulated: false,
      ...change,
    },
  };
}
const view = (query: string, inquiry: Inquiry) => paymentView(readReturnAddress(query), inquiry);

describe("the address", () => {
  test.each([
    ["success", "approved"],
    ["approved", "approved"],
    ["APPROVED", "approved"],
    ["pending", "pending"],
    ["in_process", "pending"],
    ["authorized", "pending"],
    ["failure", "rejected"],
    ["rejected", "rejected"],
    ["cancelled", "rejected"],
    ["null", "unknown"],
    ["", "unknown"],
    ["anything", "unknown"],
  ] as const)("status=%s is %s", (status, outcome) => {
    expect(readReturnAddress(`?status=${status}`).outcome).toBe(outcome);
  });

  test("without a status it is unknown, and collection_status stands in for it", () => {
    expect(readReturnAddress("").outcome).toBe("unknown");
    expect(readReturnAddress("?collection_status=approved").outcome).toBe("approved");
  });

  test("the reference is `ref`, else external_reference; anything but 32 hexadecimal digits is none", () => {
    expect(readReturnAddress(`?ref=${REF}`).publicRef).toBe(REF);
    expect(readReturnAddress(`?external_reference=${REF}`).publicRef).toBe(REF);
    expect(readReturnAddress(`?ref=${REF}&external_reference=${"f".repeat(32)}`).publicRef).toBe(REF);
    for (const forged of ["", "1042", `${REF}0`, "<script>", "null"])
      expect(readReturnAddress(`?ref=${encodeURIComponent(forged)}`).publicRef).toBeNull();
  });

  test("payment and preference are taken only in their own shape", () => {
    const { paymentId, preferenceId } = readReturnAddress(
      "?payment_id=1319876543&preference_id=44444444-9f1c1c1e-7a57",
    );
    expect([paymentId, preferenceId]).toEqual(["1319876543", "44444444-9f1c1c1e-7a57"]);
    const forged = readReturnAddress("?payment_id=null&preference_id=%3Cb%3Epago%3C%2Fb%3E");
    expect([forged.paymentId, forged.preferenceId]).toEqual([null, null]);
    expect(readReturnAddress("?collection_id=77").paymentId).toBe("77");
  });
});

describe("what the server says wins", () => {
  test.each([
    ["approved", "Pagamento aprovado", "approved"],
    ["pending", "Pagamento pendente", "pending"],
    ["in_review", "Pagamento pendente", "pending"],
    ["open", "Pagamento pendente", "pending"],
    ["rejected", "Pagamento não aprovado", "rejected"],
    ["cancelled", "Pagamento não aprovado", "rejected"],
    ["refunded", "Pagamento reembolsado", "unknown"],
  ] as const)("%s → '%s'", (status, heading, look) => {
    expect(view(`?ref=${REF}`, found({ status }))).toMatchObject({ heading, look, shop: "Loja Demo" });
  });

  test("a forged 'success' of an unpaid order stays pending, and says what is being done", () => {
    const shown = view(`?ref=${REF}&status=success`, found({ status: "open" }));
    expect(shown.heading).toBe("Pagamento pendente");
    expect(shown.look).toBe("pending");
    expect(shown.lines).toEqual(["Estamos confirmando com o Mercado Pago. Esta página muda sozinha."]);
  });

  test("'failure' in the address of a paid order is approved all the same", () => {
    expect(view(`?ref=${REF}&status=failure`, found({ status: "approved" })).heading).toBe("Pagamento aprovado");
  });

  test("a refusal that the customer has just seen stands until the server hears of another try", () => {
    const shown = view(`?ref=${REF}&status=rejected`, found({ status: "open" }));
    expect(shown.heading).toBe("Pagamento não aprovado");
    expect(shown.provider).toEqual({ label: "Tentar pagar de novo", href: "https://provider.test/pay/1" });
    expect(view(`?ref=${REF}&status=rejected`, found({ status: "pending" })).heading).toBe("Pagamento pendente");
  });

  test("number, amount and payment are named; the amount is 'Valor pago' once it is", () => {
    const query = `?ref=${REF}&payment_id=99`;
    expect(view(query, found({ status: "approved", paymentId: "1319876543" })).facts).toEqual([
      ["Pedido", "#1042"],
      ["Valor pago", "R$\u00a0142,80"],
      ["Pagamento", "1319876543"],
    ]);
    expect(view(query, found()).facts).toEqual([
      ["Pedido", "#1042"],
      ["Valor", "R$\u00a0142,80"],
      ["Pagamento", "99"],
    ]);
  });

  test("the way to the provider: to pay while that can be done, else its front page", () => {
    expect(view("", found()).provider).toEqual({
      label: "Voltar ao Mercado Pago",
      href: "https://provider.test/pay/1",
    });
    for (const change of [{ status: "approved" }, { paymentUrl: null }] as const)
      expect(view("", found(change)).provider).toEqual({
        label: "Abrir o Mercado Pago",
        href: "https://provider.test",
      });
  });

  test("what is only simulated says so", () => {
    expect(view("", found({ isSimulated: true })).lines).toContain("Simulação: nada é cobrado.");
    expect(view("", found()).lines).not.toContain("Simulação: nada é cobrado.");
  });
});

describe("without the server's word", () => {
  test.each([
    ["success", "Pagamento aprovado"],
    ["failure", "Pagamento não aprovado"],
    ["pending", "Pagamento pendente"],
  ])("status=%s is text alone: '%s', without colour, and said to prove nothing", (status, heading) => {
    for (const kind of ["notFound", "unreachable"] as const) {
      const shown = view(`?status=${status}&preference_id=44-9f`, { kind });
      expect(shown.heading).toBe(heading);
      expect(shown.look).toBe("unknown");
      expect(shown.lines).toContain("Esta página sozinha não comprova o pagamento. Confira com a loja.");
      expect(shown.facts).toEqual([["Referência", "44-9f"]]);
    }
  });

  test("an address that says nothing: 'Retorno de pagamento'", () => {
    const shown = view("", { kind: "notFound" });
    expect(shown.heading).toBe("Retorno de pagamento");
    expect(shown.lines).toEqual([
      "Este endereço não diz nada sobre um pagamento. Se você pagou, a loja recebe a confirmação mesmo assim.",
    ]);
    expect(shown.provider.href).toBe("https://www.mercadopago.com.br");
  });

  test("while the server is asked, nothing is claimed", () => {
    expect(view("?status=success", { kind: "asking" })).toMatchObject({
      heading: "Retorno de pagamento",
      lines: ["Consultando o pagamento…"],
    });
  });
});
