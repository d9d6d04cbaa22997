import type { Page } from "playwright-core";

/** What the staff screens and what opens on them are to say in each state, in a company that has nothing, or one of each. */

/** By its words, or where it has none to see, by its name. */
export const says = (page: Page, words: string) =>
  page
    .getByText(words, { exact: true })
    .or(page.getByLabel(words, { exact: true }))
    .first();

/** By the keyboard, which also reaches what only looks disabled. */
export const press = (page: Page, name: string) =>
  page.getByRole("button", { name, exact: true }).last().press("Enter");

export interface ScreenRow {
  readonly address: string;
  /** What is pressed there; nothing where the address shows it. */
  readonly open?: (page: Page) => Promise<void>;
  readonly functions: readonly string[];
  readonly loading: readonly string[];
  readonly refused: readonly string[];
  readonly empty: readonly string[];
}

export const SCREENS: readonly ScreenRow[] = [
  {
    address: "/pedidos",
    functions: ["orders:list"],
    loading: ["Carregando pedidos"],
    refused: ["Erro ao carregar pedidos"],
    empty: ["Nenhum pedido encontrado"],
  },
  {
    address: "/produtos",
    functions: ["products:list"],
    loading: ["Carregando produtos"],
    refused: ["Erro ao carregar produtos"],
    empty: ["Nenhum produto cadastrado"],
  },
  {
    address: "/produtos?q=vestido",
    functions: ["products:find"],
    loading: ["Carregando produtos"],
    refused: ["Erro ao carregar produtos"],
    empty: ["Nenhum produto encontrado", "Limpar busca"],
  },
  {
    address: "/clientes",
    functions: ["customers:overview"],
    loading: ["Carregando resumo"],
    refused: ["Erro ao carregar clientes"],
    empty: ["Total de clientes", "R$\u00a00,00"],
  },
  {
    address: "/clientes?aba=lista",
    functions: ["customers:list"],
    loading: ["Carregando clientes"],
    refused: ["Erro ao carregar clientes"],
    empty: ["Nenhum cliente cadastrado"],
  },
  {
    address: "/relatorios",
    functions: ["reports:overview", "reports:salesByDay", "reports:liveByHour", "reports:byEventType"],
    loading: ["Carregando..."],
    refused: ["Erro ao carregar estatísticas do período", "Erro ao carregar vendas", "Erro ao carregar a live"],
    empty: ["Nenhum dado disponível para hoje", "Nenhuma venda nestes dias", "Nenhum pedido nesta data"],
  },
  {
    address: "/relatorios?aba=produtos",
    functions: ["reports:topProducts"],
    loading: ["Carregando..."],
    refused: ["Erro ao carregar produtos mais vendidos"],
    empty: ["Nenhum produto vendido no período selecionado"],
  },
  {
    address: "/relatorios?aba=grupos",
    functions: ["reports:groups"],
    loading: ["Carregando..."],
    refused: ["Erro ao carregar estatísticas por grupo de WhatsApp"],
    empty: ["Nenhum dado disponível por grupo de WhatsApp"],
  },
  {
    address: "/whatsapp-templates",
    functions: ["templates:list"],
    loading: ["Carregando templates"],
    refused: ["Erro ao carregar templates"],
    empty: ["Nenhum template encontrado", "Criar Primeiro Template"],
  },
  {
    address: "/sorteio?data=2026-11-20",
    functions: ["raffle:eligible", "raffle:list"],
    loading: ["Contando os pedidos pagos…", "Carregando sorteios"],
    refused: ["Não foi possível contar os pedidos pagos. Tente de novo.", "Erro ao carregar sorteios"],
    empty: ["Não há pedidos pagos para a data selecionada", "Nenhum sorteio realizado ainda"],
  },
];
export const PANELS: readonly ScreenRow[] = [
  {
    address: "/produtos?produto=C1",
    functions: ["products:get"],
    loading: ["Carregando produtos"],
    refused: ["Erro ao carregar produto"],
    empty: ["JPEG, PNG ou WebP, até 5MB."],
  },
  {
    address: "/produtos?estoque=C1",
    functions: ["products:movements"],
    loading: ["Carregando movimentações"],
    refused: ["Erro ao carregar movimentações"],
    empty: ["Nenhuma movimentação feita à mão"],
  },
  {
    address: "/produtos?estoque=C1",
    open: (page) => page.getByRole("tab", { name: "Vendas por dia" }).click(),
    functions: ["products:sales"],
    loading: ["Carregando vendas"],
    refused: ["Erro ao carregar vendas"],
    empty: ["Peças pagas"],
  },
  {
    address: "/clientes?aba=lista",
    open: (page) => press(page, "Zilá Prado"),
    functions: ["customers:get"],
    loading: ["Carregando clientes"],
    refused: ["Erro ao carregar cliente"],
    empty: ["Dados pessoais"],
  },
  {
    address: "/clientes?aba=lista",
    open: (page) => press(page, "Zilá Prado"),
    functions: ["customers:history"],
    loading: ["Carregando pedidos"],
    refused: ["Erro ao carregar pedidos do cliente"],
    empty: ["Nenhum pedido deste cliente"],
  },
  {
    address: "/whatsapp-templates",
    open: (page) => press(page, "Editar Obrigada"),
    functions: ["templates:preview"],
    loading: ["Carregando exemplo…"],
    refused: ["Não foi possível mostrar o exemplo. Tente de novo."],
    empty: ["Exemplo com o pedido #1"],
  },
];
