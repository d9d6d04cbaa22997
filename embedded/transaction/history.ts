import type { Commit } from "./commit";

const KEEP_NS = 5n * 60n * 1_000_000_000n;
const MOST_BYTES = 64 * 1024 * 1024;

/**
 * The recent commits, so that the state before them can be seen again (contract §5.4): those of the last five minutes, unless they replaced
 * more than there is room for. Holds what commits changed, in memory only: after a restart nothing is older than the start.
 */
export class History {
  readonly #commits: { readonly commit: Commit; readonly bytes: number }[] = [];
  #bytes = 0;
  /** The oldest timestamp whose state can still be made. */
  #oldestTs: bigint;

  constructor(
    startTs: bigint,
    private readonly mostBytes = MOST_BYTES,
  ) {
    this.#oldestTs = startTs;
  }

  get oldestTs(): bigint {
    return this.#oldestTs;
  }

  add(commit: Commit): void {
    let bytes = 0;
    for (const { before, after } of commit.changes) bytes += (before?.json.length ?? 0) + (after?.json.length ?? 0);
    this.#commits.push({ commit, bytes });
    this.#bytes += bytes;
    for (let first = this.#commits[0]; first !== undefined; first = this.#commits[0]) {
      if (first.commit.ts >= commit.ts - KEEP_NS && this.#bytes <= this.mostBytes) break;
      this.#commits.shift();
      this.#bytes -= first.bytes;
      this.#oldestTs = first.commit.ts;
    }
  }

  /** Commits after that timestamp, the oldest first. */
  after(ts: bigint): readonly Commit[] {
    const from = this.#commits.findLastIndex(({ commit }) => commit.ts <= ts) + 1;
    return this.#commits.slice(from).map(({ commit }) => commit);
  }
}
