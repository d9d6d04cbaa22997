import { act, screen, within } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { TenantsTab } from "../../../../src/features/tenants";
import { backend, refused } from "../../support/fakeBackend";
import { ANA, anAuth, LOJA_DEMO, showScreen } from "../../support/screen";

vi.mock("../../../../src/lib/useLiveQuery", async () => {
  const { backend } = await import("../../support/fakeBackend");
  return { useLiveQuery: backend.useTenantQuery };
});
vi.mock("convex/react", async (original) => {
  const { backend } = await import("../../support/fakeBackend");
  return {
    ...(await original<object>()),
    useMutation: backend.useTenantMutation,
    useAction: backend.useTenantMutation,
  };
});

const BAZAR = {
  id: "tenant-bazar",
  name: "Bazar da Zélia",
  slug: "bazardazelia",
  isActive: true,
  createdAt: Date.parse("2026-11-20T12:00:00Z"),
  adminEmail: "zelia@bazar.test",
  people: 4,
};
const CHEFE = { profileId: "p-chefe", name: "Chefe", email: null, isMaster: true, isYou: true };
const OUTRA = { profileId: "p-outra", name: "Outra", email: "outra@loja.test", isMaster: false, isYou: false };
const SUPER = { ...ANA, role: "super_admin" as const, isSuperAdmin: true, tenant: null };
const MASTER = { ...SUPER, isMaster: true };
const PARADA = { ...BAZAR, id: "tenant-parada", name: "Parada", slug: "parada", isActive: false, adminEmail: null };

beforeEach(() => {
  backend.clear();
  backend.answersWith("tenants:list", [BAZAR, PARADA]);
  backend.answersWith("tenants:listActive", [{ id: "tenant-bazar", name: "Bazar da Zélia", slug: "bazardazelia" }]);
  backend.answersWith("tenants:deletions", []);
  backend.answersWith("people:superAdmins", [CHEFE, OUTRA]);
  backend.answersWith("people:withoutCompany", [
    { profileId: "p1", email: "nova@pessoa.test", name: "Nova", createdAt: BAZAR.createdAt },
  ]);
});

const show = (
  scope = { tenant: null, isTenantSite: false } as Parameters<typeof showScreen>[0]["scope"],
  profile = SUPER,
) =>
  showScreen({
    routes: [{ path: "/config", element: <TenantsTab /> }],
    at: "/config",
    auth: anAuth(profile),
    ...(scope === undefined ? {} : { scope }),
  });
const list = () => within(screen.getByRole("region", { name: "Empresas" }));
const dialog = async (name: string) => within(await screen.findByRole("dialog", { name }));
const confirmation = async (name: string) => within(await screen.findByRole("alertdialog", { name }));
const lineOf = (field: HTMLElement) =>
  document.getElementById(field.getAttribute("aria-describedby") ?? "")?.textContent ?? null;
const openCreation = async () => {
  const shown = show();
  await shown.user.click(list().getByRole("button", { name: "Nova empresa" }));
  return { ...shown, form: await dialog("Nova empresa") };
};

describe("the companies", () => {
  test("loading, and refused with 'Erro ao carregar dados: …'", async () => {
    backend.clear();
    show();
    expect(screen.getByRole("status", { name: "Carregando empresas" })).toBeTruthy();
    backend.refuses("tenants:list", refused("admin_only"));
    expect((await screen.findByRole("alert")).textContent).toBe(
      "Erro ao carregar dados: Acesso negado. Apenas super administradores podem acessar esta página.",
    );
  });

  test("none yet", () => {
    backend.answersWith("tenants:list", []);
    show();
    expect(list().getByText("Nenhuma empresa cadastrada")).toBeTruthy();
  });

  test("one card each, Ativa or Inativa", () => {
    show();
    const cards = list().getAllByRole("listitem");
    expect(
      cards.map((card) =>
        within(card)
          .getAllByRole("definition")
          .map((fact) => fact.textContent),
      ),
    ).toEqual([
      ["bazardazelia", "zelia@bazar.test", "4", "20/11/2026"],
      ["parada", "Sem conta de administrador", "4", "20/11/2026"],
    ]);
    expect(cards.map((card) => within(card).getByText(/^(Ativa|Inativa)$/).textContent)).toEqual(["Ativa", "Inativa"]);
  });
});

