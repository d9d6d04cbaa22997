import { screen } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { Component } from "../../../../src/features/invite/InviteRoute";
import type { Auth } from "../../../../src/lib/auth";
import { refused } from "../../support/fakeBackend";
import { ANA, anAuth, showScreen } from "../../support/screen";

interface Server {
  card: unknown;
  asked: string;
  readonly accept: ReturnType<typeof vi.fn>;
}

const server = vi.hoisted((): Server => ({ card: undefined, asked: "", accept: vi.fn() }));
vi.mock("convex/react", async (original) => ({
  ...(await original<object>()),
  useQueries: ({ card }: { card: { args: { token: string } } }) => {
    server.asked = card.args.token;
    return { card: server.card };
  },
  useMutation: () => server.accept,
}));

const CARD = { tenantName: "Loja Demo", tenantSlug: "lojademo", role: "staff", expiresAt: Date.now() + 9e8 };
const WITHOUT_COMPANY = { ...ANA, tenant: null };

beforeEach(() => {
  server.card = CARD;
  server.accept.mockReset().mockResolvedValue({ tenantId: "tenant-demo", slug: "lojademo" });
});
const show = (auth: Auth) =>
  showScreen({
    routes: [{ path: "/convite", Component }],
    at: "/convite#chave123",
    auth,
    scope: { tenant: null, isTenantSite: false },
  });

describe("an invitation", () => {
  test("is asked for with the key behind '#'", () => {
    show(anAuth(null));
    expect(server.asked).toBe("chave123");
    expect(screen.getByText("Loja Demo convida você para a equipe.")).toBeTruthy();
  });

  test("signed out: who signs up here joins at once", async () => {
    const auth = anAuth(null);
    const { user, router, change } = show(auth);
    await user.type(screen.getByLabelText("E-mail"), "nova@lojademo.test");
    await user.type(screen.getByLabelText("Senha"), "segredo1{Enter}");
    expect(auth.signUp).toHaveBeenCalledWith("nova@lojademo.test", "segredo1");
    expect(server.accept).not.toHaveBeenCalled();
    change(anAuth(null, "loading"));
    change(anAuth(WITHOUT_COMPANY));
    expect(await screen.findByText("Você agora faz parte da equipe de Loja Demo")).toBeTruthy();
    expect(server.accept).toHaveBeenCalledWith({ token: "chave123" });
    expect(server.accept).toHaveBeenCalledTimes(1);
    await expect.poll(() => router.state.location.pathname).toBe("/");
  });

  test("who has an account signs in with it, keeping what was typed", async () => {
    const { user } = show(anAuth(null));
    await user.type(screen.getByLabelText("E-mail"), "ana@lojademo.test");
    await user.click(screen.getByRole("button", { name: "Entrar" }));
    expect(screen.getByLabelText<HTMLInputElement>("E-mail").value).toBe("ana@lojademo.test");
    expect(screen.getByLabelText<HTMLInputElement>("Senha").autocomplete).toBe("current-password");
  });

  test("already signed in: joins by a press; a refusal says why and leaves the way open", async () => {
    server.accept.mockRejectedValueOnce(refused("invite_not_found"));
    const { user, router } = show(anAuth(WITHOUT_COMPANY));
    expect(screen.getByText("Você está conectado como ana@lojademo.test.")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Entrar na equipe de Loja Demo" }));
    expect((await screen.findByRole("alert")).textContent).toBe("Convite inválido ou vencido");
    await user.click(screen.getByRole("button", { name: "Entrar na equipe de Loja Demo" }));
    await expect.poll(() => router.state.location.pathname).toBe("/");
  });

  test("who belongs to a company already is told so and may change the account", async () => {
    const auth = anAuth(ANA);
    const { user } = show(auth);
    expect(screen.getByRole("alert").textContent).toBe("Sua conta já está ligada a uma empresa");
    await user.click(screen.getByRole("button", { name: "Entrar com outra conta" }));
    expect(auth.signOut).toHaveBeenCalledTimes(1);
    expect(server.accept).not.toHaveBeenCalled();
  });

  test.each([
    ["used or withdrawn", null],
    ["run out", { ...CARD, expiresAt: 1 }],
  ])("%s: 'Convite inválido ou vencido'", (_what, card) => {
    server.card = card;
    show(anAuth(null));
    expect(screen.getByText(/^Convite inválido ou vencido/)).toBeTruthy();
    expect(screen.queryByLabelText("E-mail")).toBeNull();
  });

  test("loading", () => {
    server.card = undefined;
    show(anAuth(null));
    expect(screen.getByRole("status", { name: "Carregando convite" })).toBeTruthy();
  });
});
