/** What is printed on every slip of a company that has set nothing else. Source: specification §9, in the words of product.md. */
export const SLIP_TEXTS = { shipping: "PAC R$\u00a023,00, até 9 dias úteis", payment: "Pix pelo Mercado Pago" };

/** One line or two on the narrowest paper. */
export const MAX_SLIP_TEXT = 120;
