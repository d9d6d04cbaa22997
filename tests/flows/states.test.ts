import { ConvexHttpClient } from "convex/browser";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, it } from "vitest";
import { api } from "../../convex/_generated/api";
import { launchBrowser } from "../support/browser";
import { startInstallation, type Installation } from "../support/installation";
import { StaffMember } from "../support/staffPages";
import { Wire } from "../support/wire";

/**
 * What the staff screens say while they load, when they are refused, and when there is nothing yet: in a real browser, in a
 * company that has nothing, with the wire to the real backend held back or cut.
 */

const OWNER = { adminEmail: "dona@vazia.test", adminPassword: "Segredo-da-loja-7" };

let shop: Installation;
let browser: Browser;
let page: Page;
let wire: Wire;

beforeAll(async () => {
  [shop, browser] = await Promise.all([startInstallation(), launchBrowser()]);
  const master = await clientOf("master@lojademo.test", shop.password);
  await master.action(api.tenants.create, { name: "Loja Vazia", ...OWNER });
  const owner = await StaffMember.signIn(browser, shop.url, OWNER.adminEmail, OWNER.adminPassword);
  page = owner.page;
  page.setDefaultTimeout(20_000);
  await page.emulateMedia({ reducedMotion: "reduce" });
  wire = await Wire.of(page.context());
  await page.goto(`${shop.url}/pedidos`);
});

afterAll(async () => {
  await browser?.close();
  await shop?.dispose();
});

/** One that went wrong leaves the next a wire that works. */
afterEach(() => {
  wire.mend();
  wire.release();
});

async function clientOf(email: string, password: string): Promise<ConvexHttpClient> {
  const client = new ConvexHttpClient(shop.url, { logger: false });
  const params = { email, password, flow: "signIn" };
  const { tokens } = await client.action(api.auth.signIn, { provider: "password", params });
  if (tokens === undefined || tokens === null) throw new Error(`${email} should be able to sign in`);
  client.setAuth(tokens.token);
  return client;
}

/** As a link does it, without a new page: a screen is asked for as often as there are states to see. */
async function go(address: string): Promise<void> {
  await page.evaluate((to) => {
    window.history.pushState({}, "", to);
    window.dispatchEvent(new PopStateEvent("popstate"));
  }, address);
}

/** To a screen that asks none of these questions, so that they are asked anew. */
async function leave(): Promise<void> {
  await go("/");
  await page.getByRole("heading", { name: "Sistema de Vendas" }).waitFor();
}

/** By its words, or where it has none to see, by its name. */
const says = (words: string) =>
  page
    .getByText(words, { exact: true })
    .or(page.getByLabel(words, { exact: true }))
    .first();

async function expectAll(words: readonly string[]): Promise<void> {
  for (const each of words) await says(each).waitFor();
}

interface ScreenRow {
  readonly address: string;
  /** What is pressed there; nothing where the address shows it. */
  readonly open?: () => Promise<void>;
  readonly functions: readonly string[];
  readonly loading: readonly string[];
  readonly refused: readonly string[];
  readonly empty: readonly string[];
}

