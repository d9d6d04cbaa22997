import type { Holder } from "./cashier";
import type { PaymentStatus } from "./state";

/** What the buyer reads on the checkout page. */
export const HOLDER_WORDS: Readonly<Record<Holder, string>> = {
  APRO: "APRO: aprovado",
  CONT: "CONT: fica em análise",
  OTHE: "OTHE: recusado",
  CALL: "CALL: recusado, ligar para autorizar",
  FUND: "FUND: recusado, saldo insuficiente",
  SECU: "SECU: recusado, código de segurança",
  EXPI: "EXPI: recusado, data de validade",
  FORM: "FORM: recusado, dados do formulário",
};

export const STATUS_TITLES: Readonly<Record<PaymentStatus, string>> = {
  pending: "Falta pagar",
  in_process: "Pagamento em análise",
  authorized: "Pagamento autorizado",
  approved: "Pagamento aprovado",
  in_mediation: "Pagamento em disputa",
  rejected: "Pagamento recusado",
  cancelled: "Pagamento cancelado",
  refunded: "Pagamento devolvido",
  charged_back: "Pagamento contestado",
};

const DETAILS: Readonly<Record<string, string>> = {
  cc_rejected_insufficient_amount: "O cartão não tem saldo suficiente.",
  cc_rejected_bad_filled_security_code: "Confira o código de segurança do cartão.",
  cc_rejected_bad_filled_date: "Confira a data de validade do cartão.",
  cc_rejected_bad_filled_other: "Confira os dados do cartão.",
  cc_rejected_call_for_authorize: "Ligue para o banco e autorize o pagamento.",
  pending_contingency: "Estamos processando o pagamento. Em até 2 dias úteis avisamos o resultado.",
  expired: "O prazo para pagar acabou.",
  by_collector: "A loja cancelou a cobrança.",
};

export function detailWords(status: PaymentStatus, detail: string): string | null {
  if (status === "approved") return null;
  return DETAILS[detail] ?? (status === "rejected" ? "O banco não aprovou o pagamento. Tente outro meio." : null);
}
