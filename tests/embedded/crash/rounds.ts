import { randomInt } from "node:crypto";

/** How often the backend is killed: a short form in `npm test`, the long one in `npm run prove`. */
export const roundsOf = (short: number): number =>
  Math.max(1, Math.round((short * Number(process.env.PROVE_ROUNDS ?? 20)) / 20));

/** Printed with whatever fails; `npm run prove -- crash --seed N` runs that very one again. */
export const aSeed = (): number => Number(process.env.PROVE_SEED ?? randomInt(2 ** 31));

/** A round may wait for a slow machine to start a process; nothing here is timed. */
export const timeoutOf = (rounds: number): number => 60_000 + rounds * 30_000;
