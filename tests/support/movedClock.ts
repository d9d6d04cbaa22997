import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * The time of a process of its own, moved forward from here: waits of minutes pass in an instant, and stay moved when the
 * process is killed and started again. Real time goes on besides.
 */
export class MovedClock {
  /** What Node is to load before anything else (`--require`); its threads load it too. */
  readonly preload: string;
  readonly #dir = mkdtempSync(join(tmpdir(), "clock-"));
  readonly #file: number;
  #aheadMs: number;

  /** @param startAt epoch milliseconds that it is to be now */
  constructor(startAt: number) {
    const shared = join(this.#dir, "ahead");
    this.#file = openSync(shared, "w");
    this.#aheadMs = startAt - Date.now();
    this.#write();
    this.preload = join(this.#dir, "clock.cjs");
    writeFileSync(this.preload, PRELOADED.replace("SHARED", JSON.stringify(shared)));
  }

  now(): number {
    return Math.floor(Date.now() + this.#aheadMs);
  }

  advance(ms: number): void {
    this.#aheadMs += ms;
    this.#write();
  }

  close(): void {
    closeSync(this.#file);
    rmSync(this.#dir, { recursive: true, force: true });
  }

  #write(): void {
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleLE(this.#aheadMs);
    writeSync(this.#file, bytes, 0, bytes.length, 0);
  }
}

/** Reads how far ahead it is at each look at the clock, and looks again and again where a timer is to ring. */
const PRELOADED = `
const { openSync, readSync } = require("node:fs");
const file = openSync(SHARED, "r");
const bytes = Buffer.alloc(8);
const RealDate = Date;
const { setTimeout: realTimeout, setInterval: realInterval, clearInterval } = globalThis;
const now = () => {
  readSync(file, bytes, 0, 8, 0);
  return Math.floor(RealDate.now() + bytes.readDoubleLE(0));
};
globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(now());
    else super(...given);
  }
  static now() {
    return now();
  }
};
globalThis.setTimeout = Object.assign((ring, ms, ...given) => {
  if (!(ms > 20)) return realTimeout(ring, ms, ...given);
  const due = now() + ms;
  const looking = realInterval(() => {
    if (now() < due) return;
    clearInterval(looking);
    ring(...given);
  }, 4);
  return looking;
}, realTimeout);
`;
