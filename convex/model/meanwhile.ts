import { refuse, type ChangedMeanwhile } from "../../domain/errors";
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