describe("a new company", () => {
  test("name, e-mail and password are required", async () => {
    const create = backend.mutates("tenants:create", () => Promise.resolve({}));
    const { user, form } = await openCreation();
    await user.click(form.getByRole("button", { name: "Criar" }));
    expect(lineOf(form.getByLabelText("Nome da empresa *"))).toBe("Nome da empresa é obrigatório");
    expect(lineOf(form.getByLabelText("Email do administrador *"))).toBe("Email do administrador é obrigatório");
    expect(lineOf(form.getByLabelText("Senha do administrador *"))).toBe("Senha do administrador é obrigatória");
    expect(document.activeElement).toBe(form.getByLabelText("Nome da empresa *"));
    expect(create).not.toHaveBeenCalled();
  });

  test.each([
    ["Bazar da Zélia & Filhas", "bazardazeliafilhas"],
    ["Uma loja de nome muito comprido", "umalojadenomemuitoco"],
    ["Admin", "admin2"],
  ])("'%s' would be called %s", async (name, slug) => {
    const { user, form } = await openCreation();
    await user.type(form.getByLabelText("Nome da empresa *"), name);
    expect(lineOf(form.getByLabelText("Nome da empresa *"))).toBe(
      `Identificador: ${slug}. Se já existir, recebe um número no fim.`,
    );
  });

  async function fill({ user, form }: Awaited<ReturnType<typeof openCreation>>) {
    await user.type(form.getByLabelText("Nome da empresa *"), "Bazar");
    await user.type(form.getByLabelText("Email do administrador *"), "z@bazar.test");
    await user.type(form.getByLabelText("Senha do administrador *"), "segredo");
    await user.click(form.getByRole("button", { name: "Criar" }));
  }

  test("'Empresa … criada com sucesso!'", async () => {
    const create = backend.mutates("tenants:create", () => Promise.resolve({ tenantId: "t", slug: "bazar" }));
    await fill(await openCreation());
    expect(await screen.findByText("Empresa Bazar criada com sucesso!")).toBeTruthy();
    expect(create.mock.calls).toEqual([[{ name: "Bazar", adminEmail: "z@bazar.test", adminPassword: "segredo" }]]);
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("refused: 'Erro ao criar empresa: ' with the server's message, which is at its field as well", async () => {
    backend.mutates("tenants:create", () => Promise.reject(refused("email_in_use")));
    const shown = await openCreation();
    await fill(shown);
    expect(await screen.findByText("Erro ao criar empresa: Este e-mail já está cadastrado")).toBeTruthy();
    expect(lineOf(shown.form.getByLabelText("Email do administrador *"))).toBe("Este e-mail já está cadastrado");
    expect(shown.form.getByLabelText<HTMLInputElement>("Nome da empresa *").value).toBe("Bazar");
  });
});

describe("a company that exists", () => {
  const openEdit = async () => {
    const shown = show();
    await shown.user.click(list().getByRole("button", { name: "Editar empresa Bazar da Zélia" }));
    return { ...shown, form: await dialog("Editar empresa Bazar da Zélia") };
  };

  test("its label is to read, its password blank keeps it: 'Empresa … atualizada com sucesso!'", async () => {
    const update = backend.mutates("tenants:update", () => Promise.resolve(null));
    const { user, form } = await openEdit();
    expect(form.getByLabelText<HTMLInputElement>("Identificador").readOnly).toBe(true);
    expect(form.getByLabelText<HTMLInputElement>("Identificador").value).toBe("bazardazelia");
    expect(form.getByLabelText<HTMLInputElement>("Nova senha").value).toBe("");
    await user.clear(form.getByLabelText("Nome da empresa *"));
    await user.type(form.getByLabelText("Nome da empresa *"), "Bazar 2");
    await user.click(form.getByRole("button", { name: "Atualizar" }));
    expect(await screen.findByText("Empresa Bazar 2 atualizada com sucesso!")).toBeTruthy();
    expect(update.mock.calls).toEqual([
      [
        {
          id: "tenant-bazar",
          name: "Bazar 2",
          adminEmail: "zelia@bazar.test",
          adminPassword: "",
          seen: { name: "Bazar da Zélia", adminEmail: "zelia@bazar.test" },
        },
      ],
    ]);
  });

  test("P3: a name that another super admin changes meanwhile is said at the field", async () => {
    const { user, form } = await openEdit();
    await user.clear(form.getByLabelText("Nome da empresa *"));
    await user.type(form.getByLabelText("Nome da empresa *"), "Bazar 2");
    act(() => backend.answersWith("tenants:list", [{ ...BAZAR, name: "Bazar da Z", adminEmail: "z@bazar.test" }]));
    const edited = within(screen.getByRole("dialog"));
    expect(edited.getByText("Outra pessoa mudou para Bazar da Z")).toBeTruthy();
    expect(edited.getByLabelText<HTMLInputElement>("Nome da empresa *").value).toBe("Bazar 2");
    expect(edited.getByLabelText<HTMLInputElement>("Email do administrador").value).toBe("z@bazar.test");
    await user.click(edited.getByRole("button", { name: "Usar o novo" }));
    expect(edited.getByLabelText<HTMLInputElement>("Nome da empresa *").value).toBe("Bazar da Z");
  });

  test("refused: 'Erro ao atualizar empresa: '", async () => {
    backend.mutates("tenants:update", () => Promise.reject(refused("weak_password")));
    const { user, form } = await openEdit();
    await user.type(form.getByLabelText("Nova senha"), "123");
    await user.click(form.getByRole("button", { name: "Atualizar" }));
    expect(await screen.findByText("Erro ao atualizar empresa: A senha precisa ter de 6 a 72 caracteres")).toBeTruthy();
    expect(document.activeElement).toBe(form.getByLabelText("Nova senha"));
  });

  test("is switched on at once, and off only after it is said who loses access", async () => {
    const setActive = backend.mutates("tenants:setActive", () => Promise.resolve(null));
    const { user } = show();
    await user.click(list().getByRole("switch", { name: "Empresa Parada ativa" }));
    expect(await screen.findByText("Empresa Parada ativada")).toBeTruthy();
    await user.click(list().getByRole("switch", { name: "Empresa Bazar da Zélia ativa" }));
    const asked = await confirmation("Desativar Bazar da Zélia");
    expect(asked.getByText(/^As 4 pessoas desta empresa perdem o acesso agora/)).toBeTruthy();
    expect(setActive).toHaveBeenCalledTimes(1);
    await user.click(asked.getByRole("button", { name: "Desativar Bazar da Zélia" }));
    expect(await screen.findByText("Empresa Bazar da Zélia desativada")).toBeTruthy();
    expect(setActive.mock.calls).toEqual([
      [{ id: "tenant-parada", isActive: true }],
      [{ id: "tenant-bazar", isActive: false }],
    ]);
  });
});

describe("deleting a company", () => {
  const CONSEQUENCES = {
    name: "Bazar da Zélia",
    slug: "bazardazelia",
    orders: 300,
    totalCents: 14145390,
    people: 1,
    coupons: 2,
    gifts: 0,
  };
  const openRemoval = async () => {
    backend.answersWith("tenants:consequences", CONSEQUENCES);
    const shown = show();
    await shown.user.click(list().getByRole("button", { name: "Excluir empresa Bazar da Zélia" }));
    return { ...shown, asked: await confirmation("Excluir empresa Bazar da Zélia") };
  };

  test("says what goes with it", async () => {
    const { asked } = await openRemoval();
    expect(asked.getByText("Tem certeza que deseja excluir a empresa Bazar da Zélia?")).toBeTruthy();
    expect(asked.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "300 pedidos (R$\u00a0141.453,90)",
      "1 pessoa, que perde o acesso agora",
      "2 cupons",
      "0 brindes",
      "Produtos, clientes, fotos, integrações e auditoria da empresa",
    ]);
    expect(asked.getByText("O identificador bazardazelia fica livre para outra empresa.")).toBeTruthy();
    expect(document.activeElement).toBe(asked.getByRole("button", { name: "Cancelar" }));
  });

  test("wants the label typed: 'Empresa … excluída com sucesso!', and a simulation of it ends", async () => {
    window.localStorage.setItem("previewTenantId", "tenant-bazar");
    const remove = backend.mutates("tenants:remove", () => Promise.resolve(null));
    const { user, asked } = await openRemoval();
    const field = asked.getByLabelText("Para confirmar, digite bazardazelia");
    await user.type(field, "bazar");
    await user.click(asked.getByRole("button", { name: "Excluir empresa Bazar da Zélia" }));
    expect(remove).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(field);
    expect(field.getAttribute("aria-invalid")).toBe("true");
    await user.type(field, "dazelia");
    await user.click(asked.getByRole("button", { name: "Excluir empresa Bazar da Zélia" }));
    expect(await screen.findByText("Empresa Bazar da Zélia excluída com sucesso!")).toBeTruthy();
    expect(remove.mock.calls).toEqual([[{ id: "tenant-bazar", slug: "bazardazelia" }]]);
    expect(window.localStorage.getItem("previewTenantId")).toBeNull();
  });

  test("refused: 'Erro ao excluir empresa: '", async () => {
    backend.mutates("tenants:remove", () => Promise.reject(refused("tenant_not_found")));
    const { user, asked } = await openRemoval();
    await user.type(asked.getByLabelText("Para confirmar, digite bazardazelia"), "bazardazelia");
    await user.click(asked.getByRole("button", { name: "Excluir empresa Bazar da Zélia" }));
    expect(await screen.findByText("Erro ao excluir empresa: Empresa não encontrada")).toBeTruthy();
  });

  test("shows how far the last ones are", () => {
    backend.answersWith("tenants:deletions", [
      { name: "Velha", slug: "velha", startedAt: 2, finishedAt: null, deletedRows: 40 },
      { name: "Antiga", slug: "antiga", startedAt: 1, finishedAt: BAZAR.createdAt, deletedRows: 1 },
    ]);
    show();
    const rows = within(screen.getByRole("region", { name: "Exclusões recentes" })).getAllByRole("listitem");
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      "Velha: excluindo, 40 registros apagados até agora",
      "Antiga: 1 registro apagado, concluída 20/11/2026 09:00",
    ]);
  });
});

