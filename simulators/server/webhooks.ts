import { randomUUID } from "node:crypto";
import type { Clock } from "./clock";

/** A notice that a service sends to whoever uses it. */
export interface Notice {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** What it is of, for whoever reads the list: `payment.updated 1319876543`. */
  readonly about: string;
}

export interface Delivery extends Notice {
  readonly id: string;
  state: "held" | "waiting" | "delivered" | "given_up" | "dropped";
  readonly attempts: { readonly at: number; readonly status: number | null; readonly error: string | null }[];
}

export interface DeliveryPolicy {
  /** How long after each failed attempt the next one follows; after the last of them it is given up. */
  readonly retryDelaysMs: readonly number[];
  readonly timeoutMs: number;
  /** Statuses after which the service does not try again, although they are no success. */
  readonly finalStatuses?: readonly number[];
}

/** What goes wrong with notices on their way. */
export interface WebhookMode {
  /** Kept back until `release`: late, and reordered if that is asked for. */
  readonly hold: boolean;
  /** How often each is delivered. */
  readonly copies: number;
  readonly delayMs: number;
  /** Lost: as when the receiver was down for longer than the service keeps trying. */
  readonly drop: boolean;
}

const ORDERLY: WebhookMode = { hold: false, copies: 1, delayMs: 0, drop: false };

/** Delivers notices one after the other's attempt, with retries, and disorder on command. */
export class Webhooks {
  readonly #deliveries: Delivery[] = [];
  readonly #underWay = new Set<Promise<void>>();
  readonly #stopping = new AbortController();
  #mode = ORDERLY;

  constructor(
    private readonly clock: Clock,
    private readonly policy: DeliveryPolicy,
  ) {}

  mode(): WebhookMode {
    return this.#mode;
  }

  setMode(change: Partial<WebhookMode>): void {
    this.#mode = { ...this.#mode, ...change };
  }

  send(notice: Notice): void {
    const { hold, drop, copies, delayMs } = this.#mode;
    const state = drop ? "dropped" : hold ? "held" : "waiting";
    for (let copy = 0; copy < copies; copy += 1) {
      const delivery: Delivery = { ...notice, id: randomUUID(), state, attempts: [] };
      this.#deliveries.push(delivery);
      if (state !== "waiting") continue;
      if (delayMs > 0) this.clock.after(delayMs, () => void this.#start(delivery));
      else void this.#start(delivery);
    }
  }

  list(): readonly Delivery[] {
    return this.#deliveries;
  }

  /** Sends what was held back, and holds no more. Each follows when the one before was answered. */
  async release({ reversed = false }: { readonly reversed?: boolean } = {}): Promise<void> {
    this.setMode({ hold: false });
    const held = this.#deliveries.filter(({ state }) => state === "held");
    for (const delivery of reversed ? held.reverse() : held) {
      delivery.state = "waiting";
      await this.#start(delivery);
    }
  }

  /** Sends one again as it was, to the byte. @returns false when there is none with that id */
  async resend(id: string): Promise<boolean> {
    const original = this.#deliveries.find((delivery) => delivery.id === id);
    if (original === undefined) return false;
    const copy: Delivery = { ...original, id: randomUUID(), state: "waiting", attempts: [] };
    this.#deliveries.push(copy);
    await this.#start(copy);
    return true;
  }

  /** When every attempt that has begun is over. Notices that wait for a retry, or are held, do not count. */
  async settled(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  /** Ends attempts under way; nothing is sent any more. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.settled();
  }

  #start(delivery: Delivery): Promise<void> {
    const attempt = this.#attempt(delivery).finally(() => this.#underWay.delete(attempt));
    this.#underWay.add(attempt);
    return attempt;
  }

  async #attempt(delivery: Delivery): Promise<void> {
    if (this.#stopping.signal.aborted) return;
    const at = this.clock.now();
    const { status, error } = await this.#post(delivery);
    delivery.attempts.push({ at, status, error });
    if (this.#stopping.signal.aborted) return;
    const retryMs = this.policy.retryDelaysMs[delivery.attempts.length - 1];
    if (status !== null && status >= 200 && status < 300) delivery.state = "delivered";
    else if (retryMs === undefined || this.policy.finalStatuses?.includes(status ?? 0)) delivery.state = "given_up";
    else this.clock.after(retryMs, () => void this.#start(delivery));
  }

  async #post({ url, headers, body }: Notice): Promise<{ status: number | null; error: string | null }> {
    const signal = AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(this.policy.timeoutMs)]);
    try {
      const response = await fetch(url, { method: "POST", headers, body, redirect: "manual", signal });
      await response.arrayBuffer();
      return { status: response.status, error: null };
    } catch (error) {
      return { status: null, error: error instanceof Error ? error.message : String(error) };
    }
  }
}
