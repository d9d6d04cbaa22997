import type { Page } from "playwright-core";
import { press, says } from "./screenStates";

/** What people try on the staff screens that does not go through, and what they are told. */

const type = (page: Page, label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text);

/** One thing after the other on one screen: which functions fail, what is done, what is said of it. */
export interface Attempt {
  readonly broken?: readonly string[];
  readonly act: (page: Page) => Promise<unknown>;
  readonly says: string;
}

async function fillCustomer(page: Page, phone: string, name: string): Promise<void> {
  await type(page, "Telefone", phone);
  await type(page, "Nome completo", name);
  await press(page, "Cadastrar");
}

/** Asked whether to delete, one says yes; where that fails the question stays. */
async function askAndConfirm(page: Page, asking: string, confirming = asking): Promise<void> {
  await press(page, asking);
  await page.getByRole("alertdialog").getByRole("button", { name: confirming, exact: true }).press("Enter");
}

const BULK: readonly Attempt[] = [
  { act: (page) => press(page, "Imprimir selecionados (0)"), says: "Selecione pelo menos um pedido para imprimir" },
  {
    act: (page) => press(page, "Marcar como impresso"),
    says: "Selecione pelo menos um pedido para marcar como impresso",
  },
  { act: (page) => press(page, "Excluir selecionados (0)"), says: "Selecione pelo menos um pedido para deletar" },
  { act: (page) => press(page, "Exportar CSV"), says: "Selecione pelo menos um pedido para exportar" },
  {
    broken: ["orders:setPrinted"],
    act: (page) => press(page, "Pedido 1 impresso"),
    says: "Erro ao alterar status de impressão",
  },
  {
    broken: ["orders:setPrinted"],
    act: async (page) => {
      await page.getByRole("checkbox", { name: "Selecionar pedido 1" }).press("Space");
      await press(page, "Marcar como impresso");
    },
    says: "Erro ao marcar pedidos como impressos",
  },
  {
    broken: ["orders:slips"],
    act: (page) => press(page, "Imprimir selecionados (1)"),
    says: "Não foi possível preparar a impressão. Tente de novo.",
  },
  {
    act: async (page) => {
      await page.evaluate(() => {
        // A browser inside another app: it prints nothing itself, and lets no window open.
        window.print = () => undefined;
        window.open = () => null;
      });
      await press(page, "Imprimir selecionados (1)");
    },
    says: "O navegador bloqueou a janela de impressão. Permita pop-ups para este site.",
  },
  {
    broken: ["orders:remove"],
    act: (page) => askAndConfirm(page, "Excluir selecionados (1)", "Excluir 1 pedido"),
    says: "Erro ao deletar pedidos",
  },
];

const PRODUCT: readonly Attempt[] = [
  { act: (page) => press(page, "Cadastrar"), says: "Preencha todos os campos obrigatórios" },
  {
    act: (page) =>
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
    act: async (page) => {
      await type(page, "Código", "C2");
      await type(page, "Nome", "Blusa");
      await type(page, "Preço", "10");
      await press(page, "Cadastrar");
    },
    says: "Erro ao salvar produto",
  },
];

const CUSTOMER: readonly Attempt[] = [
  { act: (page) => press(page, "Cadastrar"), says: "Informe telefone e nome completo" },
  { act: (page) => fillCustomer(page, "123", "Ana"), says: "Telefone inválido" },
  { act: (page) => fillCustomer(page, "11 98888-7777", "Outra"), says: "Cliente já cadastrado com este telefone" },
  {
    broken: ["customers:create"],
    act: (page) => fillCustomer(page, "11 96666-5555", "Ana"),
    says: "Erro ao cadastrar cliente",
  },
];

const CUSTOMERS: readonly Attempt[] = [
  {
    broken: ["customers:remove"],
    act: (page) => askAndConfirm(page, "Excluir cliente Zilá Prado"),
    says: "Erro ao excluir cliente",
  },
  {
    broken: ["customers:update"],
    act: async (page) => {
      await page.keyboard.press("Escape");
      await press(page, "Editar cliente Zilá Prado");
      await type(page, "Nome", "Zilá Prado Lima");
      await press(page, "Atualizar");
    },
    says: "Erro ao atualizar cliente",
  },
];

const TEMPLATES: readonly Attempt[] = [
  {
    broken: ["templates:remove"],
    act: (page) => askAndConfirm(page, "Excluir Obrigada"),
    says: "Erro ao excluir template",
  },
  {
    act: async (page) => {
      await page.keyboard.press("Escape");
      await press(page, "Novo Template");
      await press(page, "Criar");
    },
    says: "Tipo e conteúdo são obrigatórios",
  },
];

const TEMPLATE: readonly Attempt[] = [
  {
    broken: ["templates:update"],
    act: async (page) => {
      await press(page, "Editar Obrigada");
      await type(page, "Conteúdo", "Oi");
      await press(page, "Atualizar");
    },
    says: "Erro ao salvar template",
  },
  {
    act: async (page) => {
      await press(page, "Continuar editando");
      await press(page, "Atualizar");
    },
    says: "Template atualizado com sucesso",
  },
];

const RAFFLE: readonly Attempt[] = [
  {
    broken: ["raffle:draw"],
    act: async (page) => {
      await says(page, "1 pedido pago participa").waitFor();
      await press(page, "Realizar Sorteio");
    },
    says: "Erro ao realizar sorteio",
  },
  { act: (page) => press(page, "Realizar Sorteio"), says: "Sorteio Realizado!" },
];

/** By screen, because a new page costs more than what is tried on it. */
export const ATTEMPTS: readonly { readonly address: string; readonly attempts: readonly Attempt[] }[] = [
  { address: "/pedidos", attempts: BULK },
  { address: "/produtos?novo=sim", attempts: PRODUCT },
  {
    address: "/produtos",
    attempts: [
      {
        broken: ["products:remove"],
        act: (page) => askAndConfirm(page, "Excluir produto C1"),
        says: "Erro ao excluir produto",
      },
    ],
  },
  { address: "/clientes?aba=cadastro", attempts: CUSTOMER },
  { address: "/clientes?aba=lista", attempts: CUSTOMERS },
  {
    address: "/clientes",
    attempts: [{ act: (page) => press(page, "Acessar Relatórios"), says: "Funcionalidade em breve" }],
  },
  { address: "/whatsapp-templates", attempts: TEMPLATES },
  { address: "/whatsapp-templates?de-novo", attempts: TEMPLATE },
  {
    address: "/sorteio",
    attempts: [{ act: (page) => press(page, "Realizar Sorteio"), says: "Selecione a data do evento" }],
  },
  { address: "/sorteio?data=2026-11-20", attempts: RAFFLE },
];
