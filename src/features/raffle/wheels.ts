/** One wheel of digits that rolls until its digit is reached. */
export interface Wheel {
  /** From top to bottom; the last is the one that stays. */
  readonly digits: readonly number[];
  readonly durationMs: number;
}

/** A number of few digits would be over before anybody has looked. */
const MIN_WHEELS = 3;
const FIRST_TURNS = 2;
const FIRST_MS = 1_400;
/** Each wheel rolls longer than the one before it: the last digit is what everybody waits for. */
const LATER_MS = 800;

/** The wheels that stop one after another, left to right, at a number's digits. */
export function wheelsOf(orderNumber: number): readonly Wheel[] {
  const digits = String(orderNumber).padStart(MIN_WHEELS, "0");
  return [...digits].map((digit, at) => {
    const length = (FIRST_TURNS + at) * 10 + Number(digit) + 1;
    return { digits: Array.from({ length }, (_, step) => step % 10), durationMs: FIRST_MS + at * LATER_MS };
  });
}
