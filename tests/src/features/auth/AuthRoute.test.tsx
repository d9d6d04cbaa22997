import { act, screen } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { Component } from "../../../../src/features/auth/AuthRoute";
import type { Auth, AuthFailure } from "../../../../src/lib/auth";
import { later } from "../../support/fakeBackend";
import { ANA, anAuth, LOJA_DEMO, showScreen } from "../../support/screen";

const MAIN_SITE = { tenant: null, isTenantSite: false };
const SHOP_SITE = { tenant: LOJA_DEMO, isTenantSite: true };

const show = (auth: Auth = anAuth(null), scope: typeof MAIN_SITE | typeof SHOP_SITE = MAIN_SITE) =>
  showScreen({ routes: [{ path: "/auth", Component }], at: "/auth", auth, scope });
const email = () => screen.getByLabelText<HTMLInputElement>("E-mail");
const password = () => screen.getByLabelText<HTMLInputElement>("Senha");
const failing = (code: AuthFailure["code"]) => vi.fn(() => Promise.resolve({ code }));

describe("signing in", () => {
  test("passes on what was typed, is busy meanwhile, and says that it worked", async () => {
    const answer = later<AuthFailure | null>();
    const signIn = vi.fn(() => answer.promise);
    const { user } = show({ ...anAuth(null), signIn });
    await user.type(email(), " ana@lojademo.test ");
    await user.type(password(), "segredo1{Enter}");
    expect(signIn).toHaveBeenCalledWith("ana@lojademo.test", "segredo1");
    const button = screen.getByRole("button", { name: "Entrando…" });
    expect(button.getAttribute("aria-busy")).toBe("true");
    await user.click(button);
    expect(signIn).toHaveBeenCalledTimes(1);
    await act(async () => {
      answer.resolve(null);
      await answer.promise;
    });
    expect(await screen.findByText("Login realizado com sucesso.")).toBeTruthy();
  });

  test("is fit for password managers", () => {
    show();
    expect([email().type, email().name, email().autocomplete]).toEqual(["email", "email", "username"]);
    expect([password().type, password().autocomplete]).toEqual(["password", "current-password"]);
  });

  test.each<[AuthFailure["code"], string]>([
    ["invalid_credentials", "E-mail ou senha incorretos"],
    ["too_many_attempts", "Muitas tentativas. Aguarde alguns minutos e tente de novo."],
    ["unknown", "Verifique suas credenciais."],
  ])("%s: 'Erro ao entrar' and '%s'", async (code, message) => {
    const { user } = show({ ...anAuth(null), signIn: failing(code) });
    await user.type(email(), "ana@lojademo.test");
    await user.type(password(), "errada{Enter}");
    expect(await screen.findByText("Erro ao entrar")).toBeTruthy();
    expect((await screen.findByRole("alert")).textContent).toBe(message);
    expect(password().value).toBe("errada");
  });

  test("wrong credentials stand at the password, which has the focus", async () => {
    const { user } = show({ ...anAuth(null), signIn: failing("invalid_credentials") });
    await user.type(email(), "ana@lojademo.test");
    await user.type(password(), "errada{Enter}");
    await expect.poll(() => password().getAttribute("aria-invalid")).toBe("true");
    const line = document.getElementById(password().getAttribute("aria-describedby") ?? "");
    expect(line?.textContent).toBe("E-mail ou senha incorretos");
    expect(document.activeElement).toBe(password());
  });

  test("empty fields are not sent", async () => {
    const auth = anAuth(null);
    const { user } = show(auth);
    await user.click(screen.getByRole("button", { name: "Entrar" }));
    expect(screen.getByText("Informe o e-mail")).toBeTruthy();
    await user.type(email(), "ana@lojademo.test{Enter}");
    expect(screen.getByText("Informe a senha")).toBeTruthy();
    expect(auth.signIn).not.toHaveBeenCalled();
  });
});