describe("people without a company", () => {
  const people = () => within(screen.getByRole("region", { name: "Usuários sem empresa" }));

  test("none waits", () => {
    backend.answersWith("people:withoutCompany", []);
    show();
    expect(people().getByText("Nenhum usuário sem empresa")).toBeTruthy();
  });

  test("a company has to be chosen", async () => {
    const assign = backend.mutates("people:assign", () => Promise.resolve(null));
    const { user } = show();
    await user.click(people().getByRole("button", { name: "Atribuir nova@pessoa.test" }));
    expect(await screen.findByText("Escolha a empresa antes de atribuir")).toBeTruthy();
    expect(assign).not.toHaveBeenCalled();
  });

  test("are given one, with a role", async () => {
    const assign = backend.mutates("people:assign", () => Promise.resolve(null));
    const { user } = show();
    await user.click(people().getByRole("combobox", { name: "Empresa de nova@pessoa.test" }));
    await user.click(await screen.findByRole("option", { name: "Bazar da Zélia" }));
    await user.click(people().getByRole("combobox", { name: "Função de nova@pessoa.test" }));
    await user.click(await screen.findByRole("option", { name: "Responsável" }));
    await user.click(people().getByRole("button", { name: "Atribuir nova@pessoa.test" }));
    expect(await screen.findByText("nova@pessoa.test agora faz parte de Bazar da Zélia")).toBeTruthy();
    expect(assign.mock.calls).toEqual([[{ profileId: "p1", tenantId: "tenant-bazar", role: "owner" }]]);
  });

  test("refused: the server's sentence", async () => {
    const refusal = { code: "person_not_found", message: "Pessoa não encontrada" };
    backend.mutates("people:assign", () => Promise.reject(new ConvexError(refusal)));
    const { user } = show();
    await user.click(people().getByRole("combobox", { name: "Empresa de nova@pessoa.test" }));
    await user.click(await screen.findByRole("option", { name: "Parada" }));
    await user.click(people().getByRole("button", { name: "Atribuir nova@pessoa.test" }));
    expect(await screen.findByText("Pessoa não encontrada")).toBeTruthy();
  });
});

