import type { FunctionArgs, FunctionReturnType } from "convex/server";
import { api, internal } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import type { Caller, ConformanceBackend } from "./backend";

/** The live that cases sell in. */
export const LIVE_DATE = "2026-11-20";

type NewProduct = Omit<FunctionArgs<typeof internal.seed.company>["products"][number], "code"> & { code?: string };
type LaunchArgs = FunctionArgs<typeof api.manualSales.launch>;
export type LaunchAnswer = FunctionReturnType<typeof api.manualSales.launch>;

let companies = 0;
let launches = 0;
/** Cases of several files may share one backend, and each file counts for itself. */
const file = Math.floor(Math.random() * 1e9).toString(36);

/** A company of its own for one case, with two members of staff signed in. */
export class Company {
  constructor(
    readonly tenantId: Id<"tenants">,
    readonly ana: Caller<"public">,
    readonly joao: Caller<"public">,
    private readonly productIds: readonly Id<"products">[],
  ) {}

  /** The products in the order they were asked for. */
  product(at = 0): Id<"products"> {
    const id = this.productIds[at];
    if (id === undefined) throw new Error(`the company should have a product at ${at}`);
    return id;
  }

  async launch(sale: Partial<Omit<LaunchArgs, "tenantId">> = {}, by = this.ana): Promise<LaunchAnswer> {
    return await by.mutation(api.manualSales.launch, {
      tenantId: this.tenantId,
      productId: this.product(),
      phone: "11987654321",
      quantity: 1,
      eventDate: LIVE_DATE,
      launchId: newLaunchId(),
      ...sale,
    });
  }

  async stockOf(productId = this.product()): Promise<number | undefined> {
    const levels = await this.ana.query(api.products.stock, { tenantId: this.tenantId, productIds: [productId] });
    return levels[0]?.stock;
  }

  async orders(filter: Partial<Omit<FunctionArgs<typeof api.orders.list>, "tenantId" | "paginationOpts">> = {}) {
    const { page } = await this.ana.query(api.orders.list, {
      tenantId: this.tenantId,
      ...filter,
      paginationOpts: { numItems: 200, cursor: null },
    });
    return page;
  }

  async totals(filter: Partial<Omit<FunctionArgs<typeof api.orders.totals>, "tenantId">> = {}) {
    return await this.ana.query(api.orders.totals, { tenantId: this.tenantId, ...filter });
  }

  async setPaid(orderIds: Id<"orders">[], isPaid: boolean, by = this.ana): Promise<{ changed: number }> {
    return await by.mutation(api.orders.setPaid, { tenantId: this.tenantId, orderIds, isPaid });
  }
}

export function newLaunchId(): string {
  launches += 1;
  return `lancamento-${file}-${launches}`;
}

export async function aCompany(
  backend: ConformanceBackend,
  products: readonly NewProduct[] = [{ ...DRESS }],
): Promise<Company> {
  companies += 1;
  const slug = `c${file}n${companies}`;
  const password = "uma-senha-de-teste";
  const people = ["ana", "joao"].map((name) => ({
    name,
    email: `${name}@${slug}.test`,
    password,
    role: "staff" as const,
  }));
  const made = await backend.internal.action(internal.seed.company, {
    name: `Loja ${slug}`,
    slug,
    accounts: people,
    products: products.map((product, at) => ({ code: `C${151 + at}`, ...product })),
  });
  const [ana, joao] = await Promise.all(people.map((account) => backend.as(account)));
  if (ana === undefined || joao === undefined) throw new Error("two people should have signed in");
  return new Company(
    made.tenantId,
    ana,
    joao,
    made.products.map(({ productId }) => productId),
  );
}

export const DRESS: NewProduct = { name: "Vestido Midi Lírio", priceCents: 18990, stock: 12 };
