import { SCANNER_GAP_MS } from "../../lib/keys";

/** A scanner types at least so many characters. Source: UX conventions L7. */
const MIN_LENGTH = 8;
/** The same code again within this time is the same scan, read twice. */
const REPEAT_MS = 300;

export interface Scan {
  readonly text: string;
  /** The scanner read it twice: nothing is to be done for this one. */
  readonly isRepeat: boolean;
}

/**
 * Tells a scanner from a person by its speed: 8 or more characters, each less than 35 ms after the one before, ended by
 * Enter or Tab as quickly (UX conventions L7).
 *
 * Holds: the characters of the burst that is going on, and the last scan. Does not hold: where they were typed.
 */
export class ScanBurst {
  private text = "";
  private lastAt = Number.NEGATIVE_INFINITY;
  private lastScan = { text: "", at: Number.NEGATIVE_INFINITY };

  /** Whether this character begins a burst: what was there before it is what a scan must leave behind. */
  type(character: string, at: number): boolean {
    const goesOn = at - this.lastAt < SCANNER_GAP_MS;
    this.text = goesOn ? this.text + character : character;
    this.lastAt = at;
    return !goesOn;
  }

  /** Enter or Tab: the scan that it ends, or null when a person pressed it. */
  end(at: number): Scan | null {
    const { text } = this;
    const isScan = text.length >= MIN_LENGTH && at - this.lastAt < SCANNER_GAP_MS;
    this.reset();
    if (!isScan) return null;
    const isRepeat = text === this.lastScan.text && at - this.lastScan.at < REPEAT_MS;
    if (!isRepeat) this.lastScan = { text, at };
    return { text, isRepeat };
  }

  reset(): void {
    this.text = "";
    this.lastAt = Number.NEGATIVE_INFINITY;
  }
}