describe("the simulator", () => {
  const card = () => within(screen.getByRole("region", { name: "Simulador de empresa" }));

  test("refused: 'Erro ao carregar empresas'", async () => {
    backend.refuses("tenants:listActive", new Error("boom"));
    show();
    expect((await card().findByRole("alert")).textContent).toBe("Erro ao carregar empresas");
  });

  test("choosing a company keeps it and loads the page anew; 'main site' clears it", async () => {
    const reload = vi.fn();
    vi.stubGlobal("location", { ...window.location, reload });
    const { user, change, auth } = show();
    await user.click(card().getByRole("combobox", { name: "Empresa simulada" }));
    await user.click(await screen.findByRole("option", { name: "Bazar da Zélia" }));
    expect(window.localStorage.getItem("previewTenantId")).toBe("tenant-bazar");
    expect(reload).toHaveBeenCalledTimes(1);

    change(auth, { tenant: { ...LOJA_DEMO, name: "Loja Demo" }, isTenantSite: false });
    await user.click(card().getByRole("combobox", { name: "Empresa simulada" }));
    await user.click(await screen.findByRole("option", { name: "Nenhuma (site principal)" }));
    expect(window.localStorage.getItem("previewTenantId")).toBeNull();
    expect(reload).toHaveBeenCalledTimes(2);
    vi.unstubAllGlobals();
  });

  test("on a company's own site there is nothing to choose, and it says why", () => {
    show({ tenant: LOJA_DEMO, isTenantSite: true });
    expect(card().queryByRole("combobox")).toBeNull();
    expect(card().getByText(/Abra o site principal/)).toBeTruthy();
  });
});

