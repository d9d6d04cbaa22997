import Papa from "papaparse";
import { plainCell } from "../../../domain/csv";
import type { RawRow } from "../../../domain/sheet";

/** More than twenty thousand rows ever need. */
const MAX_BYTES = 20 * 1024 * 1024;

export type FileReading =
  | { readonly ok: true; readonly rows: readonly RawRow[] }
  | { readonly ok: false; readonly problem: "too_large" | "is_spreadsheet" };

/** What a spreadsheet program's own files begin with: zipped ones, and those of before 2007. */
const SPREADSHEETS = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
];

/** The rows of a file that somebody chose, whichever program wrote it. */
export async function readCsvFile(file: Blob): Promise<FileReading> {
  if (file.size > MAX_BYTES) return { ok: false, problem: "too_large" };
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (SPREADSHEETS.some((start) => start.every((byte, at) => bytes[at] === byte)))
    return { ok: false, problem: "is_spreadsheet" };
  return { ok: true, rows: parseCsv(decode(bytes)) };
}

/** UTF-8 where it is; else what Excel writes on a Brazilian computer. */
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    // Not UTF-8: in the other alphabet every byte is a letter, so this cannot fail.
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** The rows of a text, the empty ones as well, so that lines are counted as a spreadsheet counts them. */
export function parseCsv(text: string): readonly RawRow[] {
  const { data } = Papa.parse<string[]>(text, { delimiter: separatorOf(text), skipEmptyLines: false });
  return data.map((cells, at) => ({ line: at + 1, cells: cells.map(plainCell) }));
}

const SEPARATORS = [";", "\t", ","] as const;

/** Whichever the titles have: a name or a price with a comma in it decides nothing. */
function separatorOf(text: string): string {
  const [titles = ""] = text.replace(/^\ufeff?[\r\n]+/, "").split(/[\r\n]/, 1);
  return SEPARATORS.find((separator) => titles.includes(separator)) ?? ";";
}
