import { toCsv } from "../../../domain/csv";
import type { SheetColumn, SheetRow } from "../../../domain/sheet";
import { texts } from "./texts";
import type { JobFailure } from "./useImports";

/**
 * The rows that were not imported, with the reason of each. Where the file's own rows are at hand they come whole, under
 * their titles: mended, the file is imported as it is, because titles that an import does not know are left out.
 */
export function failuresCsv(
  failures: readonly JobFailure[],
  rows: readonly SheetRow[] | null,
  columns: readonly SheetColumn[],
): string {
  if (rows === null) {
    return toCsv([
      [texts.line, texts.record, texts.reason],
      ...failures.map(({ line, label, reason }) => [String(line), label, reason]),
    ]);
  }
  const byLine = new Map(rows.map(({ line, cells }) => [line, cells]));
  return toCsv([
    [...columns.map(({ title }) => title), texts.reason, texts.line],
    ...failures.map(({ line, reason }) => [
      ...columns.map(({ key }) => byLine.get(line)?.[key] ?? ""),
      reason,
      String(line),
    ]),
  ]);
}
