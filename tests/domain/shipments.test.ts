import { describe, expect, it } from "vitest";
import {
  advance,
  alertOf,
  allowedActions,
  isAllowed,
  mergeTimes,
  NO_TIMES,
  SHIPMENT_STATES,
  shipmentStateLabel,
  stateOfLabel,
  trackingUrl,
  type LabelTimes,
  type ShipmentState,
} from "../../domain/shipments";

describe("the states of a label", () => {
  it("have the seven labels of the specification, and an unknown one shows as it is", () => {
    const seven = SHIPMENT_STATES.slice(0, 7).map(shipmentStateLabel);
    expect(seven).toEqual([
      "Pendente",
      "Aguardando Pagamento",
      "Pagamento Pendente",
      "Criado",
      "Pago",
      "Postado",
      "Entregue",
    ]);
    expect(shipmentStateLabel("cancelled")).toBe("Cancelado");
    expect(shipmentStateLabel("expired")).toBe("Expirado");
    expect(shipmentStateLabel("em_disputa")).toBe("em_disputa");
    expect(shipmentStateLabel("toString")).toBe("toString");
  });

  it.each<[ShipmentState, string]>([
    ["pending", "create"],
    ["created_awaiting_payment", "charge pay cancel refresh"],
    ["payment_pending", "charge pay cancel refresh"],
    ["created", "pay cancel refresh"],
    ["paid", "download track cancel refresh"],
    ["posted", "download track refresh"],
    ["delivered", "track refresh"],
    ["cancelled", "create"],
    ["expired", "create"],
  ])("of %s allow %s, and nothing else", (state, actions) => {
    expect(allowedActions(state).join(" ")).toBe(actions);
    expect(isAllowed(state, "create")).toBe(actions === "create");
  });
});

const at = (times: Partial<LabelTimes>): LabelTimes => ({ ...NO_TIMES, ...times });

describe("news of a label", () => {
  it.each<[string, Partial<LabelTimes>, ShipmentState]>([
    ["pending", {}, "created_awaiting_payment"],
    ["released", {}, "paid"],
    // A label that was just generated still reads `released`; one whose status lags behind is known by its times.
    ["released", { paidAt: 1, generatedAt: 2 }, "paid"],
    ["pending", { paidAt: 1 }, "paid"],
    ["generated", {}, "paid"],
    ["received", {}, "posted"],
    ["posted", { paidAt: 1, postedAt: 3 }, "posted"],
    ["released", { paidAt: 1, postedAt: 3 }, "posted"],
    ["undelivered", { paidAt: 1, postedAt: 3 }, "posted"],
    ["delivered", {}, "delivered"],
    ["posted", { postedAt: 3, deliveredAt: 4 }, "delivered"],
    ["canceled", {}, "cancelled"],
    ["cancelled", {}, "cancelled"],
    ["released", { paidAt: 1, canceledAt: 2 }, "cancelled"],
    ["expired", {}, "expired"],
    ["released", { paidAt: 1, expiredAt: 2 }, "expired"],
    ["em_disputa", {}, "created_awaiting_payment"],
  ])("%s with %o means %s", (status, times, state) => {
    expect(stateOfLabel(status, at(times))).toBe(state);
  });

  it("whatever order they come in, and however often, leave the same state", () => {
    const story: ShipmentState[] = ["created_awaiting_payment", "paid", "posted", "delivered"];
    for (const order of permutations<ShipmentState>([...story, "paid", "created_awaiting_payment"])) {
      expect(order.reduce<ShipmentState>(advance, "created_awaiting_payment")).toBe("delivered");
    }
    for (const order of permutations<ShipmentState>(["created_awaiting_payment", "paid", "cancelled"])) {
      expect(order.reduce<ShipmentState>(advance, "payment_pending")).toBe("cancelled");
    }
  });

  it("never take a label back, from any state to any other", () => {
    const line = SHIPMENT_STATES.slice(0, 7);
    for (const from of line) {
      for (const news of line) {
        const after = advance(from, news);
        expect(line.indexOf(after)).toBeGreaterThanOrEqual(line.indexOf(from));
      }
      expect(advance("cancelled", from)).toBe("cancelled");
      expect(advance("expired", from)).toBe("expired");
    }
    expect(advance("delivered", "cancelled")).toBe("delivered");
  });

  it("add times and take none away", () => {
    const known = mergeTimes(at({ paidAt: 1, postedAt: 5 }), at({ paidAt: 2, deliveredAt: 9 }));
    expect(known).toEqual(at({ paidAt: 1, postedAt: 5, deliveredAt: 9 }));
    expect(mergeTimes(known, NO_TIMES)).toEqual(known);
  });

  it("say when a parcel does not get on", () => {
    expect(alertOf("undelivered")).toBe("Entrega não realizada");
    expect(alertOf("paused")).toBe("Envio pausado");
    expect(alertOf("suspended")).toBe("Envio suspenso");
    expect(alertOf("posted")).toBeNull();
    expect(alertOf(null)).toBeNull();
  });

  it("name the page where anybody can follow it", () => {
    expect(trackingUrl("ME26002MI63BR")).toBe("https://www.melhorrastreio.com.br/rastreio/ME26002MI63BR");
    expect(trackingUrl("../x?y")).toBe("https://www.melhorrastreio.com.br/rastreio/..%2Fx%3Fy");
  });
});

function permutations<Value>(values: readonly Value[]): Value[][] {
  if (values.length <= 1) return [[...values]];
  return values.flatMap((value, at) =>
    permutations([...values.slice(0, at), ...values.slice(at + 1)]).map((rest) => [value, ...rest]),
  );
}
