import { ConvexCredentials } from "@convex-dev/auth/providers/ConvexCredentials";
import { convexAuth } from "@convex-dev/auth/server";
import type { DataModel } from "./_generated/dataModel";
import { assert } from "./lib/errors";
import { createProfile, PASSWORD_PROVIDER } from "./model/accounts";
import { authorize, finishedHashes } from "./model/passwordSignIn";

const MINUTE_MS = 60 * 1000;

/**
 * Sign-in of the built-in mode. The library keeps accounts, sessions and tokens; what a password is worth is decided in
 * `model/passwordSignIn.ts`.
 *
 * A token lives ten minutes and a session ends after thirty without one being renewed. The token must be the shorter
 * lived: otherwise the right to renew it would be over before it is needed.
 */
export const { auth, signIn, signOut, store, isAuthenticated } = convexAuth({
  providers: [
    ConvexCredentials<DataModel>({
      id: PASSWORD_PROVIDER,
      crypto: finishedHashes,
      authorize,
    }),
  ],
  session: { inactiveDurationMs: 30 * MINUTE_MS },
  jwt: { durationMs: 10 * MINUTE_MS },
  callbacks: {
    afterUserCreatedOrUpdated: async (ctx, { userId, existingUserId, profile }) => {
      if (existingUserId !== null) return;
      const { email, name } = profile;
      assert(typeof email === "string" && typeof name === "string", "an account should be made with e-mail and name");
      await createProfile(ctx.db, { externalId: userId, email, name });
    },
  },
});
