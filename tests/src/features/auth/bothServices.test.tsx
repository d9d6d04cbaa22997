import { Theme } from "@radix-ui/themes";
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useSyncExternalStore, type ReactNode } from "react";
import { createMemoryRouter, Outlet, RouterProvider } from "react-router-dom";
import { Toaster } from "sonner";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { AccountDialog } from "../../../../src/features/auth/AccountDialog";
import { Component as AuthRoute } from "../../../../src/features/auth/AuthRoute";
import { useAuth, type Auth } from "../../../../src/lib/auth";
import { ClerkSession } from "../../../../src/lib/ClerkSession";
import { ConvexAuthSession } from "../../../../src/lib/ConvexAuthSession";
import { readStored, writeStored } from "../../../../src/lib/localStore";
import { TenantContext } from "../../../../src/lib/tenant";
import { Accounts, FakeClerk, FakeConvex } from "../../support/accounts";

/**
 * The same sign-in flows over both services: our own accounts with the real library over a stand-in backend, and Clerk's
 * real library over the stand-in object.
 */

const live = vi.hoisted(() => ({ convex: null as FakeConvex | null, accounts: null as Accounts | null }));
vi.mock("convex/react", async (original) => ({
  ...(await original<object>()),
  useQueries: (requests: object) => {
    const me = useSyncExternalStore(
      (listener) => live.accounts?.subscribe(listener) ?? (() => {}),
      () => live.convex?.me(),
    );
    return "me" in requests ? { me } : {};
  },
  useMutation: () => () => Promise.resolve(null),
}));

let accounts: Accounts;
let convex: FakeConvex;
let auth: Auth;

beforeEach(() => {
  accounts = new Accounts();
  convex = new FakeConvex(accounts);
  Object.assign(live, { accounts, convex });
  accounts.add("ana@lojademo.test", "segredo1");
});

function Frame() {
  auth = useAuth();
  return (
    <>
      <p>{`${auth.status}: ${auth.email ?? "ninguém"}`}</p>
      <Outlet />
    </>
  );
}

const SERVICES = [
  {
    service: "our own accounts",
    wrap: (children: ReactNode) => <ConvexAuthSession client={convex.client}>{children}</ConvexAuthSession>,
  },
  {
    service: "Clerk",
    wrap: (children: ReactNode) => (
      <ClerkSession
        client={convex.client}
        publishableKey="pk_test_bG9qYS1kZW1vLmNsZXJrLmFjY291bnRzLmRldiQ"
        clerk={new FakeClerk(accounts).standIn}
      >
        {children}
      </ClerkSession>
    ),
  },
];

