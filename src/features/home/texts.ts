import type { ScreenPath } from "../../lib/screens";

/** The screens that have a card, and what one does on each. Source: specification §2 "Home". */
const descriptions: Readonly<Partial<Record<ScreenPath, string>>> = {
  "/pedidos-manual": "Lance produtos para o celular de cada cliente durante a live.",
  "/checkout": "Complete o pedido com cliente, endereço e frete, e receba pelo Mercado Pago.",
  "/produtos": "Cadastre o que você vende: preço, estoque, cor, tamanho e foto.",
  "/pedidos": "Veja todos os pedidos, quem já pagou e quanto falta receber.",
  "/sorteio": "Sorteie um dos pedidos pagos de uma live, com prova de que foi justo.",
  "/config": "Cupons, brindes, integrações e os ajustes da empresa.",
};

export const texts = {
  title: "Sistema de Vendas",
  subtitle: "Lance pedidos ao vivo, acompanhe e confira tudo em um só lugar.",
  signIn: "Entrar",
  open: "Acessar",
  descriptions,

  status: "Status do Sistema",
  database: "Database",
  connected: "Conectado",
  connecting: "Conectando…",
  disconnected: "Desconectado",
  api: "API",
  operational: "Operacional",
  failing: "Sem resposta",
  measuring: "Verificando…",
} as const;
