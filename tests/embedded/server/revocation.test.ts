import { ConvexClient, ConvexHttpClient } from "convex/browser";
import type { DefaultFunctionArgs, FunctionReference } from "convex/server";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import WebSocket from "ws";
import { api, internal } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { startEmbedded, type TestBackend } from "../../support/embeddedBackend";
import { refusalOf } from "../../support/refusals";

/** What an open screen learns when the right to it ends: over real sockets, without asking again. */

const PASSWORD = "uma-senha-de-teste";
const LIVE_DATE = "2026-11-20";

let backend: TestBackend;
const clients: ConvexClient[] = [];
let companies = 0;

beforeAll(async () => {
  backend = await startEmbedded();
}, 60_000);
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
});
afterAll(() => backend.close());

function open(token: string | null): ConvexClient {
  const client = new ConvexClient(backend.url, {
    webSocketConstructor: WebSocket as unknown as typeof globalThis.WebSocket,
    unsavedChangesWarning: false,
    logger: false,
  });
  if (token !== null) client.setAuth(() => Promise.resolve(token));
  clients.push(client);
  return client;
}

async function signIn(email: string): Promise<ConvexClient> {
  const params = { email, password: PASSWORD, flow: "signIn" };
  const { tokens } = await new ConvexHttpClient(backend.url).action(api.auth.signIn, { provider: "password", params });
  return open(tokens?.token ?? null);
}

interface Company {
  readonly tenantId: Id<"tenants">;
  readonly slug: string;
  readonly owner: ConvexClient;
  readonly ana: ConvexClient;
  readonly anaId: Id<"profiles">;
  readonly superAdmin: ConvexClient;
  readonly productId: Id<"products">;
}

async function aCompany(): Promise<Company> {
  companies += 1;
  const slug = `revogada${companies}`;
  const operator = new ConvexHttpClient(backend.url, { logger: false }) as ConvexHttpClient & {
    setAdminAuth(key: string): void;
  };
  operator.setAdminAuth(backend.adminKey);
  const seeding = internal.seed.company as unknown as FunctionReference<"action">;
  const account = (name: string, role: string) => ({ name, email: `${name}@${slug}.test`, password: PASSWORD, role });
  const made = (await operator.action(seeding, {
    name: slug,
    slug,
    accounts: [account("dona", "owner"), account("ana", "staff"), account("super", "super_admin")],
    products: [{ code: "C151", name: "Vestido", priceCents: 1000, stock: 100 }],
  })) as {
    tenantId: Id<"tenants">;
    accounts: { profileId: Id<"profiles"> }[];
    products: { productId: Id<"products"> }[];
  };
  return {
    tenantId: made.tenantId,
    slug,
    owner: await signIn(`dona@${slug}.test`),
    ana: await signIn(`ana@${slug}.test`),
    anaId: made.accounts[1]!.profileId,
    superAdmin: await signIn(`super@${slug}.test`),
    productId: made.products[0]!.productId,
  };
}

/** A subscription as a screen keeps it: everything it was shown, and the refusal it ended with. */
async function watch<Args extends DefaultFunctionArgs>(
  client: ConvexClient,
  query: FunctionReference<"query", "public", Args>,
  args: Args,
) {
  const shown: unknown[] = [];
  const errors: Error[] = [];
  client.onUpdate(
    query,
    args,
    (value) => shown.push(value),
    (error) => errors.push(error),
  );
  await expect.poll(() => shown.length, { timeout: 30_000 }).toBeGreaterThan(0);
  return {
    shown,
    endedWith: async (): Promise<string> => {
      await expect.poll(() => errors.length, { timeout: 30_000 }).toBeGreaterThan(0);
      return (await refusalOf(Promise.reject(errors[0] ?? new Error("there should be an error")))).code;
    },
  };
}

const totalsOf = ({ ana, tenantId }: Company) => watch(ana, api.orders.totals, { tenantId, eventDate: LIVE_DATE });

const launch = ({ tenantId, productId }: Company, by: ConvexClient) =>
  by.mutation(api.manualSales.launch, {
    tenantId,
    productId,
    phone: "11987654321",
    quantity: 1,
    eventDate: LIVE_DATE,
    launchId: `lancamento-revogado-${companies}`,
  });

describe("an open screen", () => {
  it("of somebody who is taken out of the team ends, and shows nothing that happens afterwards", async () => {
    const company = await aCompany();
    const totals = await totalsOf(company);
    const { tenantId, owner, anaId } = company;
    await owner.mutation(api.people.remove, { tenantId, profileId: anaId });
    await launch(company, owner);
    expect(await totals.endedWith()).toBe("unauthenticated");
    expect(totals.shown).toEqual([expect.objectContaining({ orders: 0 })]);
  });

  it("of somebody whose password is set anew ends", async () => {
    const company = await aCompany();
    const totals = await totalsOf(company);
    const { tenantId, owner, anaId } = company;
    await owner.action(api.people.setStaffPassword, { tenantId, profileId: anaId, newPassword: "senha-bem-nova" });
    expect(await totals.endedWith()).toBe("unauthenticated");
  });

  it("of an owner who is staff from now on ends at the settings and goes on at the orders", async () => {
    const company = await aCompany();
    const { tenantId, owner, ana, anaId } = company;
    await owner.mutation(api.people.changeRole, { tenantId, profileId: anaId, role: "owner" });
    const settings = await watch(ana, api.settings.system, { tenantId });
    const totals = await totalsOf(company);
    await owner.mutation(api.people.changeRole, { tenantId, profileId: anaId, role: "staff" });
    expect(await settings.endedWith()).toBe("forbidden");
    await launch(company, owner);
    await expect.poll(() => totals.shown.at(-1), { timeout: 30_000 }).toMatchObject({ orders: 1 });
  });

  it("of a company that is switched off ends", async () => {
    const company = await aCompany();
    const totals = await totalsOf(company);
    await company.superAdmin.mutation(api.tenants.setActive, { id: company.tenantId, isActive: false });
    expect(await totals.endedWith()).toBe("tenant_not_found");
  });

  it("of a company that is deleted ends, and what the company had is gone to the last row", async () => {
    const company = await aCompany();
    await launch(company, company.ana);
    const totals = await totalsOf(company);
    const deletions = await watch(company.superAdmin, api.tenants.deletions, {});
    await company.superAdmin.mutation(api.tenants.remove, { id: company.tenantId, slug: company.slug });
    expect(["tenant_not_found", "unauthenticated"]).toContain(await totals.endedWith());
    const finished = expect.objectContaining({ slug: company.slug, finishedAt: expect.any(Number) });
    await expect.poll(() => deletions.shown.at(-1), { timeout: 60_000 }).toEqual(expect.arrayContaining([finished]));
    await expect(signIn(`ana@${company.slug}.test`)).rejects.toMatchObject({ data: { code: "invalid_credentials" } });
  });

  it("of a big screen goes dark when its link is withdrawn", async () => {
    const { owner, tenantId, slug } = await aCompany();
    const { screenLinkId, key } = await owner.mutation(api.screenLinks.create, { tenantId, name: "Sala" });
    const screen = await watch(open(null), api.screen.company, { linkKey: key });
    expect(screen.shown).toEqual([{ tenantName: slug }]);
    await owner.mutation(api.screenLinks.revoke, { tenantId, screenLinkId });
    expect(await screen.endedWith()).toBe("link_not_found");
  });
});
