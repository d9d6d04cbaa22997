/** Wrong keys from one address within the window; after that the key is not even looked at. */
const MOST_FAILURES = 10;
const WINDOW_MS = 60_000;
const MOST_ADDRESSES = 10_000;

/** Who tried wrong admin keys lately, by the address he came from: nobody can try them out one after the other. */
export class AdminAttempts {
  readonly #failures = new Map<string, { count: number; until: number }>();

  constructor(private readonly now: () => number = Date.now) {}

  /** Seconds to wait before the next attempt; 0 when it may be made. */
  waitSeconds(address: string): number {
    const found = this.#failures.get(address);
    if (found === undefined || found.count < MOST_FAILURES) return 0;
    return Math.max(0, Math.ceil((found.until - this.now()) / 1000));
  }

  failed(address: string): void {
    const now = this.now();
    const found = this.#failures.get(address);
    if (found !== undefined && found.until > now) {
      found.count++;
      return;
    }
    this.#failures.delete(address);
    this.#failures.set(address, { count: 1, until: now + WINDOW_MS });
    const [oldest] = this.#failures.keys();
    if (this.#failures.size > MOST_ADDRESSES && oldest !== undefined) this.#failures.delete(oldest);
  }
}
