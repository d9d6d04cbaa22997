/** Labels of addresses that never name a company. Source: specification §1. */
export const RESERVED_LABELS = ["www", "api", "admin", "mail", "ftp"] as const;

export const MAX_SLUG = 20;

/** When nothing of a name is left, as of "!!!": a label all the same. */
const NAMELESS = "empresa";

/** A name as a label: small letters and digits without accents, at most 20. May be reserved or taken. */
export function slugFromName(name: string): string {
  const plain = name
    .normalize("NFD")
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "");
  return (plain === "" ? NAMELESS : plain).slice(0, MAX_SLUG);
}

/**
 * The labels a company of this name may get, best first: its own, then with 2, 3, 4 … behind it, always within 20
 * characters and never a reserved one.
 *
 * Source: specification §5 "Company create", product.md "Companies and addresses".
 */
export function* slugCandidates(name: string): Generator<string, never> {
  const base = slugFromName(name);
  if (!isReservedLabel(base)) yield base;
  for (let suffix = 2; ; suffix += 1) {
    const digits = String(suffix);
    yield base.slice(0, MAX_SLUG - digits.length) + digits;
  }
}

export function isReservedLabel(label: string): boolean {
  return RESERVED_LABELS.some((reserved) => reserved === label);
}
