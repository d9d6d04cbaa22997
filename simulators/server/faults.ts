export const FAULT_KINDS = [
  "delay",
  "status",
  "html",
  "nonsense",
  "timeout",
  "timeout_after_success",
  "error_after_success",
  "disconnect",
  "disconnect_after_success",
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/** Something that is to go wrong with requests to come. */
export interface Fault {
  readonly kind: FaultKind;
  /** Only requests whose path begins so; default: every one. */
  readonly path?: string;
  readonly method?: string;
  /** How many requests it meets; null: all until it is cleared. Default 1. */
  readonly times?: number | null;
  /** How many fitting requests pass before it. Default 0. */
  readonly skip?: number;
  /** Of `delay`: how long the answer is held back, in real milliseconds. */
  readonly ms?: number;
  /** Of `status` and `html`. Default 500. */
  readonly status?: number;
  readonly retryAfterSeconds?: number;
}

interface ArmedFault {
  readonly fault: Fault;
  toSkip: number;
  left: number;
}

/** The faults that wait for their requests; each request meets at most one, the oldest that fits. */
export class Faults {
  #armed: ArmedFault[] = [];

  add(fault: Fault): void {
    const left = fault.times === null ? Infinity : (fault.times ?? 1);
    this.#armed.push({ fault, toSkip: fault.skip ?? 0, left });
  }

  clear(): void {
    this.#armed = [];
  }

  list(): Fault[] {
    return this.#armed.map(({ fault }) => fault);
  }

  take(method: string, path: string): Fault | null {
    for (const armed of this.#armed) {
      const { fault } = armed;
      if (fault.method !== undefined && fault.method !== method) continue;
      if (fault.path !== undefined && !path.startsWith(fault.path)) continue;
      if (armed.toSkip > 0) {
        armed.toSkip -= 1;
        continue;
      }
      armed.left -= 1;
      if (armed.left <= 0) this.#armed = this.#armed.filter((other) => other !== armed);
      return fault;
    }
    return null;
  }
}
