import { drawWinner, fingerprintOf } from "../../../domain/raffle";
import type { Proof } from "./useRaffle";

/** What comes out when a stored draw is computed again. */
export interface Check {
  readonly fingerprint: string;
  readonly isFingerprintRight: boolean;
  /** Null where there is nobody to draw from. */
  readonly winner: number | null;
  readonly isWinnerRight: boolean;
  readonly isRight: boolean;
}

/** Computes a draw again from its list and seed, trusting nothing else that is stored of it. */
export function checkProof({ draw, orderNumbers }: Proof): Check {
  const fingerprint = fingerprintOf(draw.eventDate, orderNumbers);
  const winner = orderNumbers.length === 0 ? null : drawWinner({ fingerprint, seed: draw.seed }, orderNumbers);
  const isFingerprintRight = fingerprint === draw.fingerprint;
  const isWinnerRight = winner === draw.winner.orderNumber;
  return { fingerprint, isFingerprintRight, winner, isWinnerRight, isRight: isFingerprintRight && isWinnerRight };
}

/** What somebody needs to compute the draw elsewhere; no name and no phone. */
export function proofFile({ draw, orderNumbers }: Proof): { readonly name: string; readonly content: string } {
  const { eventDate, fingerprint, seed, drawnAt, winner } = draw;
  const facts = {
    eventDate,
    orderNumbers,
    fingerprint,
    seed,
    winner: winner.orderNumber,
    drawnAt: new Date(drawnAt).toISOString(),
  };
  return {
    name: `sorteio-${eventDate}-pedido-${winner.orderNumber}.json`,
    content: `${JSON.stringify(facts, null, 2)}\n`,
  };
}
