import { v } from "convex/values";
import { isCep } from "../domain/addresses";
import { digitsOf } from "../domain/documents";
import { internal } from "./_generated/api";
import { refuseWith } from "./lib/errors";
import { scopedQuery, systemMutation, systemQuery, tenantAction } from "./lib/functions";
import { findCep, isFresh, rememberCep } from "./model/postalCodes";
import { postalServicesOf, readProviderAddresses } from "./model/providerAddresses";
import { lookUpCep, type PostalAnswer } from "./providers/viaCep";

const vPostalAddress = v.object({
  street: v.string(),
  neighborhood: v.string(),
  city: v.string(),
  state: v.string(),
});

/**
 * Staff: what a CEP stands for. `unavailable` means that nobody could say: it stands in the way of nothing.
 *
 * Refused with `invalid_cep`.
 * Source: specification §5 "Checkout lookup", contracts/viacep.md §4.
 */
export const lookUp = tenantAction({
  args: { cep: v.string() },
  returns: v.union(
    v.object({ kind: v.literal("found"), address: vPostalAddress }),
    v.object({ kind: v.literal("not_found") }),
    v.object({ kind: v.literal("unavailable") }),
  ),
  handler: async (ctx, { cep: typed }): Promise<PostalAnswer> => {
    const cep = digitsOf(typed);
    if (!isCep(cep)) return refuseWith("invalid_cep");
    const services = await ctx.runQuery(internal.postalCodes.services, { tenantId: ctx.tenantId });
    const source = services.viaCepUrl;
    const known = await ctx.runQuery(internal.postalCodes.remembered, { source, cep });
    if (known !== null && isFresh(known, Date.now())) return answerOf(known.address);
    const answer = await lookUpCep(services, cep);
    // Rather an old answer than none.
    if (answer.kind === "unavailable") return known === null ? answer : answerOf(known.address);
    const address = answer.kind === "found" ? answer.address : null;
    await ctx.runMutation(internal.postalCodes.remember, { source, cep, address });
    return answer;
  },
});

function answerOf(address: (PostalAnswer & { kind: "found" })["address"] | null): PostalAnswer {
  return address === null ? { kind: "not_found" } : { kind: "found", address };
}

export const services = scopedQuery({
  args: {},
  returns: v.object({ viaCepUrl: v.string(), brasilApiUrl: v.string() }),
  handler: async ({ db }) => postalServicesOf(await readProviderAddresses(db)),
});

const vCepKey = { source: v.string(), cep: v.string() };

export const remembered = systemQuery({
  args: vCepKey,
  returns: v.union(v.null(), v.object({ address: v.union(v.null(), vPostalAddress), fetchedAt: v.number() })),
  handler: async ({ db }, { source, cep }) => {
    const row = await findCep(db, source, cep);
    return row === null ? null : { address: row.address, fetchedAt: row.fetchedAt };
  },
});

export const remember = systemMutation({
  args: { ...vCepKey, address: v.union(v.null(), vPostalAddress) },
  returns: v.null(),
  handler: async ({ db }, answer) => {
    await rememberCep(db, answer, Date.now());
    return null;
  },
});
