import {
  clerkService,
  createClerkUser,
  deleteClerkUser,
  requireClerkService,
  setClerkPassword,
} from "../providers/clerk";
import type { ReadyAccount } from "./accounts";
import { hashPassword, requireStrongPassword } from "./passwordSignIn";
import type { ReadyPassword } from "./passwords";

/**
 * What an action does about somebody's password before the transaction that writes it down: ours are hashed here, Clerk's
 * are told to Clerk, which keeps the accounts where its secret key is configured.
 */

/**
 * Makes an account ready and hands it to the transaction that gives it a profile. When that refuses, what was made at
 * Clerk is taken back.
 *
 * Refused with `weak_password`, and as `createClerkUser` says.
 *
 * @param account e-mail in its normal form
 */
export async function withReadyAccount<Settled>(
  { email, password }: { readonly email: string; readonly password: string },
  settle: (account: ReadyAccount) => Promise<Settled>,
): Promise<Settled> {
  const service = clerkService();
  if (service === null) return await settle({ kind: "own", passwordHash: hashPassword(password) });
  requireStrongPassword(password);
  const userId = await createClerkUser(service, { email, password });
  try {
    return await settle({ kind: "clerk", userId });
  } catch (error) {
    await takeBack(userId);
    throw error;
  }
}

/** What is left behind when this fails too is taken up again by the next try (`createClerkUser`). */
async function takeBack(userId: string): Promise<void> {
  try {
    await deleteClerkUser(requireClerkService(), userId);
  } catch {
    // The refusal that led here is the one to be told.
  }
}

/**
 * A new password for an account that is there.
 *
 * Refused with `weak_password`, with `no_local_password` where Clerk keeps the account and no key is configured, and as
 * `setClerkPassword` says.
 *
 * @param clerkUserId null for an account of our own
 */
export async function readyPassword(clerkUserId: string | null, password: string): Promise<ReadyPassword> {
  if (clerkUserId === null) return { kind: "own", passwordHash: hashPassword(password) };
  requireStrongPassword(password);
  return { kind: "clerk", endedSessions: await setClerkPassword(requireClerkService(), clerkUserId, password) };
}
