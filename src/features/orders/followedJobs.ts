/** What is needed of a job to know whether it is shown. */
interface Listed {
  readonly jobId: string;
  readonly kind: string;
  readonly state: string;
  readonly createdAt: number;
}

/** More than the server lists is never asked for. */
const MAX_FOLLOWED = 20;

/** The jobs begun on this device whose end has not been put away, as stored; what is not understood is ignored. */
export function parseFollowed(stored: string | null): readonly string[] {
  return (stored ?? "").split(",").filter((id) => id !== "");
}

export function withFollowed(followed: readonly string[], jobId: string): string {
  return [...followed.filter((id) => id !== jobId), jobId].slice(-MAX_FOLLOWED).join(",");
}

/** Null when nothing is left to follow. */
export function withoutFollowed(followed: readonly string[], jobId: string): string | null {
  return followed.filter((id) => id !== jobId).join(",") || null;
}

/**
 * Work on orders that runs, whoever began it; and what has ended and was begun here, until it is put away. Oldest first,
 * so that nothing moves when another begins.
 */
export function jobsToShow<Job extends Listed>(
  jobs: readonly Job[],
  followed: readonly string[],
  dismissed: ReadonlySet<string>,
): readonly Job[] {
  return jobs
    .filter(({ kind, state, jobId }) => {
      if (!kind.startsWith("orders_") || dismissed.has(jobId)) return false;
      return state === "running" || followed.includes(jobId);
    })
    .sort((a, b) => a.createdAt - b.createdAt);
}
