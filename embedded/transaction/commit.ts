import type { DocumentChange } from "../storage/store";
import type { KeyWrites } from "./readSet";

/** One durable batch, as those who watch the committer see it. */
export interface Commit {
  readonly ts: bigint;
  readonly writes: KeyWrites;
  readonly changes: readonly DocumentChange[];
}
