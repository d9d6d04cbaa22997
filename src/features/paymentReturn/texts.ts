import type { Outcome } from "./returnAddress";

/** Every sentence of the two pages that a customer sees after paying. Source: specification §2 "Payment return" and "Payment callback". */
export const texts = {
  headings: {
    approved: "Pagamento aprovado",
    pending: "Pagamento pendente",
    rejected: "Pagamento não aprovado",
    unknown: "Retorno de pagamento",
  } satisfies Record<Outcome, string>,
  refunded: "Pagamento reembolsado",

  asking: "Consultando o pagamento…",
  lines: {
    approved: "Recebemos o pagamento. Obrigado pela compra!",
    pending: "O pagamento ainda não foi concluído. Assim que o Mercado Pago confirmar, esta página muda sozinha.",
    rejected: "O pagamento não foi concluído. Você pode tentar de novo.",
    unknown: "Este endereço não diz nada sobre um pagamento. Se você pagou, a loja recebe a confirmação mesmo assim.",
  } satisfies Record<Outcome, string>,
  inReview: "O Mercado Pago está analisando o pagamento. Assim que terminar, esta página muda sozinha.",
  cancelled: "O pagamento foi cancelado ou venceu. Você pode tentar de novo.",
  refundedLine: "O valor pago foi devolvido pelo Mercado Pago.",
  /** The server has heard of no payment yet. */
  open: "Ainda não há notícia do pagamento. Assim que o Mercado Pago confirmar, esta página muda sozinha.",
  /** The address says approved; the provider has not told the shop's server yet. */
  confirming: "Estamos confirmando com o Mercado Pago. Esta página muda sozinha.",
  unconfirmed: "Esta página sozinha não comprova o pagamento. Confira com a loja.",
  unreachable: "Não conseguimos falar com a loja agora. Esta página tenta de novo sozinha.",
  simulated: "Simulação: nada é cobrado.",

  facts: {
    order: "Pedido",
    paid: "Valor pago",
    amount: "Valor",
    payment: "Pagamento",
    preference: "Referência",
  },
  orderNumber: (orderNumber: number) => `#${orderNumber}`,

  provider: "Abrir o Mercado Pago",
  payAgain: "Tentar pagar de novo",
  payNow: "Voltar ao Mercado Pago",
  checkout: "Voltar ao checkout",
  forStaff: "O checkout é só para a equipe da loja",

  leaving: (seconds: number) =>
    seconds === 1 ? "Indo para o checkout em 1 segundo" : `Indo para o checkout em ${seconds} segundos`,
  watching: (seconds: number) =>
    seconds === 1 ? "Acompanhando o pagamento: 1 segundo" : `Acompanhando o pagamento: ${seconds} segundos`,
  stay: "Ficar nesta página",
  done: "Você já pode fechar esta página.",
  countdown: "Contagem regressiva",
} as const;
