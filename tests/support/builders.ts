import { convexTest } from "convex-test";
import type { FunctionArgs, FunctionReturnType } from "convex/server";
import { api, internal } from "../../convex/_generated/api";
import type { DataModel, Doc, Id, TableNames } from "../../convex/_generated/dataModel";
import type { Role } from "../../convex/lib/validators";
import schema from "../../convex/schema";
import { TEST_SITE_URL } from "./signingKeys";

/** Every module of convex/, as convex-test wants them. */
export const convexModules = import.meta.glob("../../convex/**/*.{ts,js}");

const startDeployment = () => convexTest({ schema, modules: convexModules });
export type Deployment = ReturnType<typeof startDeployment>;
export type Session = ReturnType<Deployment["withIdentity"]>;

/** The live that tests sell in, unless they say otherwise. */
export const LIVE_DATE = "2026-11-20";

type LaunchArgs = FunctionArgs<typeof api.manualSales.launch>;
export type LaunchAnswer = FunctionReturnType<typeof api.manualSales.launch>;

export interface Person {
  readonly session: Session;
  readonly userId: Id<"users">;
  readonly sessionId: Id<"authSessions">;
  readonly profileId: Id<"profiles">;
}

/** An empty deployment whose own tokens are issued by the test address. */
export function aDeployment(): Deployment {
  process.env.CONVEX_SITE_URL = TEST_SITE_URL;
  return startDeployment();
}

let counter = 0;
/** A text no other test of this process has used. */
export function unique(prefix: string): string {
  counter += 1;
  return `${prefix}${counter}`;
}

/** Somebody signed in: an account, a session and a profile, as sign-in leaves them. */
export async function aPerson(
  deployment: Deployment,
  {
    name = "Ana",
    role = "staff",
    tenantId = null,
  }: { name?: string; role?: Role; tenantId?: Id<"tenants"> | null } = {},
): Promise<Person> {
  const email = `${unique("pessoa")}@loja.test`;
  const ids = await deployment.run(async ({ db }) => {
    const userId = await db.insert("users", { email, name });
    const sessionId = await db.insert("authSessions", { userId, expirationTime: Date.now() + 3_600_000 });
    const profileId = await db.insert("profiles", { externalId: userId, email, name, role, tenantId });
    return { userId, sessionId, profileId };
  });
  const subject = `${ids.userId}|${ids.sessionId}`;
  return { ...ids, session: deployment.withIdentity({ subject, issuer: TEST_SITE_URL }) };
}

/** A company to sell in, spoken of in the words of the trade. */
export class Shop {
  constructor(
    readonly deployment: Deployment,
    readonly tenantId: Id<"tenants">,
  ) {}

  hasStaff(name = "Ana", role: Role = "staff"): Promise<Person> {
    return aPerson(this.deployment, { name, role, tenantId: role === "super_admin" ? null : this.tenantId });
  }

  async hasProduct(
    product: Partial<FunctionArgs<typeof internal.seed.addProducts>["products"][number]> = {},
  ): Promise<Id<"products">> {
    const [added] = await this.deployment.mutation(internal.seed.addProducts, {
      tenantId: this.tenantId,
      products: [{ code: unique("P"), name: "Vestido Midi Lírio", priceCents: 18990, stock: 10, ...product }],
    });
    if (added === undefined) throw new Error("a product should have been added");
    return added.productId;
  }

  /** A customer who is known before the first launch. */
  async hasCustomer(customer: { phone: string; name: string; whatsappGroup?: string | null }): Promise<void> {
    await this.deployment.mutation(internal.demo.addCatalogue, {
      tenantId: this.tenantId,
      products: [],
      customers: [{ whatsappGroup: null, ...customer }],
    });
  }

  async launch(
    by: Person,
    sale: Pick<LaunchArgs, "productId"> & Partial<Omit<LaunchArgs, "tenantId" | "productId">>,
  ): Promise<LaunchAnswer> {
    return await by.session.mutation(api.manualSales.launch, {
      tenantId: this.tenantId,
      phone: "11987654321",
      quantity: 1,
      eventDate: LIVE_DATE,
      launchId: unique("lancamento-"),
      ...sale,
    });
  }

  async stockOf(productId: Id<"products">): Promise<number> {
    return await this.deployment.run(async ({ db }) => {
      const product = await db.get("products", productId);
      const stock = product === null ? null : await db.get("productStocks", product.stockId);
      if (stock === null) throw new Error("the product should have a stock row");
      return stock.stock;
    });
  }

  /** Everything this company has in a table. */
  async rows<Table extends TableNames>(table: Table): Promise<Doc<Table>[]> {
    const all = await this.deployment.run(({ db }) => db.query(table).collect() as Promise<Doc<Table>[]>);
    return all.filter((row) => (row as { tenantId?: unknown }).tenantId === this.tenantId);
  }
}

export async function aShop({
  deployment = aDeployment(),
  name = "Loja da Praça",
}: { deployment?: Deployment; name?: string } = {}): Promise<Shop> {
  const tenantId = await deployment.mutation(internal.seed.addTenant, { name, slug: unique("loja") });
  return new Shop(deployment, tenantId);
}

export type { DataModel };
