import { sha256 } from "./sha256";

/**
 * The fingerprint of those who take part, which is written down before the seed exists: nobody can choose the list to
 * fit a seed, nor the seed to fit a list.
 *
 * @param orderNumbers of the eligible orders, in ascending order, one chance each
 */
export function fingerprintOf(eventDate: string, orderNumbers: readonly number[]): string {
  return sha256(`${eventDate}\n${orderNumbers.join(",")}`);
}

/** 48 bits: as many as a number holds whole with room to spare. */
const HEX_DIGITS = 12;
const RANGE = 2 ** 48;

/**
 * The order that a seed draws, the same for whoever computes it: SHA-256 of fingerprint, seed and a counter, taken modulo
 * the number of orders; values of the incomplete last round are passed over, so that each order has the same chance.
 *
 * @param orderNumbers at least one, as in `fingerprintOf`
 * Source: product.md "Raffle".
 */
export function drawWinner(draw: { fingerprint: string; seed: string }, orderNumbers: readonly number[]): number {
  const { length } = orderNumbers;
  const fair = RANGE - (RANGE % length);
  for (let counter = 0; ; counter += 1) {
    const value = parseInt(sha256(`${draw.fingerprint}:${draw.seed}:${counter}`).slice(0, HEX_DIGITS), 16);
    const winner = value < fair ? orderNumbers[value % length] : undefined;
    if (winner !== undefined) return winner;
  }
}