describe("the rest of the sign-in", () => {
  test("while the profile loads: nothing", () => {
    show(anAuth(null, "loading"));
    expect(screen.queryByLabelText("E-mail")).toBeNull();
    expect(screen.queryByRole("heading")).toBeNull();
  });

  test("on a company's site that is not known: 'Empresa não identificada. Recarregue a página.'", async () => {
    const auth = anAuth(null);
    const { user } = showScreen({
      routes: [{ path: "/auth", Component }],
      at: "/auth",
      auth,
      scope: { tenant: null, isTenantSite: true },
    });
    await user.type(email(), "ana@lojademo.test");
    await user.type(password(), "segredo1{Enter}");
    expect((await screen.findByRole("alert")).textContent).toBe("Empresa não identificada. Recarregue a página.");
    expect(auth.signIn).not.toHaveBeenCalled();
  });

  test("the recovery is offered on a company's site too, and the way back keeps the e-mail", async () => {
    const auth = anAuth(null);
    const { user } = show(auth, SHOP_SITE);
    await user.type(email(), "ana@lojademo.test");
    await user.click(screen.getByRole("button", { name: "Corrigir automaticamente" }));
    expect(email().value).toBe("ana@lojademo.test");
    expect(document.activeElement).toBe(email());
    await user.click(screen.getByRole("button", { name: "Voltar para Entrar" }));
    expect(email().value).toBe("ana@lojademo.test");
    expect(auth.requestRecovery).not.toHaveBeenCalled();
  });

  test.each<[AuthFailure["code"], string]>([
    ["invalid_email", "E-mail inválido"],
    ["too_many_attempts", "Muitas tentativas. Aguarde alguns minutos e tente de novo."],
    ["unknown", "Não foi possível corrigir o login. Tente de novo."],
  ])("asking for a code, %s: 'Falha ao corrigir login' and '%s'", async (code, message) => {
    const { user } = show({ ...anAuth(null), requestRecovery: failing(code) });
    await user.click(screen.getByRole("button", { name: "Corrigir automaticamente" }));
    await user.type(email(), "ana@lojademo.test{Enter}");
    expect(await screen.findByText(/^Falha ao corrigir login/)).toBeTruthy();
    expect((await screen.findByRole("alert")).textContent).toBe(message);
  });
});

describe("signing up", () => {
  test("is the other mode of the main site", async () => {
    const auth = anAuth(null);
    const { user } = show(auth);
    await user.click(screen.getByRole("button", { name: "Criar conta" }));
    expect(screen.getByRole("heading", { level: 1, name: "Criar conta" })).toBeTruthy();
    expect(password().autocomplete).toBe("new-password");
    await user.type(email(), "nova@lojademo.test");
    await user.type(password(), "segredo1{Enter}");
    expect(auth.signUp).toHaveBeenCalledWith("nova@lojademo.test", "segredo1");
    expect(await screen.findByText("Cadastro realizado!")).toBeTruthy();
  });

  test.each<[AuthFailure["code"], string, string]>([
    ["email_in_use", "E-mail", "Este e-mail já está cadastrado"],
    ["invalid_email", "E-mail", "E-mail inválido"],
    ["weak_password", "Senha", "A senha precisa ter de 6 a 72 caracteres"],
  ])("%s: 'Erro no cadastro', and the reason at the field %s", async (code, field, message) => {
    const { user } = show({ ...anAuth(null), signUp: failing(code) });
    await user.click(screen.getByRole("button", { name: "Criar conta" }));
    await user.type(email(), "nova");
    await user.type(password(), "123{Enter}");
    expect(await screen.findByText("Erro no cadastro")).toBeTruthy();
    const input = screen.getByLabelText(field);
    expect(document.getElementById(input.getAttribute("aria-describedby") ?? "")?.textContent).toBe(message);
    expect(document.activeElement).toBe(input);
  });

  test("does not exist on a company's site", () => {
    show(anAuth(null), SHOP_SITE);
    expect(screen.getByRole("button", { name: "Entrar" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Criar conta" })).toBeNull();
  });
});

describe("who is signed in already", () => {
  test("goes to the start", () => {
    show(anAuth(ANA));
    expect(screen.getByText("elsewhere: /")).toBeTruthy();
  });

  test("a stranger to the company stays", () => {
    show(anAuth({ ...ANA, tenant: null }), SHOP_SITE);
    expect(email()).toBeTruthy();
  });
});
