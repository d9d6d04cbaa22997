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
  /** The value that is on its way to the server, and shown already; null when none is. */
  readonly sent: number | null;
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

type Drafts = ReadonlyMap<string, Draft>;

/** A change on its way, and the text it was made of. */
interface UnderWay {
  readonly text: string;
  readonly done: Promise<boolean>;
}

const keyOf = (lineId: Id<"cartItems">, field: LineField) => `${lineId}:${field}`;

/**
 * What is typed into the lines of the edit dialog. It is never overwritten by what others change (UX conventions F6);
 * applying it says what was seen, so the server refuses to overwrite in silence (P3).
 */
export function useLineDrafts({ setQuantity, setPrice }: LineChanges): LineDrafts {
  const [drafts, setDrafts] = useState<Drafts>(new Map());
  /** The drafts after the latest key, also for who waits for an answer. */
  const latest = useRef<Drafts>(drafts);
  function put(key: string, draft: Draft | null) {
    const after = new Map(latest.current);
    if (draft === null) after.delete(key);
    else after.set(key, draft);
    latest.current = after;
    setDrafts(after);
  }

  const underWay = useRef(new Map<string, UnderWay>());

  function commit(line: OrderLine, field: LineField, options: { overTheirs?: boolean } = {}): Promise<boolean> {
    const key = keyOf(line.lineId, field);
    const text = latest.current.get(key)?.text;
    const running = underWay.current.get(key);
    // Enter applies a field, and the question that follows takes the focus out of it: that is one change, not two.
    if (running !== undefined && (text === undefined || text === running.text)) return running.done;
    if (running !== undefined) return running.done.then(() => commitAfter(line, field));
    const done = apply(line, field, options).finally(() => underWay.current.delete(key));
    if (text !== undefined) underWay.current.set(key, { text, done });
    return done;
  }

  /** What was applied while a change was on its way starts from what that one has left behind. */
  function commitAfter(line: OrderLine, field: LineField): Promise<boolean> {
    const draft = latest.current.get(keyOf(line.lineId, field));
    return draft === undefined ? Promise.resolve(true) : commit({ ...line, [field]: draft.seen }, field);
  }

  async function apply(line: OrderLine, field: LineField, { overTheirs = false }): Promise<boolean> {
    const key = keyOf(line.lineId, field);
    const draft = latest.current.get(key);
    if (draft === undefined) return true;
    const value = valueOf(draft.text, field);
    if (value === null || value === line[field]) {
      put(key, null);
      return true;
    }
    const seen = overTheirs ? line[field] : draft.seen;
    put(key, { ...draft, seen, sent: value, error: null });
    const change = field === "quantity" ? setQuantity : setPrice;
    const result = await change(line.lineId, value, seen);
    const now = latest.current.get(key);
    // What was typed while it was on its way is another draft: it stays.
    const typedOn = now !== undefined && now.text !== draft.text ? now : null;
    if (result.kind !== "failed") {
      const stands = result.kind === "done" ? value : seen;
      put(key, typedOn === null ? null : { ...typedOn, seen: stands, sent: null });
      return true;
    }
    if (typedOn !== null) {
      put(key, { ...typedOn, sent: null });
      return false;
    }
    // The choice that the changed value brings says more than the refusal would.
    const isConflict = refusalOf(result.error)?.code === "changed_meanwhile";
    const failed = field === "quantity" ? texts.quantityFailed : texts.priceFailed;
    put(key, { ...draft, seen, sent: null, error: isConflict ? null : sentenceOf(result.error, failed) });
    return false;
  }

  return {
    draftOf: (line, field) => drafts.get(keyOf(line.lineId, field)) ?? null,
    type: (line, field, text) => {
      const key = keyOf(line.lineId, field);
      const { seen = line[field], sent = null } = latest.current.get(key) ?? {};
      put(key, { text, seen, sent, error: null });
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

/** Whether somebody else has changed the value beneath a draft; one's own change on its way is nobody else's. */
export function isContested({ seen, sent }: Draft, value: number): boolean {
  return value !== seen && value !== sent;
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
