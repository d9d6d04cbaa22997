import type { TemplateFields } from "../../domain/templates";

/** The demonstration's messages, oldest first: one of each kind that is sent, with every placeholder in use. */
export const DEMO_TEMPLATES: readonly TemplateFields[] = [
  {
    type: "ITEM_ADDED",
    title: "Item na sacola",
    content:
      "Oi {{nome_cliente}}! Separamos {{quantidade}}x {{produto}} ({{variacao1}}, {{variacao2}}) por {{valor}}. 🛍️",
  },
  {
    type: "PRODUCT_CANCELED",
    title: null,
    content: "Oi {{nome_cliente}}, tiramos {{produto}} da sua sacola. Qualquer dúvida é só chamar.",
  },
  {
    type: "FINALIZAR",
    title: "Fechar a sacola",
    content:
      "Oi {{nome_cliente}}!\nSua sacola está separada: {{valor}}.\n\nVamos finalizar? Respondemos com o link de pagamento.",
  },
  {
    type: "PAID_ORDER",
    title: "Pagamento confirmado",
    content: "Pagamento recebido, {{nome_cliente}}! 💚\nJá estamos preparando o seu pedido.",
  },
  {
    type: "BROADCAST",
    title: "Convite para a live",
    content: "Oi {{nome}}! Hoje tem live às 20h, com novidades e frete grátis acima de R$ 300. Te esperamos!",
  },
];
