import { randomFillSync } from "node:crypto";

const pool = Buffer.alloc(8192);
let used = pool.length;

/** Real randomness, drawn from the system some hundred pieces at a time. The result is a view: use it before the next call. */
export function takeRandom(length: number): Buffer {
  if (used + length > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += length;
  return pool.subarray(used - length, used);
}
