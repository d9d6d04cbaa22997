import { refusalMessage } from "../../../domain/errors";
import { createId } from "../../lib/createId";
import { PERSONAL_PREFIX, readStored, storedKeys, writeStored } from "../../lib/localStore";
import { refusalOf, sentenceOf } from "../../lib/refusal";
import { offerUndo, UNDO_MS } from "../../lib/undo";
import type { WorkingLive } from "./liveChoice";
import {
  changeOwnLaunches,
  parseOwnLaunch,
  type LaunchDraft,
  type OwnLaunch,
  type OwnLaunchChange,
} from "./ownLaunches";
import { texts } from "./texts";
import type { LaunchServer } from "./useLaunchServer";

/** Launches that may wait for a connection. Source: UX conventions O6. */
export const MAX_WAITING = 50;

export interface LaunchQueueState {
  /** Launches made here that are on their way or were refused, newest first. */
  readonly own: readonly OwnLaunch[];
  /** The launches that are being taken back. */
  readonly undoing: ReadonlySet<string>;
  /** The latest result in words, for assistive technology. */
  readonly announcement: string;
  /** Counts the announcements: the same words twice are two. */
  readonly announced: number;
}

/** Who hears of results when the feed is not on screen to show them. */
export interface LaunchReports {
  readonly refused: (sentence: string) => void;
  readonly delivered: () => void;
  readonly undoFailed: (error: unknown) => void;
}

const NOTHING: LaunchQueueState = { own: [], undoing: new Set(), announcement: "", announced: 0 };

/**
 * The launches of one person in one company that the server has not accepted: sent at once and in order, kept on this
 * device until they are accepted or given up, sent again after a reload with the same launch id (UX conventions L9,
 * L10, O6).
 *
 * ```
 *   launch ──→ own + kept ──→ sent ──accepted──→ gone (the shared feed has it; 8 s by key to take it back)
 *                               └──refused───→ stays, with its reason ──retry──→ sent
 * ```
 * Holds: those launches. Does not hold: the connection (the client sends what waits when it is back, in order) nor the
 * launches that were accepted (the feed).
 */
export class LaunchQueue {
  private state = NOTHING;
  private readonly listeners = new Set<() => void>();
  private isRunning = false;
  private watchers = 0;
  /** Ends when every launch before has left: one whose product must be looked up first holds back those behind it. */
  private left: Promise<void> | null = null;

  /** @param scope what separates one person's launches in one company from all others on this device */
  constructor(
    private readonly scope: string,
    private readonly server: LaunchServer,
    private readonly reports: LaunchReports,
  ) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  readonly getState = (): LaunchQueueState => this.state;

  /** Takes up what was kept here before a reload. Returns what ends it: from then on answers change nothing. */
  start(): () => void {
    this.isRunning = true;
    const known = new Set(this.state.own.map(({ launchId }) => launchId));
    const kept = storedKeys(this.key(""))
      .map((key) => parseOwnLaunch(readStored(key)))
      .filter((launch) => launch !== null && !known.has(launch.launchId))
      .map((launch) => launch as OwnLaunch)
      .map((launch) => (launch.refusal === null ? { ...launch, sentAt: Date.now() } : launch))
      .sort((a, b) => a.at - b.at);
    if (kept.length > 0) this.change({ kind: "resumed", launches: kept });
    for (const launch of kept) if (launch.refusal === null) this.deliver(launch, true);
    return () => {
      this.isRunning = false;
    };
  }

  /** While the feed is on screen it is the feedback, and nothing is reported beside it. */
  readonly watch = (): (() => void) => {
    this.watchers += 1;
    return () => {
      this.watchers -= 1;
    };
  };

  /** Sends a launch without waiting for anything. False when too many wait already: nothing was done then. */
  readonly launch = (draft: LaunchDraft, live: WorkingLive): boolean => {
    if (this.state.own.filter(({ refusal }) => refusal === null).length >= MAX_WAITING) return false;
    const now = Date.now();
    const { eventDate, eventType } = live;
    const times = { at: now, sentAt: now, attempt: 1, refusal: null };
    const launch: OwnLaunch = { ...draft, launchId: createId(), eventDate, eventType, ...times };
    this.change({ kind: "sent", launch });
    this.deliver(launch, false);
    return true;
  };

  /** Sends it again under the same id: if it had been accepted after all, the answer is the first one. */
  readonly retry = (launch: OwnLaunch): void => {
    this.change({ kind: "retried", launchId: launch.launchId, sentAt: Date.now() });
    this.deliver({ ...launch, attempt: launch.attempt + 1 }, false);
  };

