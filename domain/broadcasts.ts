/** One text to everybody of a selection of orders: its states, and what is said of it when it is over. */

/**
 * `preparing`: its recipients are being gathered. `ready`: they are counted and wait to be confirmed. The last two are
 * final.
 */
export const BROADCAST_STATES = ["preparing", "ready", "running", "paused", "finished", "canceled"] as const;
export type BroadcastState = (typeof BROADCAST_STATES)[number];

/** `taken`: its message is made. `skipped`: it gets none, and why is written beside it. */
export const RECIPIENT_STATES = ["waiting", "taken", "sent", "failed", "in_doubt", "skipped"] as const;
export type RecipientState = (typeof RECIPIENT_STATES)[number];

/** Why somebody of the selection gets no message. */
export const SKIPPED_REASONS = {
  optedOut: "Pediu para não receber mensagens",
  canceled: "O envio foi cancelado",
} as const;

/** Whether it has begun and is not over: of those a company has one at most. */
export function isUnderWay(state: BroadcastState): boolean {
  return state === "running" || state === "paused";
}

export function isOver(state: BroadcastState): boolean {
  return state === "finished" || state === "canceled";
}

export interface BroadcastCounts {
  /** How many it was to go to. */
  readonly total: number;
  readonly sent: number;
  readonly failed: number;
  /** Given to the gateway, and nobody can say whether they left. */
  readonly inDoubt: number;
}

/** How many are neither sent nor given up. */
export function remaining({ total, sent, failed, inDoubt }: BroadcastCounts): number {
  return Math.max(0, total - sent - failed - inDoubt);
}

export interface BroadcastResult {
  readonly title: string;
  readonly text: string;
  /** Nobody got it. */
  readonly isDestructive: boolean;
}

/**
 * What a person reads when a broadcast is over; null before.
 *
 * Source: specification §8 "Broadcast finished"; the sentence of one that was canceled is inferred.
 */
export function broadcastResult(state: BroadcastState, counts: BroadcastCounts): BroadcastResult | null {
  if (!isOver(state)) return null;
  const { sent } = counts;
  const errors = counts.failed + counts.inDoubt;
  const left = remaining(counts);
  const parts = [
    sent === 0 ? "Nenhuma mensagem enviada" : `${sent} ${sent === 1 ? "mensagem enviada" : "mensagens enviadas"}`,
    ...(errors === 0 ? [] : [`${errors} ${errors === 1 ? "erro" : "erros"}`]),
    ...(left === 0 ? [] : [`${left} sem envio`]),
  ];
  const title = state === "finished" ? "Mensagem em Massa Concluída" : "Mensagem em Massa Cancelada";
  return { title, text: parts.join(", "), isDestructive: sent === 0 };
}
