import { ConvexClient, ConvexHttpClient } from "convex/browser";
import WebSocket from "ws";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import type { BenchBackend } from "./backend";

export interface BenchShop {
  readonly tenantId: Id<"tenants">;
  readonly productIds: readonly Id<"products">[];
  /** One signed-in token per account. */
  readonly tokens: readonly string[];
}

const PASSWORD = "senha-do-banco-de-prova";

/** What a person of the bench types to sign in. */
export function accountOf(i: number): { email: string; password: string } {
  return { email: `equipe${i}@bancada.test`, password: PASSWORD };
}

/** A company with this many products, each with practically endless stock, and this many signed-in accounts. */
export async function openShop(
  backend: BenchBackend,
  sizes: { products: number; accounts: number },
): Promise<BenchShop> {
  const accounts = Array.from({ length: sizes.accounts }, (_, i) => ({
    ...accountOf(i),
    name: `Equipe ${i}`,
    role: "staff",
  }));
  const products = Array.from({ length: sizes.products }, (_, i) => ({
    code: `C${100 + i}`,
    name: `Peça ${i}`,
    priceCents: 4990 + 10 * i,
    stock: 1_000_000,
    color: "Preto",
    size: "M",
  }));
  const made = await backend.admin<{ tenantId: Id<"tenants">; products: { productId: Id<"products"> }[] }>(
    "seed:company",
    {
      name: "Bancada",
      slug: "bancada",
      accounts,
      products,
    },
  );
  const tokens = await Promise.all(accounts.map((account) => signIn(backend.url, account)));
  return { tenantId: made.tenantId, productIds: made.products.map(({ productId }) => productId), tokens };
}

/** @returns a token that is good for an hour */
export async function signIn(url: string, account: { email: string; password: string }): Promise<string> {
  const { email, password } = account;
  const client = new ConvexHttpClient(url);
  const { tokens } = await client.action(api.auth.signIn, {
    provider: "password",
    params: { email, password, flow: "signIn" },
  });
  if (tokens === null || tokens === undefined) throw new Error(`${email} could not sign in.`);
  return tokens.token;
}

/** An official client on a socket of its own, signed in. */
export function connect(url: string, token: string): ConvexClient {
  const client = new ConvexClient(url, {
    webSocketConstructor: WebSocket as unknown as typeof globalThis.WebSocket,
    unsavedChangesWarning: false,
    logger: false,
  });
  client.setAuth(() => Promise.resolve(token));
  return client;
}