const SCREENS: readonly ScreenRow[] = [
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

async function showsItsStates({ address, open, functions, loading, refused, empty }: ScreenRow): Promise<void> {
  wire.hold(...functions);
  wire.break(...functions);
  await go(address);
  await open?.();
  await expectAll(loading);
  wire.release();
  await expectAll(refused);
  wire.mend();
  await leave();
  await go(address);
  await open?.();
  await expectAll(empty);
  for (const each of refused) await says(each).waitFor({ state: "detached" });
  await leave();
}

describe("a company that has nothing yet", () => {
  it.each(SCREENS)("$address says that it loads, why it could not, and that there is nothing", showsItsStates);
});

/** One of everything: a product, a customer who has bought nothing, an order that is paid, a text for messages. */
async function fill(): Promise<void> {
  const owner = await clientOf(OWNER.adminEmail, OWNER.adminPassword);
  const tenantId = (await owner.query(api.profiles.me, {})).tenant?.id;
  if (tenantId === undefined) throw new Error("the company should be there");
  const made = { tenantId, code: "C1", name: "Saia Midi", priceCents: 5000, stock: 9 };
  const { productId } = await owner.mutation(api.products.create, made);
  await owner.mutation(api.customers.create, { tenantId, phone: "11 98888-7777", name: "Zilá Prado" });
  const sale = { productId, phone: "11 97777-6666", quantity: 1, eventDate: "2026-11-20" };
  const launchId = "00000000-0000-4000-8000-000000000001";
  const { orderId } = await owner.mutation(api.manualSales.launch, { tenantId, launchId, ...sale });
  await owner.mutation(api.orders.setPaid, { tenantId, orderIds: [orderId], isPaid: true });
  await owner.mutation(api.templates.create, { tenantId, type: "PAID_ORDER", title: "Obrigada", content: "Oi {nome}" });
}

/** By the keyboard, which also reaches what only looks disabled. */
const press = (name: string) => page.getByRole("button", { name, exact: true }).last().press("Enter");
const type = (label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text);

const PANELS: readonly ScreenRow[] = [
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
    open: () => page.getByRole("tab", { name: "Vendas por dia" }).click(),
    functions: ["products:sales"],
    loading: ["Carregando vendas"],
    refused: ["Erro ao carregar vendas"],
    empty: ["Peças pagas"],
  },
  {
    address: "/clientes?aba=lista",
    open: () => press("Zilá Prado"),
    functions: ["customers:get"],
    loading: ["Carregando clientes"],
    refused: ["Erro ao carregar cliente"],
    empty: ["Dados pessoais"],
  },
  {
    address: "/clientes?aba=lista",
    open: () => press("Zilá Prado"),
    functions: ["customers:history"],
    loading: ["Carregando pedidos"],
    refused: ["Erro ao carregar pedidos do cliente"],
    empty: ["Nenhum pedido deste cliente"],
  },
  {
    address: "/whatsapp-templates",
    open: () => press("Editar Obrigada"),
    functions: ["templates:preview"],
    loading: ["Carregando exemplo…"],
    refused: ["Não foi possível mostrar o exemplo. Tente de novo."],
    empty: ["Exemplo com o pedido #1"],
  },
];

/** One thing after the other on one screen: which functions fail, what is done, what is said of it. */
interface Attempt {
  readonly broken?: readonly string[];
  readonly act: () => Promise<unknown>;
  readonly says: string;
}

async function fillCustomer(phone: string, name: string): Promise<void> {
  await type("Telefone", phone);
  await type("Nome completo", name);
  await press("Cadastrar");
}

/** Asked whether to delete, one says yes; where that fails the question stays. */
async function askAndConfirm(asking: string, confirming = asking): Promise<void> {
  await press(asking);
  await page.getByRole("alertdialog").getByRole("button", { name: confirming, exact: true }).press("Enter");
}

const BULK: readonly Attempt[] = [
  { act: () => press("Imprimir selecionados (0)"), says: "Selecione pelo menos um pedido para imprimir" },
  { act: () => press("Marcar como impresso"), says: "Selecione pelo menos um pedido para marcar como impresso" },
  { act: () => press("Excluir selecionados (0)"), says: "Selecione pelo menos um pedido para deletar" },
  { act: () => press("Exportar CSV"), says: "Selecione pelo menos um pedido para exportar" },
  {
    broken: ["orders:setPrinted"],
    act: () => press("Pedido 1 impresso"),
    says: "Erro ao alterar status de impressão",
  },
  {
    broken: ["orders:setPrinted"],
    act: async () => {
      await page.getByRole("checkbox", { name: "Selecionar pedido 1" }).press("Space");
      await press("Marcar como impresso");
    },
    says: "Erro ao marcar pedidos como impressos",
  },
  {
    broken: ["orders:slips"],
    act: () => press("Imprimir selecionados (1)"),
    says: "Não foi possível preparar a impressão. Tente de novo.",
  },
  {
    act: async () => {
      await page.evaluate(() => {
        // A browser inside another app: it prints nothing itself, and lets no window open.
        window.print = () => undefined;
        window.open = () => null;
      });
      await press("Imprimir selecionados (1)");
    },
    says: "O navegador bloqueou a janela de impressão. Permita pop-ups para este site.",
  },
  {
    broken: ["orders:remove"],
    act: () => askAndConfirm("Excluir selecionados (1)", "Excluir 1 pedido"),
    says: "Erro ao deletar pedidos",
  },
];