describe.each(SERVICES)("with $service", ({ service, wrap }) => {
  async function open(path = "/auth") {
    const router = createMemoryRouter(
      [
        {
          element: <Frame />,
          children: [
            { path: "/", element: <p>início</p> },
            { path: "/auth", Component: AuthRoute },
            { path: "/conta", element: <AccountDialog onClose={() => {}} /> },
          ],
        },
      ],
      { initialEntries: [path] },
    );
    render(
      <Theme>
        {wrap(
          <TenantContext value={{ tenant: null, isTenantSite: false }}>
            <RouterProvider router={router} />
          </TenantContext>,
        )}
        <Toaster />
      </Theme>,
    );
    await waitFor(() => expect(screen.queryByText(/^(signedOut|signedIn): /)).toBeTruthy());
    return { user: userEvent.setup(), router };
  }
  const isThere = (email: string) => screen.findByText(`signedIn: ${email}`);
  const isNobody = () => screen.findByText("signedOut: ninguém");

  async function signedIn() {
    const page = await open();
    await page.user.type(screen.getByLabelText("E-mail"), "ana@lojademo.test");
    await page.user.type(screen.getByLabelText("Senha"), "segredo1{Enter}");
    await isThere("ana@lojademo.test");
    return page;
  }

  test("signing in: 'Login realizado com sucesso.', with the profile, at the start", async () => {
    await signedIn();
    expect(await screen.findByText(/^Login realizado com sucesso\./)).toBeTruthy();
    expect(await screen.findByText("início")).toBeTruthy();
    expect(auth.profile?.role).toBe("staff");
  });

  test.each([
    ["a wrong password", "ana@lojademo.test"],
    ["an unknown e-mail", "ninguem@lojademo.test"],
  ])("%s: 'Erro ao entrar', 'E-mail ou senha incorretos'", async (_what, email) => {
    const { user } = await open();
    await user.type(screen.getByLabelText("E-mail"), email);
    await user.type(screen.getByLabelText("Senha"), "errada1{Enter}");
    expect(await screen.findByText(/^Erro ao entrar/)).toBeTruthy();
    expect((await screen.findByRole("alert")).textContent).toBe("E-mail ou senha incorretos");
    expect(auth.status).toBe("signedOut");
  });

  test("signing up: 'Cadastro realizado!', signed in, without a company", async () => {
    const { user } = await open();
    await user.click(screen.getByRole("button", { name: "Criar conta" }));
    await user.type(screen.getByLabelText("E-mail"), "nova@lojademo.test");
    await user.type(screen.getByLabelText("Senha"), "segredo2{Enter}");
    if (service === "Clerk") {
      await user.type(await screen.findByLabelText("Código enviado por e-mail"), "000000{Enter}");
      expect((await screen.findByRole("alert")).textContent).toBe("Código inválido ou vencido");
      await user.clear(screen.getByLabelText("Código enviado por e-mail"));
      await user.type(screen.getByLabelText("Código enviado por e-mail"), "424242{Enter}");
    }
    await isThere("nova@lojademo.test");
    expect(await screen.findByText(/^Cadastro realizado!/)).toBeTruthy();
    expect(auth.profile?.tenant).toBeNull();
  });

  test("signing up with an e-mail in use: 'Erro no cadastro'", async () => {
    const { user } = await open();
    await user.click(screen.getByRole("button", { name: "Criar conta" }));
    await user.type(screen.getByLabelText("E-mail"), "ana@lojademo.test");
    await user.type(screen.getByLabelText("Senha"), "segredo2{Enter}");
    expect(await screen.findByText(/^Erro no cadastro/)).toBeTruthy();
    expect((await screen.findByRole("alert")).textContent).toBe("Este e-mail já está cadastrado");
  });

  test("signing out forgets what is the person's; a session that ran out does not", async () => {
    await signedIn();
    writeStored("personal:launches", "1");
    await act(() => auth.expire());
    await isNobody();
    expect(readStored("personal:launches")).toBe("1");
    await act(() => auth.signIn("ana@lojademo.test", "segredo1"));
    await isThere("ana@lojademo.test");
    await act(() => auth.signOut());
    await isNobody();
    expect(readStored("personal:launches")).toBeNull();
  });

  test("a session ended elsewhere ends here, live", async () => {
    await signedIn();
    act(() => accounts.endSessions("ana@lojademo.test"));
    await isNobody();
  });

  test("recovery: the same for a stranger; 'Falha ao corrigir login'; then signed in with the new password", async () => {
    const { user } = await open();
    await user.type(screen.getByLabelText("E-mail"), "ninguem@lojademo.test");
    expect(screen.getByText("Problemas para entrar?")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Corrigir automaticamente" }));
    await user.click(screen.getByRole("button", { name: "Enviar código" }));
    expect((await screen.findByRole("status")).textContent).toBe(
      "Se houver uma conta com ninguem@lojademo.test, o código chega em instantes. Ele vale por 15 minutos.",
    );
    await user.click(screen.getByRole("button", { name: "Enviar outro código" }));
    await user.clear(screen.getByLabelText("E-mail"));
    await user.type(screen.getByLabelText("E-mail"), "ana@lojademo.test{Enter}");
    await user.type(await screen.findByLabelText("Código"), "00000000");
    await user.type(screen.getByLabelText("Senha nova"), "novinha1{Enter}");
    expect(await screen.findByText(/^Falha ao corrigir login/)).toBeTruthy();
    expect((await screen.findByRole("alert")).textContent).toBe("Código inválido ou vencido");
    await user.clear(screen.getByLabelText("Código"));
    await user.type(screen.getByLabelText("Código"), "12345678{Enter}");
    await isThere("ana@lojademo.test");
    expect(accounts.get("ana@lojademo.test")?.password).toBe("novinha1");
  });

  test("changing the own password: the current one is asked, other screens end, this one goes on", async () => {
    const { user, router } = await signedIn();
    const elsewhere = accounts.begin("ana@lojademo.test");
    await act(() => router.navigate("/conta"));
    await user.type(await screen.findByLabelText("Senha atual"), "errada1");
    await user.type(screen.getByLabelText("Senha nova"), "novinha1{Enter}");
    expect((await screen.findByRole("alert")).textContent).toBe("Senha atual incorreta");
    expect(auth.status).toBe("signedIn");
    await user.clear(screen.getByLabelText("Senha atual"));
    await user.type(screen.getByLabelText("Senha atual"), "segredo1{Enter}");
    expect(await screen.findByText(/^Senha trocada\. As outras telas desta conta foram desconectadas\./)).toBeTruthy();
    await isThere("ana@lojademo.test");
    expect(accounts.emailOf(elsewhere)).toBeNull();
    expect(accounts.get("ana@lojademo.test")?.password).toBe("novinha1");
    expect(screen.queryByText("Sua sessão foi encerrada")).toBeNull();
  });
});
