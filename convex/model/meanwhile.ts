import type { AuditValues } from "../../domain/audit";
import { refuse, type ChangedMeanwhile } from "../../domain/errors";
import { shownValue, type SeenValues } from "../../domain/seenValues";
import { appError } from "../lib/errors";

/**
 * Refuses to overwrite in silence what somebody else has made of a field since the asker saw it.
 *
 * @param stored the value as it stands, with who made it so and when
 * @param seen what the asker's screen showed
 * Refused with `changed_meanwhile`.
 * Source: UX conventions P3.
 */
export function requireUnchanged(stored: ChangedMeanwhile, seen: ChangedMeanwhile["value"]): void {
  if (stored.value !== seen) throw appError(refuse("changed_meanwhile", stored).refusal);
}

/** Who has made a field what it is, and when. */
export interface Author {
  readonly actorName: string;
  readonly at: number;
}

export interface Overwriting {
  /** As the record stands. */
  readonly stored: AuditValues;
  /** What it is to become; a field that is not here stays. */
  readonly wanted: AuditValues;
  /** Undefined where nobody looked at a screen. */
  readonly seen: SeenValues | undefined;
}

/**
 * The same for the fields of a form. Only what the change would overwrite is compared; the same value from both is no
 * conflict.
 *
 * @param authorOf asked only where there is a conflict
 * Refused with `changed_meanwhile`.
 */
export async function requireSeen(
  { stored, wanted, seen = {} }: Overwriting,
  authorOf: (field: string) => Promise<Author | null>,
  deed: { readonly at: number },
): Promise<void> {
  for (const [field, seenValue] of Object.entries(seen)) {
    const value = stored[field] ?? null;
    if (typeof value === "boolean" || wanted[field] === undefined || wanted[field] === value) continue;
    if (value === seenValue) continue;
    const author = (await authorOf(field)) ?? { actorName: "Alguém", at: deed.at };
    requireUnchanged({ field, value, shown: shownValue(field, value), ...author }, seenValue);
  }
}
