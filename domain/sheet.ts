import { normalizeSearch } from "./codes";
import { ok, refuse, type Result } from "./errors";
import { MAX_IMPORT_ROWS } from "./jobs";

/** A column of a file that is read, or written. */
export interface SheetColumn<Key extends string = string> {
  readonly key: Key;
  /** What stands at the top of it, in the files we write. */
  readonly title: string;
  /** What else it may be called, without accents and capitals. */
  readonly aliases: readonly string[];
  /** Whether a file is of no use without it. */
  readonly isRequired: boolean;
}

/** A row of a file as it stands there. */
export interface RawRow {
  /** As a spreadsheet counts them: the first is 1, empty ones count too. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** The cells of a row that have something in them, by the key of their column. */
export type SheetCells = Readonly<Record<string, string>>;

export interface SheetRow {
  /** As a spreadsheet counts them: the titles stand in line 1. */
  readonly line: number;
  readonly cells: SheetCells;
}

export interface Sheet {
  readonly rows: readonly SheetRow[];
  /** Titles of the file that are none of ours: nothing is read from under them. */
  readonly unknownTitles: readonly string[];
}

/** No field of ours is longer; what stands beyond makes the row be refused, not the file. */
const MAX_CELL = 200;

/**
 * The rows of a file by our columns, whatever their order; the first row has the titles, empty ones are left out; capitals and accents of the titles do not matter.
 *
 * Refused with `sheet_empty`, `sheet_columns_missing` (names them), `sheet_too_long`.
 */
export function readSheet(file: readonly RawRow[], columns: readonly SheetColumn[]): Result<Sheet> {
  const [titles, ...rows] = file.filter(({ cells }) => cells.some((cell) => cell.trim() !== ""));
  if (titles === undefined || rows.length === 0) return refuse("sheet_empty");
  if (rows.length > MAX_IMPORT_ROWS) return refuse("sheet_too_long", { max: MAX_IMPORT_ROWS });
  const found = titles.cells.map((title) => findColumn(title, columns));
  const missing = columns.filter((column) => column.isRequired && !found.includes(column));
  if (missing.length > 0) {
    return refuse("sheet_columns_missing", { columns: missing.map(({ title }) => title).join(", ") });
  }
  return ok({
    rows: rows.map(({ line, cells }) => ({ line, cells: byColumn(found, cells) })),
    unknownTitles: titles.cells.filter((title, at) => found[at] === undefined && title.trim() !== ""),
  });
}

function findColumn(title: string, columns: readonly SheetColumn[]): SheetColumn | undefined {
  const normal = normalizeSearch(title)
    .replace(/[*:.]+$/, "")
    .trim();
  return columns.find((column) => normal === normalizeSearch(column.title) || column.aliases.includes(normal));
}

/** Where two columns are the same, the first that has something in it counts. */
function byColumn(found: readonly (SheetColumn | undefined)[], cells: readonly string[]): SheetCells {
  const named: Record<string, string> = {};
  for (const [at, column] of found.entries()) {
    const cell = cells[at]?.trim() ?? "";
    if (column !== undefined && cell !== "") named[column.key] ??= cell;
  }
  return named;
}

/** Rows as they are sent and kept: our columns alone, no cell longer than any field of ours. */
export function tidyCells(cells: SheetCells, columns: readonly SheetColumn[]): SheetCells {
  const own = columns.filter(({ key }) => Object.hasOwn(cells, key));
  return Object.fromEntries(own.map(({ key }) => [key, (cells[key] ?? "").slice(0, MAX_CELL)]));
}
