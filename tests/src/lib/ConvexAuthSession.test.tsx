import { render, screen } from "@testing-library/react";
import type { ConvexReactClient } from "convex/react";
import { ConvexError } from "convex/values";
import type { ReactNode } from "react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { useAuth, type Auth } from "../../../src/lib/auth";
import { ConvexAuthSession } from "../../../src/lib/ConvexAuthSession";
import { ANA } from "../support/screen";

interface Session {
  isLoading: boolean;
  isAuthenticated: boolean;
  me: unknown;
  signIn: ReturnType<typeof vi.fn>;
  signOut: ReturnType<typeof vi.fn>;
}
const session = vi.hoisted((): Session => ({
  isLoading: false,
  isAuthenticated: false,
  me: undefined,
  signIn: vi.fn(),
  signOut: vi.fn(() => Promise.resolve()),
}));
vi.mock("convex/react", async (original) => ({
  ...(await original<object>()),
  useConvexAuth: () => session,
  useQueries: (requests: object) => ("me" in requests ? { me: session.me } : {}),
}));
vi.mock("@convex-dev/auth/react", () => ({
  ConvexAuthProvider: ({ shouldHandleCode, children }: { shouldHandleCode: unknown; children: ReactNode }) => (
    <div data-handles-code={String(shouldHandleCode)}>{children}</div>
  ),
  useAuthActions: () => session,
}));

let auth: Auth;
function Probe() {
  auth = useAuth();
  return <p>{`${auth.status} ${auth.email ?? "-"} ${auth.isSuperAdmin}`}</p>;
}
const tree = () => (
  <ConvexAuthSession client={{} as ConvexReactClient}>
    <Probe />
  </ConvexAuthSession>
);

beforeEach(() => {
  Object.assign(session, { isLoading: false, isAuthenticated: false, me: undefined });
  session.signIn.mockReset();
  session.signOut.mockClear();
});

describe("who is there", () => {
  test("goes from loading to signed in with the profile, and back out", () => {
    Object.assign(session, { isLoading: true });
    const { rerender } = render(tree());
    expect(screen.getByText("loading - false")).toBeTruthy();
    Object.assign(session, { isLoading: false, isAuthenticated: true });
    rerender(tree());
    expect(screen.getByText("loading - false")).toBeTruthy();
    Object.assign(session, { me: { ...ANA, isSuperAdmin: true } });
    rerender(tree());
    expect(screen.getByText("signedIn ana@lojademo.test true")).toBeTruthy();
    Object.assign(session, { isAuthenticated: false, me: undefined });
    rerender(tree());
    expect(screen.getByText("signedOut - false")).toBeTruthy();
  });

  test("a session ended elsewhere is signed out here", () => {
    const me = new ConvexError({ code: "unauthenticated", message: "Não autenticado" });
    Object.assign(session, { isAuthenticated: true, me });
    render(tree());
    expect(screen.getByText("signedOut - false")).toBeTruthy();
    expect(session.signOut).toHaveBeenCalled();
  });

  test("a code in the address is never taken for a sign-in", () => {
    const { container } = render(tree());
    expect(container.querySelector("[data-handles-code]")?.getAttribute("data-handles-code")).toBe("false");
  });
});

describe("signing in and up", () => {
  test("uses the password provider, and answers null when it worked", async () => {
    session.signIn.mockResolvedValue({ signingIn: true });
    render(tree());
    expect(await auth.signIn("ana@lojademo.test", "segredo1")).toBeNull();
    expect(await auth.signUp("ana@lojademo.test", "segredo1")).toBeNull();
    expect(session.signIn.mock.calls).toEqual([
      ["password", { email: "ana@lojademo.test", password: "segredo1", flow: "signIn", device: expect.any(String) }],
      ["password", { email: "ana@lojademo.test", password: "segredo1", flow: "signUp" }],
    ]);
  });

  test.each([
    [new ConvexError({ code: "email_in_use", message: "Este e-mail já está cadastrado" }), "email_in_use"],
    [new Error("Failed to fetch"), "unknown"],
  ])("a failure is a code: %s", async (error, code) => {
    session.signIn.mockRejectedValue(error);
    render(tree());
    expect(await auth.signUp("ana@lojademo.test", "segredo1")).toEqual({ code });
  });
});
