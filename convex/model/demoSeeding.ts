import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { ActionCtx } from "../_generated/server";
import type { Role } from "../lib/validators";
import type { Actor } from "./orderEvents";
import { buildDemoData, DEMO_ORDERS, type DemoCustomer, type DemoOrder, type DemoProduct } from "./demoData";
import { drawPicture } from "./demoPicture";
import { createPasswordAccount } from "./passwordSignIn";
import type { PastOrder } from "./pastOrders";
import type { ProductKey } from "./products";

interface DemoPerson {
  readonly email: string;
  readonly name: string;
  readonly role: Role;
}

/** The first two launched the orders. */
const PEOPLE: readonly DemoPerson[] = [
  { email: "ana@lojademo.test", name: "Ana", role: "staff" },
  { email: "joao@lojademo.test", name: "João", role: "staff" },
  { email: "dona@lojademo.test", name: "Dona Célia", role: "owner" },
  { email: "master@lojademo.test", name: "Master", role: "super_admin" },
];

/** About 25 index ranges and 15 writes per order: a batch stays a tenth of what one transaction may do. */
const ORDERS_PER_BATCH = 20;

/**
 * Writes the demonstration company, step by step; each step is one transaction.
 *
 * A process that is stopped between two steps goes on where it was at the next call, be it days later: people and
 * products that are there are kept, the order numbers given out say how many orders are written, and all dates are
 * counted from the first start.
 *
 * @returns created: whether this call wrote anything; present: whether the demonstration is there now
 */
export async function seedDemo(
  ctx: ActionCtx,
  { now, password }: { readonly now: number; readonly password: string },
): Promise<DemoOutcome> {
  const begun = await ctx.runMutation(internal.demo.begin, { now });
  if (begun === null) return { created: false, present: false };
  if (begun.ordersWritten >= DEMO_ORDERS) return { created: false, present: true };
  const { tenantId } = begun;
  const data = buildDemoData(begun.startedAt);

  const actors: Actor[] = [];
  for (const person of PEOPLE) {
    actors.push({ id: await ensurePerson(ctx, tenantId, person, password), name: person.name });
  }
  const products =
    begun.products.length > 0 ? begun.products : await addCatalogue(ctx, tenantId, data.products, data.customers);
  const orders = data.orders.map((order) => toPastOrder(order, products, actors));
  for (let at = begun.ordersWritten; at < orders.length; at += ORDERS_PER_BATCH) {
    await ctx.runMutation(internal.demo.addOrders, { tenantId, orders: orders.slice(at, at + ORDERS_PER_BATCH) });
  }
  return { created: true, present: true };
}

export interface DemoOutcome {
  readonly created: boolean;
  readonly present: boolean;
}

async function ensurePerson(
  ctx: ActionCtx,
  tenantId: Id<"tenants">,
  { email, name, role }: DemoPerson,
  password: string,
): Promise<Id<"profiles">> {
  const account = await ctx.runQuery(internal.accounts.byEmail, { email });
  const userId = account?.userId ?? (await createPasswordAccount(ctx, { email, password, name }));
  const ownTenant = role === "super_admin" ? null : tenantId;
  return await ctx.runMutation(internal.accounts.assign, { userId, name, role, tenantId: ownTenant });
}

async function addCatalogue(
  ctx: ActionCtx,
  tenantId: Id<"tenants">,
  products: readonly DemoProduct[],
  customers: readonly DemoCustomer[],
): Promise<ProductKey[]> {
  const withPictures = [];
  for (const { model, color, ...product } of products) {
    const picture = drawPicture({ code: product.code, name: product.name, garment: model.garment, color });
    const imageId = await ctx.storage.store(new Blob([picture], { type: "image/svg+xml" }));
    withPictures.push({ ...product, color: color.name, imageId });
  }
  return await ctx.runMutation(internal.demo.addCatalogue, {
    tenantId,
    products: withPictures,
    customers: [...customers],
  });
}

function toPastOrder(
  { lines, operator, ...order }: DemoOrder,
  products: readonly ProductKey[],
  actors: readonly Actor[],
): PastOrder {
  const actor = actors[operator] ?? { id: null, name: "Sistema" };
  return {
    ...order,
    actorId: actor.id,
    actorName: actor.name,
    lines: lines.flatMap((line) => {
      const product = products.find(({ code }) => code === line.code);
      return product === undefined ? [] : [{ ...line, name: product.name, productId: product.productId }];
    }),
  };
}
