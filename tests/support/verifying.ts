import { makeFunctionReference } from "convex/server";
import { verifyTotals, type CompanyReport } from "../../scripts/verifyTotals.mjs";
import type { Shop } from "./builders";

/** What `npm run admin -- verify` finds. */
export async function verify({ deployment }: Pick<Shop, "deployment">, slug?: string): Promise<CompanyReport[]> {
  return await verifyTotals((path, args) => deployment.query(makeFunctionReference<"query">(path), args), slug);
}
