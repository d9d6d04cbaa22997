import { formatBRL, type Cents } from "../../../domain/money";
import { formatPhone } from "../../../domain/phone";

/** Every Portuguese sentence of the launch screen; refusals have theirs in `domain/errors.ts`. */
export const texts = {
  title: "Pedidos Manual",
  tabCreate: "Criar Pedido",

  pin: "Fixar:",
  pinProduct: "produto",
  pinCustomer: "cliente",

  phone: "Celular",
  code: "Código",
  quantity: "Qtd",
  launch: "Lançar",
  soldOut: "Esgotado",
  stock: "Estoque",
  noProductPinned: "Digite um código ou escolha um produto na lista",
  unknownCode: (code: string) => `Nenhum produto com o código ${code}`,
  codeRequired: "Informe o código do produto",

  newCustomer: "Cliente novo",
  namelessCustomer: "Cliente sem nome",
  noOpenOrder: "sem pedido em aberto",
  bag: (openTotalCents: Cents, openOrders: number) => `sacola ${formatBRL(openTotalCents)} · ${openOrders} em aberto`,

  feed: "Últimos lançamentos",
  feedEmpty: "Nenhum lançamento nesta live",
  feedFailed: "Não foi possível carregar os lançamentos. Tente de novo.",
  sending: "enviando…",
  stillSending: "Ainda enviando…",
  refused: "recusado",
  retry: "Tentar de novo",
  correct: "Corrigir",
  dismiss: "Descartar",
  launchFailed: "Erro ao lançar venda",
  orderCreated: (code: string, quantity: number, phone: string, subtotalCents: Cents) =>
    `Novo pedido criado: ${code} x${quantity} para ${formatPhone(phone)}. Subtotal: ${formatBRL(subtotalCents)}`,
  addedToOrder: (code: string, quantity: number) => `Produto adicionado ao pedido existente: ${code} x${quantity}`,
  launchRefused: (code: string, quantity: number, reason: string) => `Recusado: ${code} x${quantity}. ${reason}`,

  search: "Buscar produto",
  defaultPhone: "Celular padrão",
  apply: "Aplicar",
  applied: (rows: number) => (rows === 1 ? "1 linha preenchida" : `${rows} linhas preenchidas`),
  refresh: "Atualizar",
  productsFailed: "Erro ao carregar produtos",
  loadingProducts: "Carregando produtos",
  noProducts: "Nenhum produto encontrado",
  products: "Produtos",
  columns: ["Celular", "Cód", "Qtd em estoque", "Valor", "Descrição", "Foto", "Ação"],
  rowPhone: (code: string) => `Celular para ${code}`,
  rowQuantity: (code: string) => `Quantidade de ${code}`,
  rowLaunch: (code: string) => `Lançar ${code}`,
  pinRow: (code: string) => `Fixar ${code}`,

  live: "Escolher a live",
  eventDate: "Data da live",
  eventType: "Tipo de evento",
  notToday: "não é hoje",
  useToday: "Usar hoje",
} as const;
