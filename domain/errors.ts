/**
 * What each refusal needs in order to be said. A code with no parameters has an empty object;
 * the types below make every call site give exactly what its sentence names.
 */
export interface RefusalParams {
  unauthenticated: NoParams;
  tenant_not_found: NoParams;
  forbidden: NoParams;
  no_tenant: NoParams;
  insufficient_stock: { available: number };
  phone_required: NoParams;
  invalid_phone: NoParams;
  unknown_area_code: { areaCode: string };
  invalid_quantity: NoParams;
  invalid_amount: NoParams;
  product_not_found: NoParams;
  product_inactive: NoParams;
  order_not_found: NoParams;
  open_order_exists: { orderNumber: number; orderId: string };
  order_is_paid: { orderNumber: number; totalCents: number; newTotalCents: number };
  cannot_merge: { reason: string };
  line_not_found: NoParams;
  negative_total: NoParams;
  observation_too_long: { max: number };
  changed_meanwhile: ChangedMeanwhile;
  launch_not_found: NoParams;
  launch_already_undone: NoParams;
  launch_not_yours: NoParams;
  undo_refused: { reason: string };
  invalid_event_date: NoParams;
  invalid_launch_id: NoParams;
  too_many_items: { max: number };
  invalid_credentials: NoParams;
  too_many_attempts: NoParams;
  email_in_use: NoParams;
  weak_password: NoParams;
  invalid_email: NoParams;
  // Companies, people, settings.
  admin_only: NoParams;
  fields_required: NoParams;
  value_too_long: { max: number };
  too_many_rows: { max: number };
  too_many_invites: { max: number };
  wrong_password: NoParams;
  no_local_password: NoParams;
  password_not_accepted: NoParams;
  accounts_unavailable: NoParams;
  invalid_recovery_code: NoParams;
  invite_not_found: NoParams;
  already_in_company: NoParams;
  person_not_found: NoParams;
  last_owner: NoParams;
  link_not_found: NoParams;
  tenant_name_required: NoParams;
  admin_email_required: NoParams;
  admin_password_required: NoParams;
  no_first_account: NoParams;
  master_not_named: NoParams;
  confirmation_mismatch: { expected: string };
  invalid_url: NoParams;
  invalid_cep: NoParams;
  invalid_state: NoParams;
  invalid_document: NoParams;
  invalid_measure: NoParams;
  invalid_date: NoParams;
  secret_unreadable: NoParams;
  secrets_key_missing: NoParams;
  coupon_not_found: NoParams;
  coupon_code_in_use: NoParams;
  coupon_inactive: NoParams;
  coupon_expired: NoParams;
  coupon_used_up: NoParams;
  invalid_percent: NoParams;
  invalid_usage_limit: NoParams;
  gift_not_found: NoParams;
  view_name_required: NoParams;
  view_exists: { name: string };
  view_not_found: NoParams;
  view_changed: { name: string; authorName: string };
  invalid_view: NoParams;
  // Catalogue, customers, reports, templates, raffle, long work.
  product_code_in_use: NoParams;
  invalid_stock: NoParams;
  image_too_large: NoParams;
  not_an_image: NoParams;
  file_not_found: NoParams;
  invalid_period: NoParams;
  template_fields_required: NoParams;
  template_not_found: NoParams;
  no_eligible_orders: NoParams;
  redo_reason_required: NoParams;
  customer_fields_required: NoParams;
  customer_name_required: NoParams;
  invalid_customer_phone: NoParams;
  customer_exists: NoParams;
  customer_not_found: NoParams;
  job_not_found: NoParams;
  no_selection: NoParams;
  import_incomplete: NoParams;
  sheet_empty: NoParams;
  sheet_too_long: { max: number };
  sheet_columns_missing: { columns: string };
  invalid_state_word: NoParams;
  // Connections to services, freight.
  connection_incomplete: NoParams;
  client_secret_missing: NoParams;
  invalid_weight: NoParams;
  invalid_side: NoParams;
  quote_not_found: NoParams;
  quote_outdated: NoParams;
  // Checkout and payment.
  checkout_customer_required: NoParams;
  checkout_address_required: NoParams;
  order_is_empty: NoParams;
  freight_outdated: NoParams;
  freight_not_found: NoParams;
  /** `shown` is the amount as a person reads it. */
  total_changed: { totalCents: number; shown: string };
  already_charged: { receivedCents: number; shown: string };
  payments_not_configured: NoParams;
  payment_provider_unavailable: NoParams;
  payment_provider_unauthorized: NoParams;
  payment_request_refused: { reason: string };
  invalid_provider_answer: NoParams;
  // The ERP.
  bling_credentials_missing: NoParams;
  bling_not_connected: NoParams;
  bling_inactive: NoParams;
  bling_unavailable: NoParams;
  bling_unauthorized: NoParams;
  bling_no_permission: NoParams;
  bling_busy: NoParams;
  // Labels.
  order_not_paid: NoParams;
  label_exists: NoParams;
  label_cep_required: NoParams;
  label_freight_required: NoParams;
  label_one_volume: { volumes: number };
  /** `text`: everything that is missing, in sentences. */
  label_data_missing: { who: "recipient" | "sender"; field: string; text: string };
  /** `text`: the action and the state as they are read. */
  label_action_refused: { text: string };
  label_price_changed: { priceCents: number; shown: string };
  shipping_problem: { reason: string; text: string };
  // The messaging gateway and broadcasts.
  messaging_not_configured: NoParams;
  messaging_unavailable: NoParams;
  messaging_unauthorized: NoParams;
  messaging_unknown_route: NoParams;
  instance_not_found: NoParams;
  message_required: NoParams;
  messaging_inactive: NoParams;
  message_not_found: NoParams;
  message_not_retryable: NoParams;
  message_in_doubt: NoParams;
  broadcast_template_missing: NoParams;
  broadcast_date_required: NoParams;
  broadcast_not_found: NoParams;
  broadcast_not_ready: NoParams;
  broadcast_over: NoParams;
  recipients_changed: { total: number };
  no_recipients: NoParams;
  broadcast_running: { byName: string };
  broadcast_outdated: { byName: string };
}

