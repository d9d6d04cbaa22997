import { getFunctionName, type FunctionReference } from "convex/server";
import type * as bcryptjs from "bcryptjs";
import { ConvexError } from "convex/values";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { authorize, hashPassword } from "../../../convex/model/passwordSignIn";

/**
 * How long a sign-in takes must not tell whether there is such an account: what costs time is counted, not measured.
 */

const compared = vi.hoisted(() => [] as string[]);
vi.mock("bcryptjs", async (original) => {
  const bcrypt = await original<typeof bcryptjs>();
  return {
    ...bcrypt,
    compareSync: (password: string, hash: string) => {
      compared.push(hash);
      return bcrypt.compareSync(password, hash);
    },
  };
});

type Reference = FunctionReference<"query" | "mutation", "internal">;

/** What the action asks of the backend, for an e-mail that has this account. */
function asking(account: object | null, outcome: string) {
  const asked: string[] = [];
  const answer = (value: unknown) => (reference: Reference) => {
    asked.push(getFunctionName(reference));
    return Promise.resolve(value);
  };
  const ctx = {
    runQuery: answer({ account, exhausted: false }),
    runMutation: answer(outcome),
    meta: { getRequestMetadata: () => Promise.resolve({ ip: "203.0.113.7" }) },
  };
  return { asked, ctx: ctx as unknown as Parameters<typeof authorize>[1] };
}

async function tryIn(account: object | null) {
  compared.length = 0;
  const { asked, ctx } = asking(account, "wrong");
  const params = { email: "ana@loja.test", password: "errada-1", flow: "signIn" };
  const refusal: unknown = await authorize(params, ctx).catch((error: unknown) => error);
  return {
    refusal: refusal instanceof ConvexError ? (refusal.data as unknown) : refusal,
    asked,
    costs: compared.map((hash) => Number(hash.split("$")[2])),
  };
}

describe("a wrong password and an unknown e-mail", () => {
  let known: Awaited<ReturnType<typeof tryIn>>;
  beforeEach(async () => {
    known = await tryIn({ userId: "u1", passwordHash: hashPassword("segredo-da-ana") });
  });

  it("cost the same: one comparison of cost 10, one question, one count, one answer", async () => {
    expect(known).toMatchObject({
      refusal: { code: "invalid_credentials" },
      asked: ["accounts:forSignIn", "accounts:settleSignIn"],
      costs: [10],
    });
    expect(await tryIn(null)).toEqual(known);
  });
});
