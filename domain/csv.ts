import { formatPhone } from "./phone";
import { toDecimalString, type Cents } from "./money";

/** Without it, a spreadsheet takes the accents of a file for another alphabet. */
const BYTE_ORDER_MARK = "\ufeff";
const SEPARATOR = ";";
const LINE_END = "\r\n";

/** What a spreadsheet would take for the beginning of a formula. */
const LIVE_START = /^[=+\-@\t\r]/;
const NEEDS_QUOTES = /[";\r\n]/;

/**
 * A file that a spreadsheet opens right: UTF-8 with its mark, semicolons, CRLF; no cell is a live formula.
 *
 * Source: UX conventions N9.
 */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return BYTE_ORDER_MARK + rows.map((row) => row.map(toCell).join(SEPARATOR) + LINE_END).join("");
}

function toCell(text: string): string {
  const harmless = LIVE_START.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** `123456` → `1234,56`: a number in a Brazilian spreadsheet. */
export function csvMoney(cents: Cents): string {
  return toDecimalString(cents).replace(".", ",");
}

/** `5511912345678` → `(11) 91234-5678`: stays text, and begins with nothing that has to be neutralised. */
export function csvPhone(digits: string): string {
  return formatPhone(digits).replace(/^\+55 /, "");
}

/** An apostrophe that stands before what would be a formula: ours, and not of the text. */
const NEUTRALISED = /^'(?=[=+\-@\t\r])/;

/** A row of a file, and where it stands as a spreadsheet counts them: the first is 1, empty ones count too. */
export interface CsvRow {
  readonly line: number;
  readonly cells: string[];
}

/**
 * The cells of a file, whoever wrote it: with or without the mark, separated by semicolons, tabs or commas (whichever the
 * first line has), cells in quotes where they hold one of these. Empty lines are left out.
 */
export function parseCsv(file: string): string[][] {
  return parseCsvRows(file).map(({ cells }) => cells);
}

/** As `parseCsv`, each row with its line. */
export function parseCsvRows(file: string): CsvRow[] {
  const text = file.startsWith(BYTE_ORDER_MARK) ? file.slice(1) : file;
  const separator = separatorOf(text);
  const rows: CsvRow[] = [];
  let line = 1;
  let row: string[] = [];
  let cell = "";
  let isQuoted = false;
  const endCell = () => {
    row.push(cell.replace(NEUTRALISED, ""));
    cell = "";
  };
  const endRow = () => {
    endCell();
    if (row.some((each) => each.trim() !== "")) rows.push({ line, cells: row });
    line += 1;
    row = [];
  };
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charAt(at);
    if (isQuoted && letter === '"' && text.charAt(at + 1) === '"') {
      cell += '"';
      at += 1;
    } else if (isQuoted) {
      if (letter === '"') isQuoted = false;
      else cell += letter;
    } else if (letter === '"' && cell === "") isQuoted = true;
    else if (letter === separator) endCell();
    else if (letter === "\n") endRow();
    else if (letter !== "\r") cell += letter;
  }
  endRow();
  return rows;
}

const SEPARATORS = [";", "\t", ","] as const;

function separatorOf(text: string): string {
  const [firstLine = ""] = text.split("\n", 1);
  return SEPARATORS.find((separator) => firstLine.includes(separator)) ?? SEPARATOR;
}
