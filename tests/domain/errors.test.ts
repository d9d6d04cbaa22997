import { describe, expect, test } from "vitest";
import { isRefusalCode, ok, refusalMessage, refuse, type RefusalCode } from "../../domain/errors";

describe("the sentence of each refusal", () => {
  const sentences: Record<RefusalCode, string> = {
    unauthenticated: "Não autenticado",
    tenant_not_found: "Empresa não encontrada",
    forbidden: "Você não tem permissão para isto",
    no_tenant: "Sua conta ainda não está ligada a uma empresa",
    insufficient_stock: "Estoque insuficiente. Disponível: 3",
    phone_required: "Informe o telefone do cliente",
    invalid_phone: "Telefone inválido. Use formato com DDD (ex: 11999999999)",
    unknown_area_code: "DDD 20 não existe",
    invalid_quantity: "Quantidade inválida",
    invalid_amount: "Valor inválido",
    product_not_found: "Produto não encontrado",
    product_inactive: "Produto inativo",
    order_not_found: "Pedido não encontrado",
    open_order_exists: "Já existe o pedido #41 em aberto deste telefone nesta data",
    order_is_paid: "O pedido #41 já está pago",
    cannot_merge: "Os pedidos são de datas diferentes",
    line_not_found: "Item não encontrado no pedido",
    negative_total: "O valor do pedido não pode ser negativo",
    observation_too_long: "A observação pode ter no máximo 50 caracteres",
    changed_meanwhile: "Ana mudou para 3 enquanto você editava",
    launch_not_found: "Lançamento não encontrado",
    launch_already_undone: "Este lançamento já foi desfeito",
    launch_not_yours: "Só quem lançou pode desfazer",
    undo_refused: "Os pedidos são de datas diferentes",
    invalid_event_date: "Data do evento inválida",
    invalid_launch_id: "Lançamento sem identificação válida. Recarregue a página",
    too_many_items: "Selecione no máximo 50 itens por vez",
    invalid_credentials: "E-mail ou senha incorretos",
    too_many_attempts: "Muitas tentativas. Aguarde alguns minutos e tente de novo.",
    email_in_use: "Este e-mail já está cadastrado",
    weak_password: "A senha precisa ter de 6 a 72 caracteres",
    invalid_email: "E-mail inválido",
    admin_only: "Acesso negado. Apenas super administradores podem acessar esta página.",
    fields_required: "Preencha todos os campos obrigatórios",
    value_too_long: "Use no máximo 50 caracteres",
    too_many_rows: "O limite é de 50 cadastros. Exclua algum antes de criar outro.",
    too_many_invites: "Há 50 convites em aberto. Cancele algum antes de criar outro.",
    wrong_password: "Senha atual incorreta",
    no_local_password: "Esta conta entra por outro serviço; a senha é trocada lá",
    password_not_accepted:
      "O serviço de contas não aceita esta senha. Use 8 caracteres ou mais, e nenhuma senha conhecida.",
    accounts_unavailable: "O serviço de contas não respondeu. Tente de novo em instantes.",
    invalid_recovery_code: "Código inválido ou vencido",
    invite_not_found: "Convite inválido ou vencido",
    already_in_company: "Sua conta já está ligada a uma empresa",
    person_not_found: "Pessoa não encontrada",
    last_owner: "A empresa precisa de pelo menos uma pessoa responsável",
    link_not_found: "Este link não vale mais. Peça um novo à loja.",
    tenant_name_required: "Nome da empresa é obrigatório",
    admin_email_required: "Email do administrador é obrigatório",
    admin_password_required: "Senha do administrador é obrigatória",
    no_first_account: "Esta empresa não tem conta de administrador. Convide alguém em Equipe.",
    master_not_named: "Nenhuma conta mestre está definida. Inicie com MASTER_ADMIN_EMAIL.",
    confirmation_mismatch: "Para confirmar, digite lojaa",
    invalid_url: "Endereço inválido. Use o formato https://exemplo.com.br",
    invalid_cep: "CEP inválido. Use 8 dígitos.",
    invalid_state: "UF inválida. Use a sigla do estado, como MG.",
    invalid_document: "CPF ou CNPJ inválido",
    invalid_measure: "Medida inválida",
    invalid_date: "Data inválida",
    secret_unreadable: "Não foi possível ler este valor. Informe-o de novo.",
    secrets_key_missing: "A chave de segredos da instalação não está configurada (SECRETS_KEY)",
    coupon_not_found: "Cupom não encontrado",
    coupon_code_in_use: "Já existe um cupom com este código",
    coupon_inactive: "Este cupom está inativo",
    coupon_expired: "Este cupom está vencido",
    coupon_used_up: "Este cupom já foi usado o número máximo de vezes",
    invalid_percent: "O desconto deve ser um número inteiro de 1 a 100%",
    invalid_usage_limit: "O limite de uso deve ser um número inteiro a partir de 1",
    gift_not_found: "Brinde não encontrado",
    product_code_in_use: "Já existe um produto com este código",
    invalid_stock: "Estoque inválido",
    image_too_large: "Arquivo muito grande. Máximo 5MB.",
    not_an_image: "Selecione apenas arquivos de imagem.",
    file_not_found: "Arquivo não encontrado. Envie de novo.",
    invalid_period: "Período inválido",
    template_fields_required: "Tipo e conteúdo são obrigatórios",
    template_not_found: "Template não encontrado",
    no_eligible_orders: "Não há pedidos pagos para a data selecionada",
    redo_reason_required: "Já houve um sorteio nesta data. Informe o motivo para sortear de novo.",
    customer_fields_required: "Informe telefone e nome completo",
    customer_name_required: "Nome e telefone são obrigatórios",
    invalid_customer_phone: "Telefone inválido",
    customer_exists: "Cliente já cadastrado com este telefone",
    customer_not_found: "Cliente não encontrado",
    job_not_found: "Processamento não encontrado",
    no_selection: "Selecione pelo menos um pedido",
    import_incomplete: "O arquivo não chegou inteiro. Envie de novo.",
    sheet_empty: "O arquivo não tem linhas para importar",
    sheet_too_long: "O arquivo tem mais de 50 linhas. Divida-o em partes.",
    sheet_columns_missing: "Colunas que faltam no arquivo: code, name",
    invalid_state_word: "Situação inválida. Use Ativo ou Inativo.",
    checkout_customer_required: "Nome e CPF são obrigatórios para finalizar o pedido",
    checkout_address_required: "Endereço completo é obrigatório para entrega",
    order_is_empty: "O pedido não tem itens",
    freight_outdated: "O frete precisa ser calculado de novo",
    freight_not_found: "Esta opção de frete não está mais disponível. Calcule o frete de novo.",
    total_changed: "O total mudou para 3. Confira e finalize de novo.",
    already_charged: "Este pedido já recebeu 3 pelo Mercado Pago. Marque como pago em vez de cobrar de novo.",
    payments_not_configured:
      "O Mercado Pago não está configurado. Informe o Access Token em Configurações › Integrações.",
    payment_provider_unavailable: "O Mercado Pago não respondeu. Nada foi cobrado. Tente de novo em instantes.",
    payment_provider_unauthorized:
      "O Mercado Pago recusou as credenciais da loja. Confira o Access Token em Configurações › Integrações.",
    payment_request_refused: "O Mercado Pago recusou o pagamento: Os pedidos são de datas diferentes",
    invalid_provider_answer: "Resposta inválida do servidor",
  };
  const params = {
    available: 3,
    areaCode: "20",
    orderNumber: 41,
    orderId: "pedido",
    max: 50,
    reason: "Os pedidos são de datas diferentes",
    actorName: "Ana",
    shown: "3",
    expected: "lojaa",
    columns: "code, name",
  };

  test.each(Object.entries(sentences))("%s: %s", (code, sentence) => {
    expect(refusalMessage(code as "open_order_exists", params)).toBe(sentence);
    expect(isRefusalCode(code)).toBe(true);
  });

  test.each(["toString", "", "INSUFFICIENT_STOCK", null, 3])("%j is no code", (text) => {
    expect(isRefusalCode(text)).toBe(false);
  });
});

test("one item is not 'itens'", () => {
  expect(refusalMessage("too_many_items", { max: 1 })).toBe("Selecione no máximo 1 item por vez");
});

test("a result is a value or a refusal with its parameters", () => {
  expect(ok(3)).toEqual({ ok: true, value: 3 });
  expect(refuse("forbidden")).toEqual({ ok: false, refusal: { code: "forbidden", params: {} } });
  expect(refuse("insufficient_stock", { available: 0 })).toEqual({
    ok: false,
    refusal: { code: "insufficient_stock", params: { available: 0 } },
  });
});
