import { drawWinner, fingerprintOf } from "../../../../domain/raffle";

export const NUMBERS = [3, 12, 27, 31, 40];

/** A draw that was made as draws are made: its winner follows from its list and seed. */
export function aDraw(change: Record<string, unknown> = {}) {
  const eventDate = "2026-11-20";
  const fingerprint = fingerprintOf(eventDate, NUMBERS);
  const seed = "ab".repeat(32);
  return {
    drawId: "d1",
    eventDate,
    eligible: NUMBERS.length,
    fingerprint,
    drawnByName: "Ana",
    redoReason: null as string | null,
    drawnAt: Date.parse("2026-11-20T23:30:00Z"),
    seed,
    winner: {
      orderId: "o1",
      orderNumber: drawWinner({ fingerprint, seed }, NUMBERS),
      phone: "5511987654321",
      name: "Maria Souza" as string | null,
      totalCents: 8990,
    },
    ...change,
  };
}