type NoParams = Record<never, never>;

/** What somebody else has made of a field since the asker saw it. Source: UX conventions P3. */
export interface ChangedMeanwhile {
  /** By its name in the record. */
  readonly field: string;
  /** As stored; null is an empty observation. */
  readonly value: string | number | null;
  /** The same value as a person reads it. */
  readonly shown: string;
  readonly actorName: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

export type RefusalCode = keyof RefusalParams;

/** The codes whose sentence names nothing. */
export type PlainRefusalCode = {
  [Code in RefusalCode]: keyof RefusalParams[Code] extends never ? Code : never;
}[RefusalCode];

/** An expected "no": data, not an exception. `code` is English and stable, the sentence is `refusalMessage`. */
export type Refusal<Code extends RefusalCode = RefusalCode> = Code extends RefusalCode
  ? { readonly code: Code; readonly params: RefusalParams[Code] }
  : never;

export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusal: Refusal };

export function ok<T>(value: T): Result<T> {
  return { ok: true, value };
}

/** A refusal as a `Result`. The code decides which parameters are demanded. */
export function refuse(code: PlainRefusalCode): { readonly ok: false; readonly refusal: Refusal };
export function refuse<Code extends RefusalCode>(
  code: Code,
  params: RefusalParams[Code],
): { readonly ok: false; readonly refusal: Refusal };
export function refuse(code: RefusalCode, params: object = {}): { readonly ok: false; readonly refusal: Refusal } {
  // The overloads have tied the code to its parameters; inside, the pair is only known as "some code".
  return { ok: false, refusal: { code, params } as Refusal };
}

type Sentences = { readonly [Code in RefusalCode]: (params: RefusalParams[Code]) => string };

