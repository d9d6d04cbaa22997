import type { Doc } from "../_generated/dataModel";
import type { DatabaseReader } from "../_generated/server";
import { findByEmail } from "./accounts";
import { isLastOwner, removeFromTenant } from "./team";
import type { AccountCtx } from "./sessions";

/** Whoever changes something at Clerk itself. */
const CLERK = { id: null, name: "Clerk" };

/**
 * Makes a person here what they are at Clerk: with the e-mail they have there, or gone. Whoever a company cannot be
 * without stays on its list until somebody else is responsible for it; signing in ended with the account.
 *
 * @param email null when the account is gone
 */
export async function settleClerkUser(
  ctx: AccountCtx,
  { userId, email }: { readonly userId: string; readonly email: string | null },
  now: number,
): Promise<void> {
  const person = await findByExternalId(ctx.db, userId);
  if (person === null || person.email === email) return;
  if (email === null) {
    if (await isLastOwner(ctx.db, person)) return;
    if (person.tenantId !== null) await removeFromTenant(ctx, person, { actor: CLERK, at: now });
    await ctx.db.delete("profiles", person._id);
    return;
  }
  // Somebody here has it already: an e-mail is one person's, and which of the two is right is not for us to say.
  if ((await findByEmail(ctx.db, email)) === null) await ctx.db.patch("profiles", person._id, { email });
}

async function findByExternalId(db: DatabaseReader, externalId: string): Promise<Doc<"profiles"> | null> {
  return await db
    .query("profiles")
    .withIndex("by_externalId", (q) => q.eq("externalId", externalId))
    .unique();
}