const PRODUCT: readonly Attempt[] = [
  { act: () => press("Cadastrar"), says: "Preencha todos os campos obrigatórios" },
  {
    act: () =>
      page.locator("input[type=file]").evaluate((field: HTMLInputElement) => {
        const chosen = new DataTransfer();
        chosen.items.add(new File([new Uint8Array(6 * 1024 * 1024)], "grande.png", { type: "image/png" }));
        field.files = chosen.files;
        field.dispatchEvent(new Event("change", { bubbles: true }));
      }),
    says: "Arquivo muito grande. Máximo 5MB.",
  },
  {
    broken: ["products:create"],
    act: async () => {
      await type("Código", "C2");
      await type("Nome", "Blusa");
      await type("Preço", "10");
      await press("Cadastrar");
    },
    says: "Erro ao salvar produto",
  },
];

const CUSTOMER: readonly Attempt[] = [
  { act: () => press("Cadastrar"), says: "Informe telefone e nome completo" },
  { act: () => fillCustomer("123", "Ana"), says: "Telefone inválido" },
  { act: () => fillCustomer("11 98888-7777", "Outra"), says: "Cliente já cadastrado com este telefone" },
  {
    broken: ["customers:create"],
    act: () => fillCustomer("11 96666-5555", "Ana"),
    says: "Erro ao cadastrar cliente",
  },
];

const CUSTOMERS: readonly Attempt[] = [
  {
    broken: ["customers:remove"],
    act: () => askAndConfirm("Excluir cliente Zilá Prado"),
    says: "Erro ao excluir cliente",
  },
  {
    broken: ["customers:update"],
    act: async () => {
      await page.keyboard.press("Escape");
      await press("Editar cliente Zilá Prado");
      await type("Nome", "Zilá Prado Lima");
      await press("Atualizar");
    },
    says: "Erro ao atualizar cliente",
  },
];

const TEMPLATES: readonly Attempt[] = [
  { broken: ["templates:remove"], act: () => askAndConfirm("Excluir Obrigada"), says: "Erro ao excluir template" },
  {
    act: async () => {
      await page.keyboard.press("Escape");
      await press("Novo Template");
      await press("Criar");
    },
    says: "Tipo e conteúdo são obrigatórios",
  },
];

const TEMPLATE: readonly Attempt[] = [
  {
    broken: ["templates:update"],
    act: async () => {
      await press("Editar Obrigada");
      await type("Conteúdo", "Oi");
      await press("Atualizar");
    },
    says: "Erro ao salvar template",
  },
  {
    act: async () => {
      await press("Continuar editando");
      await press("Atualizar");
    },
    says: "Template atualizado com sucesso",
  },
];

const RAFFLE: readonly Attempt[] = [
  {
    broken: ["raffle:draw"],
    act: async () => {
      await says("1 pedido pago participa").waitFor();
      await press("Realizar Sorteio");
    },
    says: "Erro ao realizar sorteio",
  },
  { act: () => press("Realizar Sorteio"), says: "Sorteio Realizado!" },
];

/** By screen, because a new page costs more than what is tried on it. */
const ATTEMPTS: readonly { readonly address: string; readonly attempts: readonly Attempt[] }[] = [
  { address: "/pedidos", attempts: BULK },
  { address: "/produtos?novo=sim", attempts: PRODUCT },
  {
    address: "/produtos",
    attempts: [
      {
        broken: ["products:remove"],
        act: () => askAndConfirm("Excluir produto C1"),
        says: "Erro ao excluir produto",
      },
    ],
  },
  { address: "/clientes?aba=cadastro", attempts: CUSTOMER },
  { address: "/clientes?aba=lista", attempts: CUSTOMERS },
  {
    address: "/clientes",
    attempts: [{ act: () => press("Acessar Relatórios"), says: "Funcionalidade em breve" }],
  },
  { address: "/whatsapp-templates", attempts: TEMPLATES },
  { address: "/whatsapp-templates?de-novo", attempts: TEMPLATE },
  { address: "/sorteio", attempts: [{ act: () => press("Realizar Sorteio"), says: "Selecione a data do evento" }] },
  { address: "/sorteio?data=2026-11-20", attempts: RAFFLE },
];

describe("a company that has one of everything", () => {
  beforeAll(fill);

  it.each(PANELS)("$address, opened: says that it loads, why it could not, and what there is", showsItsStates);

  it.each(ATTEMPTS)("$address says what is missing and what failed", async ({ address, attempts }) => {
    // A new page, and one without a history: no messages and no half-filled forms of what was tried before.
    await page.evaluate(() => window.history.replaceState(null, "", "/"));
    await page.goto(`${shop.url}${address}`);
    for (const { broken = [], act, says: words } of attempts) {
      wire.break(...broken);
      await act();
      await says(words).waitFor();
      wire.mend();
    }
  });
});