  readonly dismiss = ({ launchId }: OwnLaunch): void => this.change({ kind: "dismissed", launchId });

  /** Takes an accepted launch back: a real operation on the server (UX conventions U2). */
  readonly undo = (launchId: string): void => {
    if (this.state.undoing.has(launchId)) return;
    this.set({ undoing: new Set(this.state.undoing).add(launchId) });
    this.server
      .undo(launchId)
      .then(({ productCode, quantity }) => this.announce(texts.undone(productCode, quantity)))
      .catch((error: unknown) => this.reports.undoFailed(error))
      .finally(() => {
        const rest = new Set(this.state.undoing);
        rest.delete(launchId);
        this.set({ undoing: rest });
      });
  };

  private deliver(launch: OwnLaunch, isResumed: boolean): void {
    const before = this.left;
    if (before === null && launch.productId !== null) {
      void this.send(launch, launch.productId, isResumed);
      return;
    }
    const leaving = this.lookUpAndSend(before ?? Promise.resolve(), launch, isResumed);
    this.left = leaving;
    void leaving.then(() => {
      if (this.left === leaving) this.left = null;
    });
  }

  private async lookUpAndSend(before: Promise<void>, launch: OwnLaunch, isResumed: boolean): Promise<void> {
    await before;
    try {
      const productId = launch.productId ?? (await this.server.findProductId(launch.code));
      if (productId === null) return this.refuse(launch, refusalMessage("product_not_found"));
      void this.send(launch, productId, isResumed);
    } catch (error) {
      this.refuse(launch, sentenceOf(error, texts.launchFailed));
    }
  }

  private async send(launch: OwnLaunch, productId: NonNullable<OwnLaunch["productId"]>, isResumed: boolean) {
    const { launchId, phone, quantity, eventDate, eventType } = launch;
    try {
      const receipt = await this.server.launch({ productId, phone, quantity, eventDate, eventType, launchId });
      if (!this.isRunning) return;
      const isNews = this.state.own.some((own) => own.launchId === launchId);
      this.change({ kind: "accepted", launchId });
      if (!isNews) return;
      this.announce(resultSentence(receipt));
      if (!isResumed) this.offerUndoByKey(launchId);
      else if (this.watchers === 0) this.reports.delivered();
    } catch (error) {
      // The session ended while it waited: it stays kept, and goes when the same person is back.
      if (refusalOf(error)?.code === "unauthenticated") return;
      this.refuse(launch, sentenceOf(error, texts.launchFailed));
    }
  }

  private refuse({ launchId, attempt, code, quantity }: OwnLaunch, refusal: string): void {
    if (!this.isRunning) return;
    this.change({ kind: "refused", launchId, attempt, refusal });
    const sentence = texts.launchRefused(code, quantity, refusal);
    this.announce(sentence);
    if (this.watchers === 0) this.reports.refused(sentence);
  }

  private offerUndoByKey(launchId: string): void {
    const withdraw = offerUndo(() => this.undo(launchId));
    setTimeout(withdraw, UNDO_MS);
  }

  private announce(announcement: string): void {
    this.set({ announcement, announced: this.state.announced + 1 });
  }

  private change(change: OwnLaunchChange): void {
    const before = this.state.own;
    const own = changeOwnLaunches(before, change);
    this.set({ own });
    // Each launch under a key of its own: two windows of one person never write over each other's.
    for (const launch of own) {
      if (!before.includes(launch)) writeStored(this.key(launch.launchId), JSON.stringify(launch));
    }
    const remaining = new Set(own.map(({ launchId }) => launchId));
    for (const { launchId } of before) if (!remaining.has(launchId)) writeStored(this.key(launchId), null);
  }

  private set(change: Partial<LaunchQueueState>): void {
    this.state = { ...this.state, ...change };
    for (const listener of this.listeners) listener();
  }

  private key(launchId: string): string {
    return `${PERSONAL_PREFIX}launch:${this.scope}:${launchId}`;
  }
}

/** The specified sentence of an accepted launch. Source: specification §8, product.md "Words". */
function resultSentence(receipt: Awaited<ReturnType<LaunchServer["launch"]>>): string {
  const { created, productCode, quantity, phone, unitPriceCents } = receipt;
  return created
    ? texts.orderCreated(productCode, quantity, phone, unitPriceCents * quantity)
    : texts.addedToOrder(productCode, quantity);
}
