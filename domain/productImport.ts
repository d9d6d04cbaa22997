import { normalizeSearch } from "./codes";
import { csvMoney } from "./csv";
import { ok, refuse, type Result } from "./errors";
import { parseBRL, type Cents } from "./money";
import { checkProductDraft, type ProductDraft } from "./products";
import { readSheet, type RawRow, type Sheet, type SheetCells, type SheetColumn } from "./sheet";

type ProductKey = "code" | "name" | "price" | "stock" | "color" | "size" | "state";

/** The columns of a catalogue's file, imported and exported alike. */
export const PRODUCT_COLUMNS: readonly SheetColumn<ProductKey>[] = [
  { key: "code", title: "Código", aliases: ["cod", "code", "sku", "referencia"], isRequired: true },
  { key: "name", title: "Nome", aliases: ["produto", "descricao", "name"], isRequired: true },
  { key: "price", title: "Preço", aliases: ["valor", "preco de venda", "price"], isRequired: true },
  { key: "stock", title: "Estoque", aliases: ["quantidade", "qtd", "qtd em estoque", "stock"], isRequired: false },
  { key: "color", title: "Cor", aliases: ["variacao 1", "variacao1", "color"], isRequired: false },
  { key: "size", title: "Tamanho", aliases: ["variacao 2", "variacao2", "size"], isRequired: false },
  { key: "state", title: "Situação", aliases: ["status", "ativo"], isRequired: false },
];

const ACTIVE = "Ativo";
const INACTIVE = "Inativo";
const ACTIVE_WORDS = ["ativo", "ativa", "sim", "s", "1", "true"];
const INACTIVE_WORDS = ["inativo", "inativa", "nao", "n", "0", "false"];

/** The rows of a file of products, for preview and for sending. Refused as `readSheet` says. */
export function readProductSheet(file: readonly RawRow[]): Result<Sheet> {
  return readSheet(file, PRODUCT_COLUMNS);
}

/** What a row says of a product. What it leaves empty is absent: a new product gets the default, a known one keeps it. */
export type ProductRowDraft = Pick<ProductDraft, "code" | "name"> & {
  readonly priceCents: Cents;
  readonly stock?: number;
  readonly color?: string;
  readonly size?: string;
  readonly isActive?: boolean;
};

/**
 * A row as a product.
 *
 * Refused as a product that is typed: `fields_required`, `invalid_amount`, `invalid_stock`, `value_too_long`; and with
 * `invalid_state_word` for a 'Situação' that is neither.
 */
export function checkProductRow(cells: SheetCells): Result<ProductRowDraft> {
  const { code = "", name = "", price = "", stock, color, size, state } = cells;
  if (code.trim() === "" || name.trim() === "" || price.trim() === "") return refuse("fields_required");
  const priceCents = parseBRL(price);
  if (!priceCents.ok) return priceCents;
  const pieces = stock === undefined ? undefined : parsePieces(stock);
  if (pieces === null) return refuse("invalid_stock");
  const isActive = state === undefined ? undefined : parseState(state);
  if (isActive === null) return refuse("invalid_state_word");
  const defaults = { stock: null, color: null, size: null, isActive: true };
  const given = { priceCents: priceCents.value, ...present({ stock: pieces, color, size, isActive }) };
  const checked = checkProductDraft({ ...defaults, code, name, ...given });
  if (!checked.ok) return checked;
  return ok({ ...given, code: checked.value.code, name: checked.value.name });
}

/** Only what there is. */
function present<T extends object>(fields: T): { [Key in keyof T]?: Exclude<T[Key], undefined | null> } {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null);
  // Entries of T without those that hold nothing are what the type says; `fromEntries` forgets the names.
  return Object.fromEntries(entries) as { [Key in keyof T]?: Exclude<T[Key], undefined | null> };
}

/** Whole pieces as spreadsheets write them: `12`, `1.200`, `12,00`. */
function parsePieces(text: string): number | null {
  const digits = /^(\d{1,3}(?:\.\d{3})+|\d+)(?:,0+)?$/.exec(text.replace(/\s+/g, ""))?.[1];
  return digits === undefined ? null : Number(digits.replaceAll(".", ""));
}

function parseState(text: string): boolean | null {
  const word = normalizeSearch(text);
  if (ACTIVE_WORDS.includes(word)) return true;
  return INACTIVE_WORDS.includes(word) ? false : null;
}

/** A product as a line of the export, which the import reads back. */
export function productCsvRow(product: {
  readonly code: string;
  readonly name: string;
  readonly priceCents: Cents;
  readonly stock: number;
  readonly color: string | null;
  readonly size: string | null;
  readonly isActive: boolean;
}): string[] {
  const { code, name, priceCents, stock, color, size, isActive } = product;
  return [code, name, csvMoney(priceCents), String(stock), color ?? "", size ?? "", isActive ? ACTIVE : INACTIVE];
}

/** What a row is called where something is wrong with it. */
export function productRowLabel({ code, name }: SheetCells): string {
  return code ?? name ?? "Linha sem código";
}
