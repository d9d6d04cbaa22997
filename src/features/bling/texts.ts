import type { ErpList } from "../../../domain/bling";

/** What the list shows: one of the server's lists, or all of them. */
export type BlingList = "all" | ErpList;

const lists: Readonly<Record<BlingList, string>> = {
  all: "Todos",
  waiting: "Na fila",
  failed: "Falharam",
  sent: "Enviados",
  canceled: "Cancelados",
};

const emptyLists: Readonly<Record<BlingList, string>> = {
  all: "Nenhum pedido foi ao Bling ainda. Os pedidos pagos vão sozinhos depois da conexão.",
  waiting: "Nada na fila",
  failed: "Nenhuma falha",
  sent: "Nenhum pedido enviado ainda",
  canceled: "Nenhum pedido cancelado",
};

/** Every sentence of Bling's screen; states have theirs in `domain/bling.ts`, refusals in `domain/errors.ts`. */
export const texts = {
  title: "Bling",
  service: "Bling",
  noTenant: "Tenant não identificado. Escolha em que empresa você quer trabalhar.",
  integrations: "Integrações",
  loading: "Carregando o Bling",
  loadFailed: "Não foi possível carregar o Bling. Recarregue a página.",

  list: "Pedidos no Bling",
  lists,
  emptyLists,
  counted: (name: string, count: number, most: number) =>
    count > most ? `${name} (mais de ${most})` : `${name} (${count})`,
  loadingOrders: "Carregando pedidos",
  ordersFailed: "Erro ao carregar pedidos",
  columns: {
    order: "Pedido",
    state: "Situação",
    sale: "Venda no Bling",
    total: "Total enviado",
    changed: "Mudou",
    actions: "Ações",
  },
  openOrder: (orderNumber: number) => `Ver pedido ${orderNumber}`,
  orderGone: "pedido excluído",
  noSale: "sem venda no Bling",
  noTotal: "ainda não enviado",
  nextTry: (time: string) => `Próxima tentativa às ${time}`,
  toCancel: "a cancelar no Bling",
  retry: "Tentar de novo",
  retryOf: (orderNumber: number) => `Tentar de novo o pedido ${orderNumber}`,
  retrying: "Enviando…",
  retryFailed: "Não foi possível tentar de novo. Recarregue a página.",
  queued: (count: number) => (count === 1 ? "1 pedido na fila do Bling" : `${count} pedidos na fila do Bling`),
  skipped: (orderNumber: number, reason: string) => `Pedido #${orderNumber}: ${reason}`,
  retryAll: "Tentar todos de novo",
  moreFailed: "Ainda há falhas além destas. Tente todos de novo mais uma vez.",
  details: "Ver passos",
  detailsOf: (orderNumber: number) => `Ver passos do pedido ${orderNumber} no Bling`,
  detailsTitle: (orderNumber: number) => `Pedido #${orderNumber} no Bling`,
  attempts: (count: number) => (count === 1 ? "1 tentativa sem resposta" : `${count} tentativas sem resposta`),
  noSteps: "Nada foi feito ainda.",

  inactive: "O envio ao Bling está desligado. Os pedidos pagos não vão para o Bling.",
  turnOn: "Ligar em Integrações",
  askOwner: "Peça à pessoa responsável pela empresa.",
  resumesAt: (instant: string) => `Continua sozinho às ${instant}.`,
  resume: "Continuar agora",
  resumeFailed: "Não foi possível continuar. Tente de novo.",
  resumed: "A fila do Bling continua",

  purpose: "Conecte para que os pedidos pagos virem pedidos de venda no Bling.",
  consequence: "Os pedidos pagos ficam na fila até alguém conectar de novo. O que já está no Bling fica lá.",
  noCredentials: "Salve o Client ID e o Client secret do aplicativo do Bling em Integrações antes de conectar.",

  settings: {
    title: "O que vai para o Bling",
    loading: "Carregando configurações",
    loadFailed: "Erro ao carregar configurações",
    redirectUrl: "Link de redirecionamento",
    redirectHint: "Copie para o aplicativo no Bling.",
    paymentForm: "Forma de pagamento",
    saleSituation: "Situação do pedido pago",
    canceledSituation: "Situação do pedido cancelado",
    automatic: "Automática",
    loadChoices: "Buscar opções no Bling",
    loadingChoices: "Buscando…",
    choicesFailed: "Não foi possível buscar as opções. Tente de novo.",
    choicesFound: "Opções atualizadas",
    postsStock: "Lançar estoque no Bling",
    postsReceivables: "Lançar contas a receber no Bling",
    save: "Salvar",
    saving: "Salvando…",
    discard: "Descartar",
    saved: "Configuração do Bling salva com sucesso",
    saveFailed: "Erro ao salvar configuração do Bling",
  },
} as const;
