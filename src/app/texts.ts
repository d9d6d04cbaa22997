/** The frame's own words. */
export const texts = {
  skip: "Pular para o conteúdo",
  layerFailed: "Não foi possível abrir. Recarregue a página.",
  account: "Minha conta",
  accountOf: (email: string) => `Minha conta (${email})`,
  leave: "Sair",
  leaveAnyway: "Sair e apagar os lançamentos",
  leavingLoses: (waiting: number) =>
    waiting === 1
      ? "1 lançamento guardado ainda não foi enviado. Sair apaga este lançamento deste aparelho."
      : `${waiting} lançamentos guardados ainda não foram enviados. Sair apaga estes lançamentos deste aparelho.`,
  screens: "Telas",
  /** The screens that have no room in the top bar. */
  more: "Mais",

  commands: "Comandos",
  commandsTip: (command: string) => `Buscar telas, pedidos e produtos (${command}+K)`,
  commandsShort: "Buscar",
  commandField: "Buscar tela, pedido, telefone, cliente ou produto",
  commandGroups: {
    recent: "Recentes",
    record: "Neste pedido",
    screens: "Telas",
    orders: "Pedidos",
    products: "Produtos",
    actions: "Ações",
  },
  nothingFound: "Nada encontrado",
  searching: "Buscando…",
  searchFailed: "Não foi possível buscar pedidos e produtos. Tente de novo.",
  orderNamed: (orderNumber: number) => `Pedido #${orderNumber}`,
  productNamed: (code: string) => `Lançar ${code}`,
  seeOrder: (orderNumber: number) => `Ver pedido #${orderNumber}`,
  editOrder: (orderNumber: number) => `Editar pedido #${orderNumber}`,
  checkOut: (orderNumber: number) => `Finalizar pedido #${orderNumber} no checkout`,
  labelOf: (orderNumber: number) => `Etiqueta do pedido #${orderNumber}`,
  toLaunchLine: "Ir para a linha de lançamento",
  showKeys: "Ver as teclas",
  nextAppearance: "Mudar a aparência",
  home: "Início",

  keys: "Teclas",
  keysAnywhere: "Em qualquer tela",
  keysLaunching: "Ao lançar",
  keysLists: "Nas listas",
  singleKeys: "Teclas de uma letra, ? e /",
  singleKeysHint: "Desligue se um leitor de tela ou comando de voz as dispara sem querer",
  close: "Fechar",

  preview: "Preview",
  chooseTenant: "Selecionar empresa",
  noTenant: "Nenhuma (site principal)",
} as const;