describe("super admins", () => {
  const people = () => within(screen.getByRole("region", { name: "Super administradores" }));
  const rows = () =>
    people()
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent);

  test("are listed; only the master may change who they are", () => {
    show();
    expect(rows()).toEqual(["Chefe (você) Conta mestre", "Outra outra@loja.test"]);
    expect(people().queryByRole("button", { name: /^Tirar acesso/ })).toBeNull();
    expect(screen.queryByRole("button", { name: /^Tornar/ })).toBeNull();
  });

  test("loading, and refused", async () => {
    backend.refuses("people:superAdmins", refused("admin_only"));
    show();
    expect((await people().findByRole("alert")).textContent).toContain("Acesso negado.");
  });

  test("the master takes it from somebody, but not from themselves, after being asked", async () => {
    const set = backend.mutates("people:setSuperAdmin", () => Promise.resolve(null));
    const { user } = show(undefined, MASTER);
    expect(people().getAllByRole("button", { name: /^Tirar acesso/ })).toHaveLength(1);
    await user.click(people().getByRole("button", { name: "Tirar acesso de Outra" }));
    const asked = await confirmation("Tirar acesso de Outra");
    expect(asked.getByText(/^Outra deixa de ser super administrador agora, também nas telas abertas\./)).toBeTruthy();
    await user.click(asked.getByRole("button", { name: "Tirar acesso de Outra" }));
    expect(await screen.findByText("Outra não é mais super administrador")).toBeTruthy();
    expect(set.mock.calls).toEqual([[{ profileId: "p-outra", isSuperAdmin: false }]]);
  });

  test("the master gives it to somebody who waits", async () => {
    const answers = [() => Promise.reject(refused("person_not_found")), () => Promise.resolve(null)];
    const set = backend.mutates("people:setSuperAdmin", () => answers.shift()!());
    const { user } = show(undefined, MASTER);
    await user.click(screen.getByRole("button", { name: "Tornar Nova super administrador" }));
    const asked = await confirmation("Tornar Nova super administrador");
    const yes = asked.getByRole("button", { name: "Tornar Nova super administrador" });
    await user.click(yes);
    expect(await screen.findByText("Pessoa não encontrada")).toBeTruthy();
    await user.click(yes);
    expect(await screen.findByText("Nova agora é super administrador")).toBeTruthy();
    expect(set).toHaveBeenLastCalledWith({ profileId: "p1", isSuperAdmin: true });
  });
});

