import { broadcastResult, remaining, type BroadcastState } from "../../../../domain/broadcasts";

const COUNTS = { total: 3, sent: 0, failed: 0, inDoubt: 0 };

/** A broadcast as the server shows it. */
export function aBroadcast(change: Record<string, unknown> & { state?: BroadcastState } = {}) {
  const broadcast = {
    broadcastId: "b1",
    state: "ready" as BroadcastState,
    text: "Oi {nome}, live hoje!",
    ...COUNTS,
    ordersFound: 4,
    optedOut: 0,
    repeated: 0,
    invalid: 0,
    pausedFor: null,
    pausedMessage: null,
    example: { name: "Maria Souza", phone: "5511987654321", text: "Oi Maria Souza, live hoje!" },
    estimatedEndAt: null,
    nextAt: null,
    createdByName: "Ana",
    createdAt: Date.parse("2026-11-20T15:00:00Z"),
    startedByName: null,
    startedAt: null,
    finishedAt: null,
    ...change,
  };
  return {
    ...broadcast,
    waiting: remaining(broadcast),
    result: broadcast.startedAt === null ? null : broadcastResult(broadcast.state, broadcast),
  };
}

/** One that somebody has begun. */
export function aStarted(state: BroadcastState, change: Record<string, unknown> = {}) {
  return aBroadcast({ state, startedByName: "Ana", startedAt: Date.parse("2026-11-20T15:01:00Z"), ...change });
}
