import type { MessageEvent } from "../../../domain/messages";
import { formatBRL } from "../../../domain/money";
import type { PaymentStatus } from "../../../domain/payments";
import { formatPhone } from "../../../domain/phone";
import { shipmentStateLabel } from "../../../domain/shipments";
import type { OrderChange } from "./useOrderDetail";

/** What happened, as a sentence after the name of who did it: 'Ana lançou C151 ×2 a R$ 89,90'. */
export function timelineText(change: OrderChange): string {
  switch (change.kind) {
    case "launched":
      return `${change.created ? "abriu o pedido com" : "lançou"} ${piecesOf(change)} a ${formatBRL(change.unitPriceCents)}`;
    case "launch_undone":
      return `desfez o lançamento de ${piecesOf(change)}`;
    case "line_added":
      return `adicionou ${piecesOf(change)} a ${formatBRL(change.unitPriceCents)}`;
    case "quantity_changed":
      return `mudou a quantidade de ${change.productCode} de ${change.before} para ${change.after}`;
    case "price_changed":
      return `mudou o preço de ${change.productCode} de ${formatBRL(change.before)} para ${formatBRL(change.after)}`;
    case "line_removed":
      return `removeu ${piecesOf(change)}`;
    case "adjustment_changed":
      return `mudou o ajuste de ${formatBRL(change.before)} para ${formatBRL(change.after)}`;
    case "phone_changed":
      return `mudou o telefone de ${formatPhone(change.before)} para ${formatPhone(change.after)}`;
    case "field_changed":
      return fieldText(change);
    case "merged_from":
      return `juntou a este o pedido #${change.orderNumber} (${formatBRL(change.addedCents)})`;
    case "merged_into":
      return `juntou este pedido ao pedido #${change.orderNumber}`;
    case "payment_link_opened":
      return `gerou um link de pagamento de ${formatBRL(change.amountCents)}`;
    case "payment_link_withdrawn":
      return `cancelou o link de pagamento de ${formatBRL(change.amountCents)}: ${WITHDRAWALS[change.reason]}`;
    case "payment_link_expired":
      return `encerrou o link de pagamento de ${formatBRL(change.amountCents)}, que venceu`;
    case "payment_changed":
      return paymentText(change);
    case "confirmation_queued":
      return "pôs na fila a confirmação de pagamento";
    case "message_sent":
      return `enviou a mensagem ${MESSAGE_NAMES[change.event]}`;
    case "shipment_changed":
      return shipmentText(change);
    case "removed":
      return `excluiu o pedido, ${change.stockReturned ? "com" : "sem"} devolução ao estoque`;
    default:
      return change satisfies never;
  }
}

/** The order's total after the change, where the change tells it. */
export function totalAfter(change: OrderChange): string | null {
  return "totalCents" in change && change.kind !== "removed" ? formatBRL(change.totalCents) : null;
}

function piecesOf({ productCode, quantity }: { readonly productCode: string; readonly quantity: number }): string {
  return `${productCode} ×${quantity}`;
}

const MESSAGE_NAMES: Readonly<Record<MessageEvent, string>> = {
  item_added: "de item adicionado",
  item_removed: "de item cancelado",
  order_created: "de pedido criado",
  payment_link: "com o link de pagamento",
  paid: "de confirmação de pagamento",
};

type Withdrawal = (OrderChange & { kind: "payment_link_withdrawn" })["reason"];

const WITHDRAWALS: Readonly<Record<Withdrawal, string>> = {
  total_changed: "o total mudou",
  paid_by_hand: "o pedido foi marcado como pago",
  order_removed: "o pedido foi excluído",
  order_merged: "o pedido foi juntado a outro",
  by_hand: "a pedido da loja",
};

const PAYMENT_NEWS: Readonly<Record<PaymentStatus, string>> = {
  pending: "começou",
  in_review: "está em análise",
  authorized: "foi autorizado",
  rejected: "não foi aprovado",
  cancelled: "foi cancelado",
  approved: "foi aprovado",
  in_mediation: "entrou em disputa",
  refunded: "foi reembolsado",
  charged_back: "foi contestado",
};

function paymentText({ paymentId, status, amountCents, refundedCents }: OrderChange & { kind: "payment_changed" }) {
  const isPartBack = status !== "refunded" && refundedCents > 0;
  const back = isPartBack ? `, com ${formatBRL(refundedCents)} de volta` : "";
  return `informou: o pagamento ${paymentId} de ${formatBRL(amountCents)} ${PAYMENT_NEWS[status]}${back}`;
}

function shipmentText({ state, service, priceCents, trackingCode }: OrderChange & { kind: "shipment_changed" }) {
  const price = priceCents === null ? null : formatBRL(priceCents);
  const facts = [service, price, trackingCode].filter((fact) => fact !== null).join(", ");
  return `mudou a etiqueta para ${shipmentStateLabel(state)}${facts === "" ? "" : ` (${facts})`}`;
}

function fieldText({ field, before, after, reason }: OrderChange & { kind: "field_changed" }): string {
  switch (field) {
    case "isPaid":
      return `${after === true ? "marcou como pago" : "desmarcou como pago"}${reason === null ? "" : `: ${reason}`}`;
    case "printed":
      return after === true ? "marcou como impresso" : "marcou como não impresso";
    case "observation":
      if (after === null) return `apagou a observação "${String(before)}"`;
      return before === null
        ? `escreveu a observação "${String(after)}"`
        : `mudou a observação de "${String(before)}" para "${String(after)}"`;
    default:
      return field satisfies never;
  }
}