const SENTENCES: Sentences = {
  unauthenticated: () => "Não autenticado",
  tenant_not_found: () => "Empresa não encontrada",
  forbidden: () => "Você não tem permissão para isto",
  no_tenant: () => "Sua conta ainda não está ligada a uma empresa",
  insufficient_stock: ({ available }) => `Estoque insuficiente. Disponível: ${available}`,
  phone_required: () => "Informe o telefone do cliente",
  invalid_phone: () => "Telefone inválido. Use formato com DDD (ex: 11999999999)",
  unknown_area_code: ({ areaCode }) => `DDD ${areaCode} não existe`,
  invalid_quantity: () => "Quantidade inválida",
  invalid_amount: () => "Valor inválido",
  product_not_found: () => "Produto não encontrado",
  product_inactive: () => "Produto inativo",
  order_not_found: () => "Pedido não encontrado",
  open_order_exists: ({ orderNumber }) => `Já existe o pedido #${orderNumber} em aberto deste telefone nesta data`,
  order_is_paid: ({ orderNumber }) => `O pedido #${orderNumber} já está pago`,
  cannot_merge: ({ reason }) => reason,
  line_not_found: () => "Item não encontrado no pedido",
  negative_total: () => "O valor do pedido não pode ser negativo",
  observation_too_long: ({ max }) => `A observação pode ter no máximo ${max} caracteres`,
  changed_meanwhile: ({ actorName, shown }) => `${actorName} mudou para ${shown} enquanto você editava`,
  launch_not_found: () => "Lançamento não encontrado",
  launch_already_undone: () => "Este lançamento já foi desfeito",
  launch_not_yours: () => "Só quem lançou pode desfazer",
  undo_refused: ({ reason }) => reason,
  invalid_event_date: () => "Data do evento inválida",
  invalid_launch_id: () => "Lançamento sem identificação válida. Recarregue a página",
  too_many_items: ({ max }) => `Selecione no máximo ${max} ${max === 1 ? "item" : "itens"} por vez`,
  invalid_credentials: () => "E-mail ou senha incorretos",
  too_many_attempts: () => "Muitas tentativas. Aguarde alguns minutos e tente de novo.",
  email_in_use: () => "Este e-mail já está cadastrado",
  weak_password: () => "A senha precisa ter de 6 a 72 caracteres",
  invalid_email: () => "E-mail inválido",
  // Companies, people, settings.
  admin_only: () => "Acesso negado. Apenas super administradores podem acessar esta página.",
  fields_required: () => "Preencha todos os campos obrigatórios",
  value_too_long: ({ max }) => `Use no máximo ${max} caracteres`,
  too_many_rows: ({ max }) => `O limite é de ${max} cadastros. Exclua algum antes de criar outro.`,
  too_many_invites: ({ max }) => `Há ${max} convites em aberto. Cancele algum antes de criar outro.`,
  wrong_password: () => "Senha atual incorreta",
  no_local_password: () => "Esta conta entra por outro serviço; a senha é trocada lá",
  password_not_accepted: () =>
    "O serviço de contas não aceita esta senha. Use 8 caracteres ou mais, e nenhuma senha conhecida.",
  accounts_unavailable: () => "O serviço de contas não respondeu. Tente de novo em instantes.",
  invalid_recovery_code: () => "Código inválido ou vencido",
  invite_not_found: () => "Convite inválido ou vencido",
  already_in_company: () => "Sua conta já está ligada a uma empresa",
  person_not_found: () => "Pessoa não encontrada",
  last_owner: () => "A empresa precisa de pelo menos uma pessoa responsável",
  link_not_found: () => "Este link não vale mais. Peça um novo à loja.",
  tenant_name_required: () => "Nome da empresa é obrigatório",
  admin_email_required: () => "Email do administrador é obrigatório",
  admin_password_required: () => "Senha do administrador é obrigatória",
  no_first_account: () => "Esta empresa não tem conta de administrador. Convide alguém em Equipe.",
  master_not_named: () => "Nenhuma conta mestre está definida. Inicie com MASTER_ADMIN_EMAIL.",
  confirmation_mismatch: ({ expected }) => `Para confirmar, digite ${expected}`,
  invalid_url: () => "Endereço inválido. Use o formato https://exemplo.com.br",
  invalid_cep: () => "CEP inválido. Use 8 dígitos.",
  invalid_state: () => "UF inválida. Use a sigla do estado, como MG.",
  invalid_document: () => "CPF ou CNPJ inválido",
  invalid_measure: () => "Medida inválida",
  invalid_date: () => "Data inválida",
  secret_unreadable: () => "Não foi possível ler este valor. Informe-o de novo.",
  secrets_key_missing: () => "A chave de segredos da instalação não está configurada (SECRETS_KEY)",
  coupon_not_found: () => "Cupom não encontrado",
  coupon_code_in_use: () => "Já existe um cupom com este código",
  coupon_inactive: () => "Este cupom está inativo",
  coupon_expired: () => "Este cupom está vencido",
  coupon_used_up: () => "Este cupom já foi usado o número máximo de vezes",
  invalid_percent: () => "O desconto deve ser um número inteiro de 1 a 100%",
  invalid_usage_limit: () => "O limite de uso deve ser um número inteiro a partir de 1",
  gift_not_found: () => "Brinde não encontrado",
  view_name_required: () => "Dê um nome à visão",
  view_exists: ({ name }) => `Já existe uma visão "${name}"`,
  view_not_found: () => "Visão não encontrada",
  view_changed: ({ name, authorName }) => `${authorName} mudou a visão "${name}". Abra-a de novo.`,
  invalid_view: () => "Não foi possível salvar este filtro como visão",
  // Catalogue, customers, reports, templates, raffle, long work.
  product_code_in_use: () => "Já existe um produto com este código",
  invalid_stock: () => "Estoque inválido",
  image_too_large: () => "Arquivo muito grande. Máximo 5MB.",
  not_an_image: () => "Selecione apenas arquivos de imagem.",
  file_not_found: () => "Arquivo não encontrado. Envie de novo.",
  invalid_period: () => "Período inválido",
  template_fields_required: () => "Tipo e conteúdo são obrigatórios",
  template_not_found: () => "Template não encontrado",
  no_eligible_orders: () => "Não há pedidos pagos para a data selecionada",
  redo_reason_required: () => "Já houve um sorteio nesta data. Informe o motivo para sortear de novo.",
  customer_fields_required: () => "Informe telefone e nome completo",
  customer_name_required: () => "Nome e telefone são obrigatórios",
  invalid_customer_phone: () => "Telefone inválido",
  customer_exists: () => "Cliente já cadastrado com este telefone",
  customer_not_found: () => "Cliente não encontrado",
  no_selection: () => "Selecione pelo menos um pedido",
  job_not_found: () => "Processamento não encontrado",
  import_incomplete: () => "O arquivo não chegou inteiro. Envie de novo.",
  sheet_empty: () => "O arquivo não tem linhas para importar",
  sheet_too_long: ({ max }) => `O arquivo tem mais de ${max} linhas. Divida-o em partes.`,
  sheet_columns_missing: ({ columns }) => `Colunas que faltam no arquivo: ${columns}`,
  invalid_state_word: () => "Situação inválida. Use Ativo ou Inativo.",
  // Connections to services, freight.
  connection_incomplete: () => "Configure CLIENT_ID e REDIRECT_URI primeiro",
  client_secret_missing: () => "Informe o CLIENT_SECRET e salve antes de conectar",
  invalid_weight: () => "Peso inválido. Use 0,1 kg ou mais, de 0,1 em 0,1 kg.",
  invalid_side: () => "Medida inválida. Use centímetros inteiros, a partir de 1.",
  quote_not_found: () => "Cotação não encontrada",
  quote_outdated: () => "Esta cotação é de mais de um dia atrás. Calcule o frete de novo.",
  // The ERP.
  bling_credentials_missing: () => "Salve Client ID e Client Secret do Bling antes de conectar.",
  bling_not_connected: () => "O Bling não está conectado. Conecte em Configurações › Integrações.",
  bling_inactive: () => "O envio ao Bling está desligado em Configurações › Integrações.",
  bling_unavailable: () => "O Bling não respondeu. Tente de novo em instantes.",
  bling_unauthorized: () => "O Bling não aceita mais a conexão. Conecte de novo em Configurações › Integrações.",
  bling_no_permission: () =>
    "O aplicativo do Bling não tem permissão para isto. Marque as permissões no cadastro do aplicativo e conecte de novo.",
  bling_busy: () => "O Bling está limitando as consultas. Tente de novo em um minuto.",
  // Checkout and payment.
  checkout_customer_required: () => "Nome e CPF são obrigatórios para finalizar o pedido",
  checkout_address_required: () => "Endereço completo é obrigatório para entrega",
  order_is_empty: () => "O pedido não tem itens",
  freight_outdated: () => "O frete precisa ser calculado de novo",
  freight_not_found: () => "Esta opção de frete não está mais disponível. Calcule o frete de novo.",
  total_changed: ({ shown }) => `O total mudou para ${shown}. Confira e finalize de novo.`,
  already_charged: ({ shown }) =>
    `Este pedido já recebeu ${shown} pelo Mercado Pago. Marque como pago em vez de cobrar de novo.`,
  payments_not_configured: () =>
    "O Mercado Pago não está configurado. Informe o Access Token em Configurações › Integrações.",
  payment_provider_unavailable: () => "O Mercado Pago não respondeu. Nada foi cobrado. Tente de novo em instantes.",
  payment_provider_unauthorized: () =>
    "O Mercado Pago recusou as credenciais da loja. Confira o Access Token em Configurações › Integrações.",
  payment_request_refused: ({ reason }) => `O Mercado Pago recusou o pagamento: ${reason}`,
  invalid_provider_answer: () => "Resposta inválida do servidor",
  // Labels.
  order_not_paid: () => "Só pedidos pagos recebem etiqueta. Marque o pedido como pago antes.",
  label_exists: () => "A etiqueta já foi criada. Cancele-a para mudar o destinatário.",
  label_cep_required: () => "Informe o CEP do destinatário",
  label_freight_required: () => "Escolha como o pedido vai ser enviado",
  label_one_volume: ({ volumes }) =>
    `Os Correios levam um volume por etiqueta e este pedido precisa de ${volumes}. Escolha outra transportadora.`,
  label_data_missing: ({ who, text }) =>
    who === "sender"
      ? `Faltam dados do remetente em Configuração de Frete: ${text}`
      : `Faltam dados do destinatário: ${text}`,
  label_action_refused: ({ text }) => text,
  label_price_changed: ({ shown }) => `O preço da etiqueta mudou para ${shown}. Confira e pague de novo.`,
  shipping_problem: ({ text }) => text,
  // The messaging gateway and broadcasts.
  messaging_not_configured: () => "Informe o endereço do servidor WhatsApp em Configurações › Integrações.",
  messaging_unavailable: () => "Não foi possível conectar ao servidor WhatsApp. Verifique se está rodando.",
  messaging_unauthorized: () => "O servidor WhatsApp recusou as credenciais. Confira a integração.",
  messaging_unknown_route: () =>
    "O servidor WhatsApp não conhece este endereço ou esta instância. Confira a integração.",
  instance_not_found: () => "Instância não encontrada",
  messaging_inactive: () => "O envio de mensagens está desligado em Configurações › Integrações.",
  message_not_found: () => "Mensagem não encontrada",
  message_not_retryable: () => "Esta mensagem já foi enviada ou ainda está na fila",
  message_in_doubt: () => "Mensagem registrada, mas pode não ter sido entregue",
  message_required: () => "Digite uma mensagem para enviar.",
  broadcast_template_missing: () => "Template BROADCAST não encontrado",
  broadcast_date_required: () => "Selecione uma data para enviar as mensagens",
  broadcast_not_found: () => "Envio em massa não encontrado",
  broadcast_not_ready: () => "A lista de destinatários ainda está sendo montada",
  broadcast_over: () => "Este envio já terminou",
  recipients_changed: ({ total }) => `A lista de destinatários mudou: agora são ${total}. Confira e confirme de novo.`,
  no_recipients: () => "Nenhum telefone encontrado para envio",
  broadcast_running: ({ byName }) => `Já há um envio em massa em andamento, iniciado por ${byName}`,
  broadcast_outdated: ({ byName }) =>
    `${byName} iniciou outro envio em massa depois que esta lista foi montada. Monte a lista de novo.`,
};

/**
 * The complete Portuguese sentence a person reads for a refusal.
 *
 * Source: specification §5 and §8, product.md "Selling".
 */
export function refusalMessage(code: PlainRefusalCode): string;
export function refusalMessage<Code extends RefusalCode>(code: Code, params: RefusalParams[Code]): string;
export function refusalMessage(code: RefusalCode, params: object = {}): string {
  // One table row per code, so the row fits the parameters that the overloads demanded.
  const sentence = SENTENCES[code] as (params: object) => string;
  return sentence(params);
}

/** Whether a text is one of the codes, for whoever receives a refusal from the outside. */
export function isRefusalCode(text: unknown): text is RefusalCode {
  return typeof text === "string" && Object.hasOwn(SENTENCES, text);
}
