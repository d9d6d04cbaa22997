import { useRef, useState } from "react";
import type { Id } from "../../../convex/_generated/dataModel";
import { formatBRL } from "../../../domain/money";
import { refusalOf, sentenceOf } from "../../lib/refusal";
import { moneyText } from "../../ui/MoneyField";
import { dialogTexts as texts } from "./dialogTexts";
import { readPrice, readQuantity } from "./editRules";
import type { LineChanges } from "./useLineChanges";
import type { OrderLine } from "./useOrderDetail";

export type LineField = "quantity" | "unitPriceCents";

/** What is being typed in a field of a line, until it is applied or dropped. */
export interface Draft {
  readonly text: string;
  /** The value that stood there when the typing began, or that the person has chosen to write over since. */
  readonly seen: number;
  /** Why it could not be applied. */
  readonly error: string | null;
}

export interface LineDrafts {
  readonly draftOf: (line: OrderLine, field: LineField) => Draft | null;
  readonly type: (line: OrderLine, field: LineField, text: string) => void;
  readonly drop: (line: OrderLine, field: LineField) => void;
  /** Applies what was typed. @returns whether nothing is left to be applied */
  readonly commit: (line: OrderLine, field: LineField, options?: { overTheirs?: boolean }) => Promise<boolean>;
  readonly commitAll: (lines: readonly OrderLine[]) => Promise<boolean>;
  readonly isAny: boolean;
}

const keyOf = (lineId: Id<"cartItems">, field: LineField) => `${lineId}:${field}`;

/**
 * What is typed into the lines of the edit dialog. It is never overwritten by what others change (UX conventions F6);
 * applying it says what was seen, so the server refuses to overwrite in silence (P3).
 */
export function useLineDrafts({ setQuantity, setPrice }: LineChanges): LineDrafts {
  const [drafts, setDrafts] = useState<ReadonlyMap<string, Draft>>(new Map());
  const put = (key: string, draft: Draft | null) =>
    setDrafts((before) => {
      const after = new Map(before);
      if (draft === null) after.delete(key);
      else after.set(key, draft);
      return after;
    });

  /** Enter applies a field, and the question that follows takes the focus out of it: that is one change, not two. */
  const underWay = useRef(new Map<string, Promise<boolean>>());

  function commit(line: OrderLine, field: LineField, options: { overTheirs?: boolean } = {}): Promise<boolean> {
    const key = keyOf(line.lineId, field);
    const running = underWay.current.get(key);
    if (running !== undefined) return running;
    const committing = apply(line, field, options).finally(() => underWay.current.delete(key));
    underWay.current.set(key, committing);
    return committing;
  }

  async function apply(line: OrderLine, field: LineField, { overTheirs = false }): Promise<boolean> {
    const key = keyOf(line.lineId, field);
    const draft = drafts.get(key);
    if (draft === undefined) return true;
    const value = valueOf(draft.text, field);
    if (value === null || value === line[field]) {
      put(key, null);
      return true;
    }
    const seen = overTheirs ? line[field] : draft.seen;
    const change = field === "quantity" ? setQuantity : setPrice;
    const result = await change(line.lineId, value, seen);
    if (result.kind !== "failed") {
      put(key, null);
      return true;
    }
    // The choice that the changed value brings says more than the refusal would.
    const isConflict = refusalOf(result.error)?.code === "changed_meanwhile";
    const failed = field === "quantity" ? texts.quantityFailed : texts.priceFailed;
    put(key, { ...draft, seen, error: isConflict ? null : sentenceOf(result.error, failed) });
    return false;
  }

  return {
    draftOf: (line, field) => drafts.get(keyOf(line.lineId, field)) ?? null,
    type: (line, field, text) => {
      const key = keyOf(line.lineId, field);
      put(key, { text, seen: drafts.get(key)?.seen ?? line[field], error: null });
    },
    drop: (line, field) => put(keyOf(line.lineId, field), null),
    commit,
    commitAll: async (lines) => {
      let isAllDone = true;
      for (const line of lines) {
        for (const field of ["quantity", "unitPriceCents"] as const) {
          if (!(await commit(line, field))) isAllDone = false;
        }
      }
      return isAllDone;
    },
    isAny: drafts.size > 0,
  };
}

/** Null: no change. An emptied price is none; anything else that cannot be read follows the dialog's rules. */
function valueOf(text: string, field: LineField): number | null {
  if (field === "quantity") return readQuantity(text);
  return text.trim() === "" ? null : readPrice(text);
}

/** A value as its field shows it. */
export function fieldText(field: LineField, value: number): string {
  return field === "quantity" ? String(value) : moneyText(value);
}

/** A value as a sentence names it. */
export function shownValue(field: LineField, value: number): string {
  return field === "quantity" ? String(value) : formatBRL(value);
}
