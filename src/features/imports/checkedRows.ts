import { refusalMessage } from "../../../domain/errors";
import type { SheetRow } from "../../../domain/sheet";
import type { ImportDescription } from "./description";
import { texts } from "./texts";

/** A row of the file with what would become of it. */
export interface CheckedRow extends SheetRow {
  /** Why it will not be imported; null when it will. */
  readonly problem: string | null;
  /** What is good to know of a row that will be. */
  readonly remark: string | null;
}

export interface CheckedSheet {
  readonly rows: readonly CheckedRow[];
  readonly good: number;
  readonly bad: number;
}

/** What would become of each row, as far as the file alone says it: of what is there already only the server knows. */
export function checkRows(
  rows: readonly SheetRow[],
  { check }: Pick<ImportDescription, "check">,
  options: { readonly updateExisting: boolean },
): CheckedSheet {
  const firstLines = new Map<string, number>();
  const checked = rows.map((row): CheckedRow => {
    const result = check(row.cells, options);
    if (!result.ok) {
      const { code, params } = result.refusal;
      return { ...row, problem: refusalMessage(code, params), remark: null };
    }
    const earlier = firstLines.get(result.value);
    if (earlier === undefined) {
      firstLines.set(result.value, row.line);
      return { ...row, problem: null, remark: null };
    }
    // With the choice to update, the later row changes what the earlier made.
    const repeats = texts.repeats(earlier);
    return options.updateExisting
      ? { ...row, problem: null, remark: repeats }
      : { ...row, problem: repeats, remark: null };
  });
  const bad = checked.filter(({ problem }) => problem !== null).length;
  return { rows: checked, good: checked.length - bad, bad };
}
