import { decodeJwt } from "jose";
import { beforeAll } from "vitest";
import { api } from "../../convex/_generated/api";
import { aDeployment } from "../support/builders";
import { setUpSigning } from "../support/signingKeys";
import type { BackendFactory, Caller } from "./backend";
import { broadcastsCases } from "./broadcasts.cases";
import { manualSalesCases } from "./manualSales.cases";
import { orderEditsCases } from "./orderEdits.cases";
import { ordersCases } from "./orders.cases";
import { runCases } from "./runCases";

beforeAll(setUpSigning);

/** The cases on the official library's mock backend, which keeps everything in memory. */
const startConvexTest: BackendFactory = () => {
  const deployment = aDeployment();
  // convex-test calls by reference exactly as `Caller` says; it merely lets the arguments be left out.
  const asCaller = <Visibility extends "public" | "internal">(session: unknown) => session as Caller<Visibility>;
  return Promise.resolve({
    signedOut: asCaller<"public">(deployment),
    internal: asCaller<"internal">(deployment),
    as: async ({ email, password }) => {
      const params = { email, password, flow: "signIn" };
      const { tokens } = await deployment.action(api.auth.signIn, { provider: "password", params });
      const { sub, iss } = decodeJwt(tokens?.token ?? "");
      return asCaller<"public">(deployment.withIdentity({ subject: sub, issuer: iss }));
    },
    close: () => Promise.resolve(),
  });
};

runCases("convex-test", "manualSales", startConvexTest, manualSalesCases);
runCases("convex-test", "orders", startConvexTest, ordersCases);
runCases("convex-test", "editing orders", startConvexTest, orderEditsCases);
runCases("convex-test", "broadcasts", startConvexTest, broadcastsCases);
