import { formatBRL, type Cents } from "../../../domain/money";

/** Every Portuguese sentence of 'Gerenciar Pedidos' and its dialogs. */
export const manageTexts = {
  list: "Pedidos manuais",
  columns: { id: "ID", phone: "Telefone", date: "Data", total: "Valor", status: "Status", actions: "Ações" },
  paid: "Pago",
  pending: "Pendente",
  empty: "Nenhum pedido manual encontrado",
  loading: "Carregando pedidos",
  loadFailed: "Erro ao carregar pedidos",
  loadMore: "Carregar mais",
  loadingMore: "Carregando…",
  /** Deleted by somebody else; the row goes with the next touch of the list. */
  hasLeft: "excluído",
  see: (orderNumber: number) => `Ver pedido #${orderNumber}`,
  edit: (orderNumber: number) => `Editar pedido #${orderNumber}`,
  remove: (orderNumber: number) => `Excluir pedido #${orderNumber}`,

  editTitle: (orderNumber: number) => `Editar Pedido #${orderNumber}`,
  phone: "Telefone",
  total: "Valor Total",
  lines: (cents: Cents) => `Itens ${formatBRL(cents)}`,
  noAdjustment: "sem ajuste",
  surcharge: (cents: Cents) => `Ajuste: acréscimo de ${formatBRL(cents)}`,
  discount: (cents: Cents) => `Ajuste: desconto de ${formatBRL(cents)}`,
  paidWarning: "Este pedido já está pago. Mudar o valor não cobra nem devolve a diferença.",
  gone: "Este pedido foi excluído por outra pessoa.",
  cancel: "Cancelar",
  save: "Salvar",
  saving: "Salvando…",
  saved: "Pedido atualizado com sucesso",
  saveFailed: "Erro ao atualizar pedido",
  merge: "Juntar pedidos",
  mergeExplained: (from: number, into: number) =>
    `Os itens do pedido #${from} passam para o pedido #${into}, e o pedido #${from} deixa de existir.`,
  merged: (into: number) => `Itens juntados no pedido #${into}`,
  mergeFailed: "Não foi possível juntar os pedidos. Tente de novo.",
  unsavedTitle: "Alterações não salvas",
  unsavedQuestion: (orderNumber: number) => `O que você mudou no pedido #${orderNumber} ainda não foi salvo.`,
  discard: "Descartar alterações",

  removeQuestion: "Tem certeza que deseja excluir este pedido?",
  removeUnpaid: "Os itens voltam para o estoque.",
  removePaid: "Este pedido está pago. Os itens não voltam para o estoque, a menos que você marque abaixo.",
  returnStock: "Devolver os itens ao estoque",
  removed: "Pedido excluído com sucesso",
  removeFailed: "Erro ao excluir pedido",
} as const;
