/**
 * The one form a product code is kept and compared in: `151`, `c151` and ` C151 ` are all `C151`.
 *
 * Bare digits get the C that shops leave out while speaking; any other code is only upper-cased and loses its spaces.
 * Source: specification §2 "Criar Pedido", UX conventions L6.
 */
export function normalizeCode(text: string): string {
  const code = text.replace(/\s+/g, "").toUpperCase();
  return /^\d+$/.test(code) ? `C${code}` : code;
}

const COMBINING_MARKS = /[\u0300-\u036f]/g;

/**
 * Lower case, no accents, single spaces: what search compares, so that `jose` finds `José`.
 *
 * `normalize` and `toLowerCase` follow the Unicode tables of the language itself and need no locale data.
 * Source: UX conventions N8.
 */
export function normalizeSearch(text: string): string {
  return text.normalize("NFD").replace(COMBINING_MARKS, "").toLowerCase().replace(/\s+/g, " ").trim();
}

/** What is searched: both already normalised, so that a scan over a catalogue normalises nothing. */
export interface SearchableProduct {
  /** As `normalizeCode` gives it. */
  readonly code: string;
  /** As `normalizeSearch` of the name gives it. */
  readonly searchName: string;
}

/** A search text prepared once for a whole scan. */
export interface PreparedSearch {
  readonly text: string;
  readonly exactCode: string;
}

export function prepareSearch(text: string): PreparedSearch {
  return { text: normalizeSearch(text), exactCode: normalizeCode(text) };
}

/**
 * Whether code or name contains the text; an empty text matches everything.
 *
 * Bare digits match inside the code with or without its C: `15` finds `C151` and `C215`.
 * Source: specification §5 "Product search (manual)".
 */
export function matchesSearch(product: SearchableProduct, search: PreparedSearch): boolean {
  if (search.text === "") return true;
  return (
    product.code.toLowerCase().includes(search.text) ||
    product.searchName.includes(search.text) ||
    isExactCode(product, search)
  );
}

/** Whether the text is, in full, this product's code. Exact codes are listed first. */
export function isExactCode(product: SearchableProduct, search: PreparedSearch): boolean {
  return product.code === search.exactCode;
}
