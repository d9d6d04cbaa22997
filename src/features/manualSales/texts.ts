import { formatBRL, type Cents } from "../../../domain/money";
import { formatPhone } from "../../../domain/phone";

/** Every Portuguese sentence of the launch screen but those of its second tab, which come with it; refusals have theirs in `domain/errors.ts`. */
export const texts = {
  title: "Pedidos Manual",
  tabCreate: "Criar Pedido",
  tabManage: "Gerenciar Pedidos",

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

  lineHint: "Tudo em uma linha: 11 98765-4321 C151 x2",
  lineRead: (phone: string, code: string, quantity: string) => `${phone} · ${code} ×${quantity}`,
  noPhoneYet: "sem celular",
  noCodeYet: "sem código",
  ambiguousLine: "Linha ambígua. Escreva como 11 98765-4321 C151 x2",
  queueFull: "50 lançamentos já esperam a conexão. Espere ela voltar",

  /** A phone half typed that can be one customer's alone. */
  guess: (phone: string) => `É ${phone}?`,
  complete: (phone: string) => `Completar com ${phone}`,
  completeKey: "Completar (→)",
  newCustomer: "Cliente novo",
  namelessCustomer: "Cliente sem nome",
  noOpenOrder: "sem pedido em aberto",
  bag: (openTotalCents: Cents, openOrders: number) => `sacola ${formatBRL(openTotalCents)} · ${openOrders} em aberto`,
  /** While launches are on their way the server has not said the total yet. */
  probableBag: (totalCents: Cents) => `sacola ≈ ${formatBRL(totalCents)}`,

  feed: "Últimos lançamentos",
  feedEmpty: "Nenhum lançamento nesta live",
  feedFailed: "Não foi possível carregar os lançamentos. Tente de novo.",
  sending: "enviando…",
  stillSending: "Ainda enviando…",
  kept: "guardado",
  keptDelivered: "Lançamento guardado enviado",
  ok: "ok",
  undo: "Desfazer",
  undoOf: (code: string, quantity: number, orderNumber: number) =>
    `Desfazer ${code} x${quantity} do pedido ${orderNumber}`,
  undoing: "desfazendo…",
  undoneState: "desfeito",
  undone: (code: string, quantity: number) => `Lançamento desfeito: ${code} x${quantity}. O estoque voltou`,
  undoFailed: "Não foi possível desfazer o lançamento. Tente de novo.",
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
