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

/** The text of a cell that `toCsv` may have made harmless. */
export function plainCell(cell: string): string {
  return cell.replace(NEUTRALISED, "");
}