describe("a password for somebody", () => {
  async function openPassword() {
    const shown = show();
    await shown.user.click(screen.getByRole("button", { name: "Definir senha de uma pessoa" }));
    return { ...shown, form: await dialog("Definir senha de uma pessoa") };
  }

  test("e-mail and password are required", async () => {
    const set = backend.mutates("people:setPassword", () => Promise.resolve(null));
    const { user, form } = await openPassword();
    await user.click(form.getByRole("button", { name: "Definir senha" }));
    expect(lineOf(form.getByLabelText("E-mail da pessoa"))).toBe("Informe o e-mail");
    expect(lineOf(form.getByLabelText("Nova senha"))).toBe("Informe a nova senha");
    expect(document.activeElement).toBe(form.getByLabelText("E-mail da pessoa"));
    expect(set).not.toHaveBeenCalled();
  });

  test("is set, and says that the sessions have ended", async () => {
    const set = backend.mutates("people:setPassword", () => Promise.resolve(null));
    const { user, form } = await openPassword();
    await user.type(form.getByLabelText("E-mail da pessoa"), " joao@loja.test ");
    await user.type(form.getByLabelText("Nova senha"), "segredo-novo{Enter}");
    expect(await screen.findByText("Senha de joao@loja.test definida. As sessões dela foram encerradas.")).toBeTruthy();
    expect(set.mock.calls).toEqual([[{ email: "joao@loja.test", newPassword: "segredo-novo" }]]);
  });

  test.each([
    ["person_not_found", "E-mail da pessoa", "Pessoa não encontrada"],
    ["forbidden", "E-mail da pessoa", "Você não tem permissão para isto"],
    ["weak_password", "Nova senha", "A senha precisa ter de 6 a 72 caracteres"],
    [
      "password_not_accepted",
      "Nova senha",
      "O serviço de contas não aceita esta senha. Use 8 caracteres ou mais, e nenhuma senha conhecida.",
    ],
  ] as const)("refused with %s: at the field '%s', what was typed stays", async (code, field, sentence) => {
    backend.mutates("people:setPassword", () => Promise.reject(refused(code)));
    const { user, form } = await openPassword();
    await user.type(form.getByLabelText("E-mail da pessoa"), "joao@loja.test");
    await user.type(form.getByLabelText("Nova senha"), "123{Enter}");
    expect(await form.findByText(sentence)).toBeTruthy();
    expect(lineOf(form.getByLabelText(field))).toBe(sentence);
    expect(document.activeElement).toBe(form.getByLabelText(field));
    expect(form.getByLabelText<HTMLInputElement>("Nova senha").value).toBe("123");
  });
});
