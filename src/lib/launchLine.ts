/** What a link or a key brings along when it leads to the launch line: from any screen, with a code or without. */
export interface LaunchLineRequest {
  readonly toLaunchLine: true;
  readonly code?: string;
}

export const LAUNCH_PATH = "/pedidos-manual";

/** The request in a history entry, or null when one came there in another way. */
export function launchLineRequest(state: unknown): LaunchLineRequest | null {
  if (typeof state !== "object" || state === null || !("toLaunchLine" in state)) return null;
  const code = "code" in state && typeof state.code === "string" ? state.code : undefined;
  return { toLaunchLine: true, ...(code === undefined ? {} : { code }) };
}
