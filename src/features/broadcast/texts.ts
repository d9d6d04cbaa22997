import { counted, countText } from "../../lib/countText";

const clients = (count: number) => counted(count, "cliente", "clientes");

/** Every sentence of messages to many. Source: specification §2 "Bulk-send card", §5 "Bulk message", §8; product.md "Words". */
export const texts = {
  title: "Mensagem em massa",
  close: "Fechar",
  loading: "Carregando envio",
  loadFailed: "Não foi possível carregar o envio. Tente de novo.",
  gone: "Este envio não existe mais",

  preparing: "Montando a lista de destinatários…",
  preparingCount: (count: number) => `${clients(count)} até agora`,
  noOrders: "Nenhum pedido encontrado com os filtros de mensagem",
  noPhones: "Nenhum telefone encontrado para envio",

  recipients: "Destinatários",
  recipientsOf: (count: number) => clients(count),
  leftOut: "Ficam de fora",
  optedOut: (count: number) =>
    count === 1 ? "1 que pediu para não receber" : `${countText(count)} que pediram para não receber`,
  repeated: (count: number) => counted(count, "telefone repetido", "telefones repetidos"),
  invalid: (count: number) => counted(count, "telefone inválido", "telefones inválidos"),
  showRecipients: "Ver destinatários",
  hideRecipients: "Ocultar destinatários",
  recipientsFailed: "Não foi possível carregar os destinatários. Tente de novo.",
  loadingRecipients: "Carregando destinatários",
  noName: "Sem nome",
  recipientStates: {
    waiting: "Na fila",
    taken: "Enviando",
    sent: "Enviada",
    failed: "Não enviada",
    in_doubt: "Sem confirmação",
    skipped: "Não enviada",
  },

  exampleOf: (who: string) => `Como chega para ${who}`,
  pending: "Previsão",
  startsAt: (instant: string) =>
    `Começa ${instant}: mensagens em massa não saem de 21:00 a 08:00 nem acima do limite do dia.`,
  goesOnAt: (instant: string) =>
    `Continua ${instant}: mensagens em massa não saem de 21:00 a 08:00 nem acima do limite do dia.`,
  endsAt: (about: string) => `Termina por volta ${about}`,
  at: (time: string) => `às ${time}`,
  atOn: (date: string, time: string) => `em ${date} às ${time}`,
  about: (time: string) => `das ${time}`,
  aboutOn: (date: string, time: string) => `de ${date} às ${time}`,

  typeCount: (count: number) => `Digite ${count} para confirmar`,
  typeCountWrong: (count: number) => `Digite ${count}, a quantidade de clientes`,
  cancel: "Cancelar",
  send: (count: number) => `Enviar para ${clients(count)}`,
  sending: "Enviando…",
  offline: "Sem conexão: o envio precisa do servidor.",
  goesOn: "Pode fechar esta janela: o envio continua no servidor.",
  startedBy: (name: string) => `Iniciado por ${name}`,

  progress: (done: number, total: number) => `${countText(done)} de ${countText(total)}`,
  pause: "Pausar",
  resume: "Retomar",
  stop: "Cancelar envio",
  pausedByHand: "O envio está em pausa.",
  stopTitle: "Cancelar envio",
  stopQuestion: (left: number) =>
    left === 1
      ? "O cliente que falta não recebe a mensagem."
      : `Os ${countText(left)} clientes que faltam não recebem a mensagem.`,
  pauseFailed: "Não foi possível pausar o envio. Tente de novo.",
  resumeFailed: "Não foi possível retomar o envio. Tente de novo.",
  stopFailed: "Não foi possível cancelar o envio. Tente de novo.",

  canceled: "Envio cancelado",
  nothingSent: "O envio não foi confirmado, e nada foi enviado.",
  sentLabel: "Enviadas",
  failedLabel: "Com erro",
  inDoubtLabel: "Sem confirmação",
  skippedLabel: "Não enviadas",
  inDoubtHint: "Mensagem registrada, mas pode não ter sido entregue",

  startFailed: "Erro ao enviar mensagem em massa",

  historyList: "Últimos envios em massa",
  historyLoading: "Carregando envios",
  historyFailed: "Não foi possível carregar os envios. Tente de novo.",
  historyEmpty: "Nenhum envio em massa ainda",
  historyStates: {
    preparing: "Montando",
    ready: "Não confirmado",
    running: "Enviando",
    paused: "Em pausa",
    finished: "Concluído",
    canceled: "Cancelado",
  },
  see: "Ver",
  seeOf: (when: string) => `Ver o envio de ${when}`,
  historyColumns: {
    when: "Quando",
    who: "Quem",
    state: "Situação",
    sent: "Enviadas",
    failed: "Erros",
    text: "Mensagem",
  },

  stripRunning: "Enviando mensagem em massa",
  stripPaused: "Mensagem em massa em pausa",
  stripBy: (name: string) => `por ${name}`,
  seeSending: "Ver envio",
  dismiss: "Fechar aviso",

  bulkCard: "Envio em massa",
  bulkCardHint: "Usa o template Broadcast da loja.",
  orderStatus: "Situação dos pedidos",
  statusChoices: { all: "Todos", paid: "Pagos", unpaid: "Não pagos" },
  orderDate: "Data dos pedidos",
  dateChoices: { all: "Todas as datas", one: "Uma data" },
  date: "Data do evento",
  dateRequired: "Selecione uma data para enviar as mensagens",
  sendMessage: "Enviar mensagem",

  messageCard: "Mensagem em massa",
  message: "Mensagem",
  messageHint: (placeholder: string, length: number, max: number) =>
    `${countText(length)} de ${countText(max)} caracteres. ${placeholder} vira o nome do cliente.`,
  messageRequired: "Digite uma mensagem para enviar.",
  messageFailed: "Falha ao enviar mensagem em massa.",
  to: "Enviar para clientes com pedidos",
} as const;
