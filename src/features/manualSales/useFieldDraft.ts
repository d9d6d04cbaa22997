import { useState } from "react";

export interface FieldDraft<Value> {
  /** What stands in the field. */
  readonly text: string;
  readonly isDirty: boolean;
  /** The value as it was when typing began, or when one's own was last preferred: what the server is told was seen. */
  readonly seen: Value;
  /** Somebody changed the value while it was being edited. */
  readonly isChangedMeanwhile: boolean;
  readonly type: (text: string) => void;
  readonly useTheirs: () => void;
  readonly keepMine: () => void;
}

/**
 * A field over a value that others may change. Untouched it follows the value; once touched it keeps what was typed,
 * and says when the value moved on beneath it (UX conventions F6, P3).
 */
export function useFieldDraft<Value>(value: Value, toText: (value: Value) => string): FieldDraft<Value> {
  const [draft, setDraft] = useState<{ readonly text: string; readonly seen: Value } | null>(null);
  const isDirty = draft !== null && draft.text !== toText(draft.seen);
  return {
    text: draft?.text ?? toText(value),
    isDirty,
    seen: draft?.seen ?? value,
    isChangedMeanwhile: isDirty && draft.seen !== value && draft.text !== toText(value),
    type: (text) => setDraft((before) => ({ text, seen: before?.seen ?? value })),
    useTheirs: () => setDraft(null),
    keepMine: () => setDraft((before) => (before === null ? null : { ...before, seen: value })),
  };
}
