import fc from "fast-check";
import type { TableInfo } from "../../../embedded/storage/catalogue";
import type { Doc } from "../../../embedded/storage/document";
import type { KeyRange, Reader } from "../../../embedded/storage/reader";
import type { EncodedObject } from "../../../embedded/storage/values";
import { aDoc, edited } from "./aStore";
import { indexIds, keyIn } from "./naiveTable";

/** One random write to one of a few documents. `slot` names the document, so that the same one is written again and again. */
export interface Write {
  readonly slot: number;
  readonly kind: "put" | "remove";
  readonly a: number;
  readonly b: string | null;
}

export const SLOTS = 6;

export const aWrite: fc.Arbitrary<Write> = fc.record({
  slot: fc.nat(SLOTS - 1),
  kind: fc.constantFrom("put", "put", "remove"),
  a: fc.nat(3),
  b: fc.constantFrom("x", "y", null),
});

/** Where a write lands: ids stay with their slot while a document lives; a removed one comes back under a new id. */
export class Slots {
  readonly #ids = new Map<number, string>();
  #clock = 1_000;

  constructor(private readonly table: TableInfo) {}

  /** The document as it is and as it shall be; null when the write has nothing to remove. */
  resolve(
    { slot, kind, a, b }: Write,
    read: (id: string) => Doc | null,
  ): { id: string; before: Doc | null; after: Doc | null } | null {
    const id = this.#ids.get(slot);
    const before = id === undefined ? null : read(id);
    const fields: EncodedObject = { a, ...(b === null ? {} : { b }) };
    if (kind === "remove") return before === null ? null : { id: before.id, before, after: null };
    if (before !== null) return { id: before.id, before, after: edited(before, fields) };
    const after = aDoc(this.table, fields, this.#clock++);
    this.#ids.set(slot, after.id);
    return { id: after.id, before: null, after };
  }
}

/** Compares two readers by every index, in both directions, whole, cut by limits, and between keys of real documents. */
export function differences(table: TableInfo, docs: readonly Doc[], one: Reader, other: Reader): string[] {
  const found: string[] = [];
  for (const { id } of docs) if (one.get(table, id)?.json !== other.get(table, id)?.json) found.push(`get ${id}`);
  for (const indexId of indexIds(table)) {
    const keys = docs.map((doc) => keyIn(table, indexId, doc)).sort();
    const middle = keys[keys.length >> 1] ?? "";
    const ranges: KeyRange[] = [
      { from: "", to: "\xff" },
      { from: middle, to: "\xff" },
      { from: "", to: middle },
      { from: keys[0] ?? "", to: `${middle}\x00` },
    ];
    for (const range of ranges)
      for (const direction of ["asc", "desc"] as const)
        for (const limit of [1, 2, 100]) {
          const [left, right] = [one, other].map((reader) =>
            JSON.stringify(reader.scan(table, indexId, range, direction, limit)),
          );
          if (left !== right)
            found.push(`index ${indexId} ${JSON.stringify(range)} ${direction} ${limit}: ${left} / ${right}`);
        }
  }
  return found;
}
