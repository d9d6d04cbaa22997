import type { Result } from "../../../domain/errors";
import type { ImportKind } from "../../../domain/jobs";
import type { RawRow, Sheet, SheetCells, SheetColumn } from "../../../domain/sheet";

/** What is particular about importing one kind of record; the rest is the same for all. */
export interface ImportDescription {
  readonly kind: ImportKind;
  readonly title: string;
  readonly columns: readonly SheetColumn[];
  /** One record in the columns' order, for the model file. */
  readonly example: readonly string[];
  /** The choice to change what is there already, and what it means. */
  readonly updateExisting: string;
  readonly updateHint: string;
  readonly read: (file: readonly RawRow[]) => Result<Sheet>;
  /** The row by the rule that the server applies again. Gives what makes it the same record as another row. */
  readonly check: (cells: SheetCells, options: { readonly updateExisting: boolean }) => Result<string>;
  /** The name of the model file. */
  readonly modelName: string;
}
