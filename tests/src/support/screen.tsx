import { Theme } from "@radix-ui/themes";
import { cleanup, configure, render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider, useLocation, type RouteObject } from "react-router-dom";
import { toast, Toaster } from "sonner";
import { afterEach, vi } from "vitest";
import type { Id } from "../../../convex/_generated/dataModel";
import { AuthContext, type Auth, type Profile } from "../../../src/lib/auth";
import { openToasts } from "../../../src/lib/toastQueue";
import { TenantContext, type TenantScope } from "../../../src/lib/tenant";

// What waits, waits on a condition; a busy machine may take its time.
configure({ asyncUtilTimeout: 10_000 });

openToasts(toast);

// The toasts' style is about looks alone, and every question for a role or a name would weigh each of its rules
// against each element anew. What a test itself puts on the page (a scroll lock, say) still counts.
for (const style of document.head.querySelectorAll("style")) style.remove();

afterEach(() => {
  // Messages outlive the page that shows them: they are kept beside React.
  for (const { id } of toast.getToasts()) toast.dismiss(id);
  cleanup();
  window.localStorage.clear();
  document.title = "";
});

export const LOJA_DEMO = { id: "tenant-demo" as Id<"tenants">, name: "Loja Demo" };

export const ANA: Profile = {
  profileId: "profile-ana" as Id<"profiles">,
  email: "ana@lojademo.test",
  name: "Ana",
  role: "staff",
  isSuperAdmin: false,
  isMaster: false,
  tenant: { ...LOJA_DEMO, slug: "lojademo" },
};

/** Who is there, with the actions as spies. */
export function anAuth(profile: Profile | null, status?: Auth["status"]): Auth {
  return {
    status: status ?? (profile === null ? "signedOut" : "signedIn"),
    email: profile?.email ?? null,
    profile,
    isSuperAdmin: profile?.isSuperAdmin ?? false,
    signIn: vi.fn(() => Promise.resolve(null)),
    signUp: vi.fn(() => Promise.resolve(null)),
    confirmEmail: vi.fn(() => Promise.resolve(null)),
    requestRecovery: vi.fn(() => Promise.resolve(null)),
    confirmRecovery: vi.fn(() => Promise.resolve(null)),
    changePassword: vi.fn(() => Promise.resolve(null)),
    signOut: vi.fn(() => Promise.resolve()),
    expire: vi.fn(() => Promise.resolve()),
  };
}

interface Options {
  readonly routes: RouteObject[];
  /** Path and query the visit begins with. */
  readonly at: string;
  readonly auth?: Auth;
  readonly scope?: TenantScope;
}

/** Shows routes as the app would, with a person, a company and messages; any other address shows where it is. */
export function showScreen({
  routes,
  at,
  auth = anAuth(ANA),
  scope = { tenant: LOJA_DEMO, isTenantSite: false },
}: Options) {
  const router = createMemoryRouter([...routes, { path: "*", element: <Elsewhere /> }], { initialEntries: [at] });
  const user = userEvent.setup();
  const tree = (person: Auth, company: TenantScope) => (
    <Theme>
      <AuthContext value={person}>
        <TenantContext value={company}>
          <RouterProvider router={router} />
        </TenantContext>
      </AuthContext>
      <Toaster />
    </Theme>
  );
  const view = render(tree(auth, scope));
  return {
    user,
    router,
    auth,
    /** The same page after something about the person or the company changed. */
    change: (person: Auth, company: TenantScope = scope) => view.rerender(tree(person, company)),
  };
}

function Elsewhere() {
  const { pathname, search } = useLocation();
  return <p>{`elsewhere: ${pathname}${search}`}</p>;
}
