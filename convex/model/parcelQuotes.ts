import type { PaginationOptions, PaginationResult } from "convex/server";
import { PICKUP, QUOTE_LIFE_MS } from "../../domain/freight";
import type { QuoteRequest } from "../../domain/quotes";
import type { Doc, Id } from "../_generated/dataModel";
import { refuseWith } from "../lib/errors";
import type { TenantReader, TenantWriter } from "../lib/tenantDb";
import type { QuotedOption, QuotedProduct } from "../providers/melhorEnvio";
import type { Deed } from "./orderEvents";

/** What carriers ask for a parcel that somebody has measured, and what was chosen of it. */

type Row = Doc<"freightQuotes">;
type KeptOption = Row["options"][number];

/** Asked for as one thing: carriers then put it into the smallest box they take. */
export function parcelAsProduct({ insuredCents, ...parcel }: QuoteRequest): QuotedProduct {
  const { weightGrams, heightCm, widthCm, lengthCm } = parcel;
  return { id: "pacote", quantity: 1, unitPriceCents: insuredCents ?? 0, weightGrams, heightCm, widthCm, lengthCm };
}

/** What is offered: collecting first, where it is wanted. Source: specification §5 "Quote". */
export function offer(quoted: readonly QuotedOption[], withPickup: boolean): KeptOption[] {
  const carried = quoted.map((option) => ({ ...option, packages: [...option.packages] }));
  return withPickup ? [{ ...PICKUP, packages: [] }, ...carried] : carried;
}

export async function keepParcelQuote(
  db: TenantWriter,
  { parcel, options }: { readonly parcel: QuoteRequest; readonly options: KeptOption[] },
  { actor, at }: Deed,
): Promise<Id<"freightQuotes">> {
  return await db.insert("freightQuotes", {
    ...parcel,
    options,
    askedAt: at,
    askedByName: actor.name,
    chosen: null,
    chosenAt: null,
    chosenByName: null,
  });
}

/**
 * Saves a quote with one of the options it was answered with; its price is the one that was kept, whatever a screen
 * shows. Choosing again changes the choice.
 *
 * Refused with `quote_not_found`, `quote_outdated`, `freight_not_found`.
 */
export async function chooseOption(
  db: TenantWriter,
  { quoteId, optionId }: { readonly quoteId: Id<"freightQuotes">; readonly optionId: string },
  { actor, at }: Deed,
): Promise<void> {
  const quote = await requireQuote(db, quoteId);
  if (quote.askedAt + QUOTE_LIFE_MS <= at) return refuseWith("quote_outdated");
  const chosen = quote.options.find((option) => option.optionId === optionId);
  if (chosen === undefined) return refuseWith("freight_not_found");
  await db.patch("freightQuotes", quote, { chosen, chosenAt: at, chosenByName: actor.name });
}

/** Refused with `quote_not_found`. */
export async function removeQuote(db: TenantWriter, quoteId: Id<"freightQuotes">): Promise<void> {
  await db.delete("freightQuotes", await requireQuote(db, quoteId));
}

async function requireQuote(db: TenantReader, quoteId: Id<"freightQuotes">): Promise<Row> {
  return (await db.get("freightQuotes", quoteId)) ?? refuseWith("quote_not_found");
}

/** What the screens see of an option: not what a label is bought with. */
function shown({ packages: _packages, ...option }: KeptOption) {
  return option;
}

export function shownOptions(options: readonly KeptOption[]) {
  return options.map(shown);
}

/** Saved ones, the latest choice first. */
export async function listQuotes(db: TenantReader, page: PaginationOptions) {
  const result: PaginationResult<Row> = await db
    .query("freightQuotes")
    .withIndex("by_tenantId_and_chosenAt_and_askedAt", (q) => q.gt("chosenAt", 0))
    .order("desc")
    .paginate(page);
  return { ...result, page: result.page.flatMap(toSaved) };
}

function toSaved({ _id: quoteId, chosen, chosenAt, chosenByName, ...row }: Row) {
  if (chosen === null || chosenAt === null) return [];
  const { cep, weightGrams, heightCm, widthCm, lengthCm, insuredCents } = row;
  const parcel = { cep, weightGrams, heightCm, widthCm, lengthCm, insuredCents };
  return [{ quoteId, ...parcel, option: shown(chosen), chosenAt, chosenByName: chosenByName ?? "" }];
}

/** Of one company at a time. @returns how many it has deleted of those that nothing was chosen of */
export async function deleteUnchosen(db: TenantWriter, now: number, most: number): Promise<number> {
  const over = await db
    .query("freightQuotes")
    .withIndex("by_tenantId_and_chosenAt_and_askedAt", (q) =>
      q.eq("chosenAt", null).lte("askedAt", now - QUOTE_LIFE_MS),
    )
    .take(most);
  for (const quote of over) await db.delete("freightQuotes", quote);
  return over.length;
}
