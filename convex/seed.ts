import { v } from "convex/values";
import { internal } from "./_generated/api";
import type { Id } from "./_generated/dataModel";
import { scopedMutation, systemAction, systemMutation } from "./lib/functions";
import { TenantWriter } from "./lib/tenantDb";
import { vRole } from "./lib/validators";
import { switchOnErp } from "./model/blingDemo";
import { findDemo, switchOnMessages } from "./model/demoCompany";
import { seedDemo, type DemoOutcome } from "./model/demoSeeding";
import { switchOnShipping } from "./model/demoShipping";
import {
  createPasswordAccount,
  nameFromEmail,
  normalizeEmail,
  requireEmail,
  requireStrongPassword,
} from "./model/passwordSignIn";
import { createProducts, vNewProduct, vProductKey, type ProductKey } from "./model/products";
import { withReadyAccount } from "./model/readyAccounts";
import { setProviderAddresses as putProviderAddresses } from "./model/providerAddresses";
import { saveMissingSecrets } from "./model/secrets";
import { createTenant } from "./model/tenants";

/**
 * Companies made from outside the screens, for tests, benches and the operator, and (`demo`) the demonstration company
 * of a first start. Internal functions only.
 */

const vNewAccount = v.object({ email: v.string(), password: v.string(), name: v.string(), role: vRole });
const vSeededAccount = v.object({ email: v.string(), userId: v.id("users"), profileId: v.id("profiles") });

/** Makes a company without products or people. */
export const addTenant = systemMutation({
  args: { name: v.string(), slug: v.string() },
  returns: v.id("tenants"),
  handler: (ctx, tenant) => createTenant(ctx.db, tenant),
});

/** Adds up to a few hundred products to a company. */
export const addProducts = scopedMutation({
  args: { products: v.array(vNewProduct) },
  returns: v.array(vProductKey),
  handler: (ctx, { products }) => createProducts(ctx.db, products),
});

/** Makes accounts with their passwords and puts them into a company; super admins belong to none. */
export const addAccounts = systemAction({
  args: { tenantId: v.id("tenants"), accounts: v.array(vNewAccount) },
  returns: v.array(vSeededAccount),
  handler: async (ctx, { tenantId, accounts }): Promise<SeededAccount[]> => {
    const added: SeededAccount[] = [];
    for (const { email: typed, password, name, role } of accounts) {
      const email = typed.trim().toLowerCase();
      const userId = await createPasswordAccount(ctx, { email, password, name });
      const profileId = await ctx.runMutation(internal.accounts.assign, {
        userId,
        name,
        role,
        tenantId: role === "super_admin" ? null : tenantId,
      });
      added.push({ email, userId, profileId });
    }
    return added;
  },
});

interface SeededAccount {
  email: string;
  userId: Id<"users">;
  profileId: Id<"profiles">;
}

interface SeededCompany {
  tenantId: Id<"tenants">;
  accounts: SeededAccount[];
  products: ProductKey[];
}

/** A company with its accounts and products, in one call. The label and the e-mails must be free. */
export const company = systemAction({
  args: { name: v.string(), slug: v.string(), accounts: v.array(vNewAccount), products: v.array(vNewProduct) },
  returns: v.object({
    tenantId: v.id("tenants"),
    accounts: v.array(vSeededAccount),
    products: v.array(vProductKey),
  }),
  handler: async (ctx, { name, slug, accounts, products }): Promise<SeededCompany> => {
    const tenantId = await ctx.runMutation(internal.seed.addTenant, { name, slug });
    return {
      tenantId,
      accounts: await ctx.runAction(internal.seed.addAccounts, { tenantId, accounts }),
      products: await ctx.runMutation(internal.seed.addProducts, { tenantId, products }),
    };
  },
});

/**
 * A super admin, who belongs to no company: the first person of an installation that starts empty.
 *
 * Refused with `invalid_email`, `weak_password`, `email_in_use`; where Clerk keeps the accounts, as `createClerkUser` says.
 * Source: product.md "The companies' first minutes".
 */
export const superAdmin = systemAction({
  args: { email: v.string(), name: v.string(), password: v.string() },
  returns: v.object({ profileId: v.id("profiles"), email: v.string() }),
  handler: async (ctx, { password, ...typed }): Promise<{ profileId: Id<"profiles">; email: string }> => {
    const email = normalizeEmail(typed.email);
    requireEmail(email);
    requireStrongPassword(password);
    await ctx.runQuery(internal.accounts.requireFree, { email });
    const name = typed.name.trim() || nameFromEmail(email);
    const profileId = await withReadyAccount({ email, password }, (account) =>
      ctx.runMutation(internal.accounts.addSuperAdmin, { email, name, account }),
    );
    return { profileId, email };
  },
});

/**
 * Fills an empty deployment with the demonstration company, or finishes what an earlier call began; does nothing where
 * any other company or any account exists.
 *
 * @param now epoch milliseconds: the orders lie in the six weeks before the first call's
 * @param password of all its accounts
 */
export const demo = systemAction({
  args: { now: v.number(), password: v.string() },
  returns: v.object({ created: v.boolean(), present: v.boolean() }),
  handler: (ctx, args): Promise<DemoOutcome> => seedDemo(ctx, args),
});

const vAddress = v.optional(v.union(v.null(), v.string()));
const vAddresses = v.object({
  mercadoPago: vAddress,
  melhorEnvio: vAddress,
  viaCep: vAddress,
  brasilApi: vAddress,
  bling: vAddress,
  whatsapp: vAddress,
  evolution: vAddress,
});

/** Where a company's services are, where they are not the real ones; absent keeps, null is the real one. */
export const setProviderAddresses = scopedMutation({
  args: { addresses: vAddresses },
  returns: v.null(),
  handler: async ({ db }, { addresses }) => {
    await putProviderAddresses(db, addresses);
    return null;
  },
});

/** `DemoErp` of model/blingDemo.ts. */
const vErp = v.object({
  clientId: v.string(),
  clientSecret: v.string(),
  accessToken: v.string(),
  refreshToken: v.string(),
});

/**
 * Points the demonstration company, and no other, at simulators: their addresses, and what they take for credentials
 * where the company has none of its own. Its messages are switched on where nobody has said how they are to be,
 * and it is registered at the carriers' service, as a sender with an address, where nobody has said who it sends as.
 *
 * @returns connected: whether there is a demonstration here
 */
export const connectSimulators = systemMutation({
  args: {
    addresses: vAddresses,
    secrets: v.record(v.string(), v.string()),
    instanceName: v.optional(v.string()),
    carrierClientId: v.optional(v.string()),
    erp: v.optional(vErp),
  },
  returns: v.object({ connected: v.boolean() }),
  handler: async ({ db }, { addresses, secrets, instanceName, carrierClientId, erp }) => {
    const tenantId = await findDemo(db);
    if (tenantId === null) return { connected: false };
    const own = new TenantWriter(db, tenantId);
    await putProviderAddresses(own, addresses);
    const deed = { actor: { id: null, name: "Sistema" }, at: Date.now() };
    await saveMissingSecrets(own, secrets, deed);
    if (instanceName !== undefined) await switchOnMessages(own, instanceName, deed);
    if (carrierClientId !== undefined) await switchOnShipping(own, carrierClientId, deed);
    if (erp !== undefined) await switchOnErp(own, erp, deed);
    return { connected: true };
  },
});
