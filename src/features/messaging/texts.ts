import type { MessageEvent } from "../../../domain/messages";
import { counted, countText } from "../../lib/countText";

/** Every sentence of the messages' own screen and marks. Source: specification §2 "Messaging integration", §4, §8. */
export const texts = {
  title: "Integração WhatsApp",
  noTenant: "Defina a empresa",
  refresh: "Atualizar",
  refreshing: "Atualizando…",
  refreshFailed: "Não foi possível conectar ao servidor WhatsApp. Verifique se está rodando.",
  loading: "Carregando integração",
  loadFailed: "Não foi possível carregar a integração. Tente de novo.",

  instances: "Status das instâncias",
  instancesList: "Instâncias conectadas",
  noInstances: "Nenhuma instância encontrada no servidor WhatsApp",
  notConfigured: "O servidor WhatsApp ainda não foi configurado. Informe o endereço em Configurações › Integrações.",
  notConfiguredStaff: "O servidor WhatsApp ainda não foi configurado. Peça à dona da loja para informar o endereço.",
  inactive: "O envio de mensagens está desligado em Configurações › Integrações.",
  configure: "Abrir Integrações",
  checked: (ago: string) => `Verificado ${ago}`,
  notChecked: "Ainda não verificado",
  connect: "Conectar",
  connectOf: (name: string) => `Conectar ${name}`,
  connecting: "Pedindo o QR code…",
  connectFailed: "Não foi possível pedir o QR code. Tente de novo.",
  shownThere: "O servidor WhatsApp mostra o QR code na própria tela dele.",
  qrTitle: (name: string) => `Conectar ${name}`,
  qrImage: (name: string) => `QR code para conectar ${name}`,
  qrSteps: [
    "Abra o WhatsApp no celular da loja.",
    "Toque em Aparelhos conectados › Conectar um aparelho.",
    "Aponte para o código.",
  ],
  pairingCode: "Ou digite este código no celular:",

  test: "Testar conexão",
  testing: "Testando…",
  testFailed: "Não foi possível testar a conexão. Tente de novo.",

  queue: "Fila de mensagens",
  queueEmpty: "Nenhuma mensagem esperando",
  waiting: (count: number) => {
    if (count >= QUEUE_COUNTED) return `${countText(QUEUE_COUNTED)} ou mais mensagens esperando`;
    return counted(count, "mensagem esperando", "mensagens esperando");
  },
  pausedSince: (ago: string) => `Em pausa ${ago}`,
  resume: "Retomar agora",
  resumed: "Verificando se o envio pode continuar",
  resumeFailed: "Não foi possível retomar o envio. Tente de novo.",

  howTo: "Como usar",
  howToSteps: [
    "Deixe o servidor WhatsApp da loja ligado e com acesso à internet.",
    "Se a instância mostrar Aguardando QR, conecte o celular da loja pelo QR code.",
    "Com a instância Online, itens lançados, cancelamentos e pagamentos avisam o cliente sozinhos.",
    "Se o servidor cair, nada se perde: a fila espera e continua sozinha. Avisos de pedido com mais de 2 horas não são enviados.",
    "Mensagens em massa saem de 08:00 a 21:00 e nunca vão para quem respondeu SAIR.",
  ],

  tabs: {
    falhas: "Falhas",
    envios: "Envios em massa",
    descadastros: "Não querem mensagens",
    registro: "Registro",
    ajustes: "Ajustes",
  },
  tabsLabel: "Mensagens",

  attentionList: "Mensagens não enviadas nos últimos 2 dias",
  attentionEmpty: "Nenhuma mensagem falhou nos últimos 2 dias",
  attentionLoading: "Carregando falhas",
  attentionFailed: "Não foi possível carregar as falhas. Tente de novo.",
  order: "Pedido",
  orderNamed: (orderNumber: number) => `#${orderNumber}`,
  noOrder: "—",
  phone: "Telefone",
  what: "Mensagem",
  when: "Quando",
  why: "Motivo",
  events: {
    item_added: "Item adicionado",
    item_removed: "Item cancelado",
    order_created: "Pedido criado",
    payment_link: "Link de pagamento",
    paid: "Confirmação de pagamento",
    broadcast: "Mensagem em massa",
  } satisfies Readonly<Record<MessageEvent | "broadcast", string>>,
  states: {
    waiting: "Na fila",
    taken: "Na fila",
    sending: "Enviando",
    asking: "Conferindo se foi enviada",
    sent: "Enviada",
    failed: "Não enviada",
    expired: "Não enviada: passou da hora",
    canceled: "Cancelada",
    in_doubt: "Sem confirmação",
  },
  deliveries: { sent: "Enviada", delivered: "Entregue", read: "Lida", failed: "Não entregue" },
  inDoubt: "Mensagem registrada, mas pode não ter sido entregue",
  attempts: (count: number) => counted(count, "tentativa", "tentativas"),

  retry: "Tentar de novo",
  retryOf: (what: string) => `Tentar de novo: ${what}`,
  retried: "Mensagem de volta na fila",
  retryFailed: "Não foi possível tentar de novo.",
  sendAgainTitle: "Enviar de novo",
  sendAgainQuestion: "Mensagem registrada, mas pode não ter sido entregue. Se ela chegou, o cliente recebe duas vezes.",
  sendAgain: "Enviar de novo",

  sendFailedTitle: "Erro ao Enviar Mensagem",
  confirmationFailed: "Não foi possível enviar a confirmação via WhatsApp",

  ofLines: {
    item_added: {
      sent: "Produto adicionado e mensagem enviada",
      failed: "Erro ao enviar mensagem de item adicionado",
    },
    item_removed: {
      sent: "Produto removido e mensagem de cancelamento enviada",
      failed: "Erro ao enviar mensagem de cancelamento",
    },
  },

  ofOrder: "Mensagens",
  ofOrderLoading: "Carregando mensagens",
  ofOrderFailed: "Não foi possível carregar as mensagens. Tente de novo.",
  ofOrderEmpty: "Nenhuma mensagem deste pedido",

  messagesOf: (orderNumber: number) => `Mensagens do pedido #${orderNumber}`,
  troubleCount: (count: number) =>
    count === 1
      ? "1 mensagem de pedido não foi enviada"
      : `${countText(count)} mensagens de pedidos não foram enviadas`,
  seeTrouble: "Ver falhas",
  paused: "Envio em pausa",
  pausedChip: "WhatsApp em pausa",
  broadcastChip: "Envio em massa",
  chipShort: "WhatsApp",
  dismiss: "Fechar aviso",
  seeIntegration: "Ver integração",
  notices: "Avisos de mensagens",

  optOutsList: "Clientes que não querem mensagens em massa",
  optOutsEmpty: "Ninguém pediu para não receber mensagens em massa",
  optOutsLoading: "Carregando clientes",
  optOutsFailed: "Não foi possível carregar a lista. Tente de novo.",
  name: "Nome",
  noName: "Sem nome",
  since: "Desde",
  who: "Quem registrou",
  byCustomer: "O próprio cliente",
  byStaff: (name: string | null) => name ?? "Equipe",
  letIn: "Voltar a enviar",
  letInOf: (who: string) => `Voltar a enviar mensagens em massa para ${who}`,
  letInDone: "O cliente volta a receber mensagens em massa",
  optOutDone: "O cliente não recebe mais mensagens em massa",
  optOutFailed: "Não foi possível mudar. Tente de novo.",
  receives: "Recebe",
  receivesNot: "Não recebe",
  optedOutBy: (who: string, when: string) => `${who}, ${when}`,
  stopSending: "Não enviar mais",

  sending: {
    title: "Ritmo de envio",
    loading: "Carregando ajustes",
    loadFailed: "Não foi possível carregar os ajustes. Tente de novo.",
    webhook: "Endereço para avisos do servidor",
    webhookHint:
      "Cadastre no servidor WhatsApp, com o mesmo segredo de Configurações › Integrações: entregas e respostas chegam por ele.",
    switches: {
      mergeItems: {
        label: "Juntar itens lançados em seguida em uma só mensagem",
        hint: "O cliente recebe um aviso com todos os itens que ainda esperavam na fila.",
      },
      honoursKeys: {
        label: "O servidor reconhece mensagens repetidas",
        hint: "Ligue só se o servidor WhatsApp envia uma vez o que recebe duas vezes com a mesma chave.",
      },
    },
    paceHint: "Só dá para ficar mais lento que o ritmo do servidor. Vazio usa o ritmo dele.",
    ownPace: "Ritmo do servidor",
    fields: {
      intervalMs: "Intervalo entre mensagens (segundos)",
      batchSize: "Mensagens por lote",
      batchDelayMs: "Pausa entre lotes (segundos)",
      dailyCeiling: "Mensagens em massa por dia, no máximo",
    },
    wholeNumber: "Digite um número inteiro maior que zero, ou deixe vazio",
    save: "Salvar",
    saving: "Salvando…",
    discard: "Descartar",
    saved: "Ajustes salvos com sucesso",
    saveFailed: "Erro ao salvar os ajustes",
  },

  logList: "Tentativas de envio, as mais novas primeiro",
  logEmpty: "Nenhuma mensagem enviada ainda",
  logLoading: "Carregando registro",
  logFailed: "Não foi possível carregar o registro. Tente de novo.",
  logKept: "O registro guarda 90 dias.",
  outcome: "Resultado",
  text: "Texto",
  outcomes: {
    sent: "Enviada",
    not_reached: "Servidor fora do ar",
    lost: "Sem resposta do servidor",
    server_error: "Erro no servidor",
    instance_down: "WhatsApp desconectado",
    nonsense: "Resposta inválida do servidor",
    rate_limited: "Servidor pediu para esperar",
    unauthorized: "Credenciais recusadas",
    no_such_number: "Número sem WhatsApp",
    unknown_route: "Servidor não conhece o endereço",
    refused: "Recusada pelo servidor",
    expired: "Passou da hora",
    in_doubt: "Sem confirmação",
    canceled: "Cancelada",
  },
} as const;

/** The server counts no further. */
const QUEUE_COUNTED = 1_000;
