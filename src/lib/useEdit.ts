import { useState } from "react";
import { changedFields, conflictsOf, follow, keepMine, takeTheirs, type Edit, type EditShape } from "./edits";
import { refusalOf } from "./refusal";

/** Who has made a field another, as the server said when it refused to overwrite it. */
export interface Author {
  readonly actorName: string;
  readonly at: number;
}

interface Known extends Author {
  readonly field: string;
}

export interface EditOptions<Values, Text> extends EditShape<Values, Text> {
  /** As it is stored now, live; null where there is nothing yet. */
  readonly stored: Values | null;
  /** What a new one begins with. */
  readonly fresh: Values;
}

/** A form over a record that others change meanwhile: what is typed, what was seen, and where both differ (P3). */
export function useEdit<Values extends object, Text extends object>(options: EditOptions<Values, Text>) {
  const { stored, fresh, ...shape } = options;
  const [edit, setEdit] = useState<Edit<Values, Text>>(() => {
    const seen = stored ?? fresh;
    return { seen, text: shape.toText(seen) };
  });
  const [known, setKnown] = useState<Known | null>(null);
  const current = stored === null ? edit : follow(edit, stored, shape);
  const changed = changedFields(current, shape);
  const conflicts = stored === null ? [] : conflictsOf(current, stored, shape);

  return {
    text: current.text,
    /** Send it along with what is saved. */
    seen: current.seen,
    changed,
    isDirty: changed.length > 0,
    type: (change: Partial<Text>) => setEdit({ ...current, text: { ...current.text, ...change } }),
    hasConflict: (field: keyof Values) => conflicts.includes(field),
    /** Null until the server has said who. */
    authorOf: (field: PropertyKey): Author | null => (known?.field === field ? known : null),
    settle: (field: keyof Values, whose: "mine" | "theirs") => {
      if (stored === null) return;
      setEdit(whose === "mine" ? keepMine(current, field, stored) : takeTheirs(current, field, stored, shape));
    },
    /** Back to what is stored. */
    forget: () => {
      const seen = stored ?? fresh;
      setEdit({ seen, text: shape.toText(seen) });
    },
    /** Remembers who it was that the server would not have overwritten. */
    noteRefusal: (error: unknown) => setKnown(authorIn(error)),
  };
}

export type EditState<Values extends object, Text extends object> = ReturnType<typeof useEdit<Values, Text>>;

/** What was seen of the fields that are sent. */
export function pickSeen<Values extends object>(
  seen: Values,
  fields: readonly (keyof Values)[],
): Record<string, string | number | null> {
  const values = fields.map((field): [string, unknown] => [String(field), seen[field]]);
  return Object.fromEntries(values.filter((entry): entry is [string, string | number | null] => isPlain(entry[1])));
}

function isPlain(value: unknown): value is string | number | null {
  return value === null || typeof value === "string" || typeof value === "number";
}

function authorIn(error: unknown): Known | null {
  const refusal = refusalOf(error);
  if (refusal?.code !== "changed_meanwhile") return null;
  const { field, actorName, at } = refusal.params;
  if (typeof field !== "string" || typeof actorName !== "string" || typeof at !== "number") return null;
  return { field, actorName, at };
}
