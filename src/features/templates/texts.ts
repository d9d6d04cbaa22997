import { formatDate, saoPauloDate } from "../../../domain/calendar";
import { TEMPLATE_LABELS, type TemplateType } from "../../../domain/templates";

/** Every sentence of Templates. Source: specification §2 "Message templates", §5 "Template", §8. */
export const texts = {
  title: "Templates WPP",
  noTenant: "Defina a empresa",
  list: "Lista de templates",
  loading: "Carregando templates",
  loadFailed: "Erro ao carregar templates",
  empty: "Nenhum template encontrado",
  createFirst: "Criar Primeiro Template",
  create: "Novo Template",
  /** Where it has no title of its own. */
  untitled: (type: TemplateType) => `Template ${TEMPLATE_LABELS[type]}`,
  createdOn: (epochMs: number) => `Criado em ${formatDate(saoPauloDate(epochMs))}`,
  saving: "salvando…",
  showAll: "Mostrar tudo",
  showLess: "Mostrar menos",
  edit: (name: string) => `Editar ${name}`,
  remove: (name: string) => `Excluir ${name}`,

  createTitle: "Novo Template",
  editTitle: "Editar Template",
  submitCreate: "Criar",
  submitEdit: "Atualizar",
  busy: "Salvando…",
  type: "Tipo",
  chooseType: "Escolha o tipo",
  titleField: "Título",
  titleHint: "Opcional. Sem título, a lista mostra o tipo.",
  content: "Conteúdo",
  length: (length: number, max: number) => `${length} de ${max} caracteres`,
  unknown: (names: readonly string[]) =>
    names.length === 1
      ? `${names[0]} não é um campo conhecido e fica como está.`
      : `${names.join(", ")} não são campos conhecidos e ficam como estão.`,
  insert: "Inserir no texto",
  insertOne: (name: string) => `Inserir ${name}`,
  placeholders: {
    nome_cliente: "Nome do cliente, ou o telefone",
    produto: "Nome do produto",
    quantidade: "Quantidade",
    valor: "Valor do item, ou do pedido",
    variacao1: "Cor",
    variacao2: "Tamanho",
  },
  created: "Template criado com sucesso",
  updated: "Template atualizado com sucesso",
  removed: "Template excluído com sucesso",
  saveFailed: "Erro ao salvar template",
  removeFailed: "Erro ao excluir template",
  continueEditing: "Continuar editando",
  emptyValue: "vazio",

  preview: "Como fica",
  previewOrder: "Com o pedido",
  previewOrderHint: "O mais recente",
  previewOf: (orderNumber: number) => `Exemplo com o pedido #${orderNumber}`,
  previewLoading: "Carregando exemplo…",
  previewFailed: "Não foi possível mostrar o exemplo. Tente de novo.",
  previewNoOrders: "Ainda não há pedidos para mostrar um exemplo.",
  previewNoOrder: (orderNumber: number) => `O pedido #${orderNumber} não existe.`,
  previewEmpty: "Escreva a mensagem para ver um exemplo.",

  removeQuestion: "Tem certeza que deseja excluir este template?",
} as const;
