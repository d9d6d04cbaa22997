import { screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { TeamTab } from "../../../../src/features/team";
import { backend, refused } from "../../support/fakeBackend";
import { showScreen } from "../../support/screen";

vi.mock("../../../../src/lib/useTenantQuery", async () => {
  const { backend: fake } = await import("../../support/fakeBackend");
  return { useTenantQuery: fake.useTenantQuery };
});
vi.mock("../../../../src/lib/useTenantMutation", async () => {
  const { backend: fake } = await import("../../support/fakeBackend");
  return { useTenantMutation: fake.useTenantMutation };
});
vi.mock("../../../../src/lib/useTenantAction", async () => {
  const { backend: fake } = await import("../../support/fakeBackend");
  return { useTenantAction: fake.useTenantAction };
});

const SINCE = Date.parse("2026-11-20T15:00:00Z");
const DONA = {
  profileId: "p-dona",
  name: "Dona",
  email: "dona@lojademo.test",
  role: "owner",
  isYou: true,
  createdAt: SINCE,
};
const ANA = {
  profileId: "p-ana",
  name: "Ana",
  email: "ana@lojademo.test",
  role: "staff",
  isYou: false,
  createdAt: SINCE,
};
const INVITE = { inviteId: "i-1", role: "staff", createdByName: "Dona", createdAt: SINCE, expiresAt: Date.now() + 9e8 };

const show = () => showScreen({ routes: [{ path: "/config", Component: TeamTab }], at: "/config" });
const rowOf = (name: RegExp) =>
  within(screen.getByRole("table", { name: "Pessoas da equipe" })).getByRole("row", { name });

beforeEach(() => {
  backend.clear();
  backend.answersWith("people:team", { members: [DONA, ANA], invites: [] });
});

async function choose(user: ReturnType<typeof show>["user"], deed: string) {
  await user.click(screen.getByRole("button", { name: "Mais ações para Ana" }));
  await user.click(await screen.findByRole("menuitem", { name: deed }));
}

describe("the team", () => {
  test("lists who works in the company, and who one is oneself", () => {
    show();
    expect(rowOf(/^Dona \(você\)/).textContent).toContain("Responsável");
    expect(rowOf(/^Ana/).textContent).toContain("Equipe");
    expect(rowOf(/^Ana/).textContent).toContain("20/11/2026");
  });

  test("loading", () => {
    backend.clear();
    show();
    expect(screen.getByRole("status", { name: "Carregando equipe" })).toBeTruthy();
  });

  test("refused to staff", () => {
    backend.refuses("people:team", refused("forbidden"));
    show();
    expect(screen.getByRole("alert").textContent).toBe("Você não tem permissão para isto");
  });

  test("alone: says what to do", () => {
    backend.answersWith("people:team", { members: [DONA], invites: [] });
    show();
    expect(screen.getByText("Só você está nesta empresa. Convide quem vende com você.")).toBeTruthy();
  });
});

describe("what an owner does with a person", () => {
  test("changes the role after a question that says what follows", async () => {
    const changeRole = backend.mutates("people:changeRole", () => Promise.resolve(null));
    const { user } = show();
    await choose(user, "Tornar responsável");
    expect(await screen.findByText(/^Ana poderá mudar configurações/)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Tornar responsável" }));
    expect(changeRole).toHaveBeenCalledWith({ profileId: "p-ana", role: "owner" });
    expect(await screen.findByText("Ana agora é responsável")).toBeTruthy();
  });

  test("removes; a refusal leaves the question open", async () => {
    const remove = backend.mutates("people:remove", () => Promise.reject(refused("last_owner")));
    const { user } = show();
    await choose(user, "Remover da equipe");
    const dialog = await screen.findByRole("alertdialog", { name: "Remover Ana" });
    expect(document.activeElement?.textContent).toBe("Cancelar");
    await user.click(within(dialog).getByRole("button", { name: "Remover Ana" }));
    expect(remove).toHaveBeenCalledWith({ profileId: "p-ana" });
    expect(await screen.findByText("A empresa precisa de pelo menos uma pessoa responsável")).toBeTruthy();
    expect(screen.getByRole("alertdialog", { name: "Remover Ana" })).toBeTruthy();
  });

  test("sets a password for staff: the reason of a refusal stands at the field", async () => {
    const answers = [() => Promise.reject(refused("weak_password")), () => Promise.resolve(null)];
    const set = backend.mutates("people:setStaffPassword", () => (answers.shift() ?? answers[0])!());
    const { user } = show();
    await choose(user, "Definir senha");
    const field = await screen.findByLabelText("Senha nova");
    expect(field.getAttribute("autocomplete")).toBe("new-password");
    await user.type(field, "123{Enter}");
    await expect
      .poll(() => document.getElementById(field.getAttribute("aria-describedby") ?? "")?.textContent)
      .toBe("A senha precisa ter de 6 a 72 caracteres");
    await user.type(field, "456{Enter}");
    expect(set).toHaveBeenLastCalledWith({ profileId: "p-ana", newPassword: "123456" });
    expect(await screen.findByText("Senha de Ana definida")).toBeTruthy();
  });

  test("no password of another owner", async () => {
    backend.answersWith("people:team", { members: [DONA, { ...ANA, role: "owner" }], invites: [] });
    const { user } = show();
    await user.click(screen.getByRole("button", { name: "Mais ações para Ana" }));
    expect(await screen.findByRole("menuitem", { name: "Tornar equipe" })).toBeTruthy();
    expect(screen.queryByRole("menuitem", { name: "Definir senha" })).toBeNull();
  });
});

describe("inviting", () => {
  test("makes a link, shown this once, whose key is never sent to a server", async () => {
    const invite = backend.mutates("people:invite", () =>
      Promise.resolve({ inviteId: "i-2", token: "chave123", expiresAt: 0 }),
    );
    const { user } = show();
    await user.click(screen.getByRole("button", { name: "Convidar pessoa" }));
    await user.click(await screen.findByRole("radio", { name: "Responsável" }));
    await user.click(screen.getByRole("button", { name: "Criar link" }));
    expect(invite).toHaveBeenCalledWith({ role: "owner" });
    const field = await screen.findByLabelText<HTMLInputElement>("Link do convite");
    expect(field.value).toBe(`${window.location.origin}/convite#chave123`);
    expect(new URL(field.value).pathname + new URL(field.value).search).toBe("/convite");
    await user.click(screen.getByRole("button", { name: "Copiar link" }));
    expect(await navigator.clipboard.readText()).toBe(field.value);
    expect(await screen.findByText("Link copiado")).toBeTruthy();
  });

  test("lists open invitations, says which have run out, and withdraws them", async () => {
    const invites = [INVITE, { ...INVITE, inviteId: "i-0", role: "owner", expiresAt: 1 }];
    backend.answersWith("people:team", { members: [DONA, ANA], invites });
    const revoke = backend.mutates("people:revokeInvite", () => Promise.resolve(null));
    const { user } = show();
    const table = screen.getByRole("table", { name: "Convites em aberto" });
    expect(within(table).getAllByText("Vencido")).toHaveLength(1);
    await user.click(within(table).getByRole("button", { name: "Cancelar convite para Responsável criado por Dona" }));
    await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Cancelar convite" }));
    expect(revoke).toHaveBeenCalledWith({ inviteId: "i-0" });
    expect(await screen.findByText("Convite cancelado")).toBeTruthy();
  });
});
