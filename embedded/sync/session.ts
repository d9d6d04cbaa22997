import type { Backend, Caller, RequestOrigin } from "../executor/contract";
import { ANONYMOUS, AuthFailure } from "../executor/contract";
import type { StateVersion } from "./frames";
import { authErrorFrame, fatalErrorFrame, inChunks, transitionFrame } from "./frames";
import { FunctionRequests } from "./functionRequests";
import type {
  AuthenticateMessage,
  ClientMessage,
  ConnectMessage,
  FunctionRequest,
  ModifyQuerySetMessage,
} from "./protocol";
import { parseClientMessage, ProtocolError } from "./protocol";
import { Subscriptions } from "./subscriptions";
import type { TurnQueue } from "./turnQueue";

/** The socket as a session sees it. */
export interface SessionSocket {
  send(text: string): void;
  /** Without a code the close frame carries none. */
  close(code?: number, reason?: string): void;
  /** False while so much is unsent that nothing new should be computed for this reader. */
  isWritable(): boolean;
  /** Calls back once, when it becomes writable. */
  whenDrained(listener: () => void): void;
  /** Stops or resumes taking what the client says. */
  setListening(isListening: boolean): void;
}

export interface SessionOptions {
  readonly backend: Backend;
  readonly socket: SessionSocket;
  readonly origin: RequestOrigin;
  readonly turns: TurnQueue;
  /** Whether the client understands `TransitionChunk` (1.28 and later). */
  readonly acceptsChunks: boolean;
  /** Epoch ms. */
  readonly now: () => number;
  readonly counters: SyncCounters;
  /** Told of faults of ours, never of the client's. */
  readonly onFault: (error: unknown, doing: string) => void;
}

/** Sums over all sessions of one server since it started. */
export interface SyncCounters {
  transitions: number;
  queryUpdates: number;
  mutations: number;
  actions: number;
  protocolErrors: number;
  authErrors: number;
}

export function newSyncCounters(): SyncCounters {
  return { transitions: 0, queryUpdates: 0, mutations: 0, actions: 0, protocolErrors: 0, authErrors: 0 };
}

/** Messages held back while a token is being checked, and their UTF-16 units. */
const INBOX_LIMIT = 1000;
const INBOX_UNITS = 64 * 1024 * 1024;

/**
 * One client on one socket: the state machine of contract §3.2-3.7, without the socket.
 *
 * Holds: the versions, the identity and who waits for what; its query set is `Subscriptions`, its requests
 * `FunctionRequests`. Does not hold: query results
 * (shared, in the executor), at-most-once records (the executor's), liveness (the socket layer's).
 *
 *     awaiting Connect ──Connect──▶ open ◀──token accepted── verifying
 *            │                       │ └───Authenticate(User)──▶ │
 *            └───────────── any refusal, fault or loss ──────────┴──▶ closed
 *
 * Beside these states at most one transition is being computed; what happens meanwhile asks for another.
 *
 * Why a mutation's answer always leaves before a transition that shows its effect (§3.6):
 * 1. a commit publishes its timestamp and settles its mutations' promises in one turn of the event loop;
 * 2. the answer is sent when the promise is delivered, still in that turn;
 * 3. a transition takes its timestamp at the start of a later turn (`TurnQueue`), never in between.
 */
export class Session {
  private phase: "awaitingConnect" | "open" | "verifying" | "closed" = "awaitingConnect";
  private sessionId = "";
  private clientClockSkewMs: number | null = null;
  private caller: Caller = ANONYMOUS;
  /** Messages that wait for the token check before them. */
  private inbox: ClientMessage[] = [];
  private inboxUnits = 0;

  private readonly received = { querySet: 0, identity: 0 };
  private current: StateVersion = { querySet: 0, identity: 0, ts: 0n };
  private readonly subscriptions = new Subscriptions(() => this.askForTransition());
  private isComputing = false;
  private wantsAnother = false;
  /** An answer was sent, so a transition must follow even if nothing changed. */
  private owesTransition = false;
  private isAwaitingDrain = false;
  private chunkedTransitions = 0;

  private readonly requests: FunctionRequests;

  constructor(private readonly options: SessionOptions) {
    this.requests = new FunctionRequests(options.backend, options.origin, {
      answer: (frame) => this.answer(frame),
      canGoOn: () => this.canGoOn(),
      onBacklog: (isTooMuch) => options.socket.setListening(!isTooMuch),
      fault: (error, doing) => this.fault(error, doing),
    });
  }

  /** Queries this client watches. */
  get subscriptionCount(): number {
    return this.subscriptions.size;
  }

  /** Takes one text frame from the client. */
  onMessage(text: string): void {
    if (this.phase === "closed") return;
    this.guard(() => {
      const message = parseClientMessage(text);
      if (this.phase !== "verifying") return this.handle(message);
      this.inboxUnits += text.length;
      if (this.inbox.length >= INBOX_LIMIT || this.inboxUnits > INBOX_UNITS) return this.overloaded();
      this.inbox.push(message);
    });
  }

  /** The socket is gone: forget everything; what runs already runs to its end unheard. */
  onClosed(): void {
    this.phase = "closed";
    this.subscriptions.clear();
    this.requests.close();
    this.inbox.length = 0;
  }

  /** Ends this client alone with a clear error; also for what the socket layer finds wrong with a frame. */
  refuse(error: string): void {
    if (this.phase === "closed") return;
    this.options.counters.protocolErrors += 1;
    this.options.socket.send(fatalErrorFrame(error));
    this.end(1008, "ProtocolError");
  }

  private handle(message: ClientMessage): void {
    if (message.type === "Connect") return this.connect(message);
    if (this.phase === "awaitingConnect") throw new ProtocolError("The first message must be Connect");
    switch (message.type) {
      case "Authenticate":
        return this.authenticate(message);
      case "ModifyQuerySet":
        return this.modifyQuerySet(message);
      case "Mutation":
        return this.mutate(message);
      case "Action":
        return this.act(message);
      case "Event":
        return; // Reports of the client about itself; nothing depends on them.
      default:
        message satisfies never;
    }
  }

  private connect(message: ConnectMessage): void {
    if (this.phase !== "awaitingConnect") throw new ProtocolError("Connect was sent twice");
    const { backend, now } = this.options;
    if (message.maxObservedTimestamp !== null && message.maxObservedTimestamp > backend.latestTs()) {
      // This client saw commits that we do not have. It may retry: with the next commit we may be past them.
      return this.end(1011, "InternalServerError: the client has seen a newer database");
    }
    this.sessionId = message.sessionId;
    this.clientClockSkewMs = message.clientTs === null ? null : Math.round(message.clientTs - now());
    this.phase = "open";
  }

  // ── Identity ────────────────────────────────────────────────────────────────────────────────────────────

  private authenticate(message: AuthenticateMessage): void {
    switch (message.tokenType) {
      case "None":
        return this.becomeCaller(ANONYMOUS, message.baseVersion);
      case "Admin": {
        const { value, impersonating } = message;
        return this.becomeCaller(
          this.options.backend.authenticateAdmin(value, impersonating ?? undefined),
          message.baseVersion,
        );
      }
      case "User": {
        this.phase = "verifying";
        this.options.backend.authenticate(message.value).then(
          (caller) => this.onVerified(() => this.becomeCaller(caller, message.baseVersion)),
          (error: unknown) => this.onVerified(() => this.refuseToken(error)),
        );
        return;
      }
      default:
        message satisfies never;
    }
  }

  private onVerified(conclude: () => void): void {
    if (this.phase !== "verifying") return;
    this.phase = "open";
    this.inboxUnits = 0;
    this.guard(conclude);
    while (this.phase === "open") {
      const next = this.inbox.shift();
      if (next === undefined) return;
      this.guard(() => this.handle(next));
    }
  }

  private becomeCaller(caller: Caller, baseVersion: number): void {
    if (baseVersion !== this.received.identity) {
      throw new ProtocolError(
        `BaseVersionMismatch: identity version ${baseVersion} where ${this.received.identity} was expected`,
      );
    }
    this.caller = caller;
    this.received.identity += 1;
    this.askForTransition();
  }

  /** @throws whatever is not the token's fault */
  private refuseToken(error: unknown): void {
    if (!(error instanceof AuthFailure)) throw error;
    this.endForAuth(`${error.code}: ${error.message}`, true);
  }

  private isExpired(): boolean {
    return this.caller.expiresAt !== null && this.options.now() > this.caller.expiresAt;
  }

  private endForAuth(error: string, authUpdateAttempted: boolean): void {
    this.options.counters.authErrors += 1;
    this.options.socket.send(authErrorFrame(error, this.current.identity, authUpdateAttempted));
    this.end();
  }

  private endExpired(): void {
    this.endForAuth("Unauthenticated: the token has expired", false);
  }

  // ── Functions ───────────────────────────────────────────────────────────────────────────────────────────

  private mutate(request: FunctionRequest): void {
    if (this.isExpired()) return this.endExpired();
    refuseComponent(request.componentPath);
    this.options.counters.mutations += 1;
    if (!this.requests.mutate(request, this.caller, this.sessionId)) this.overloaded();
  }

  private act(request: FunctionRequest): void {
    if (this.isExpired()) return this.endExpired();
    refuseComponent(request.componentPath);
    this.options.counters.actions += 1;
    if (!this.requests.act(request, this.caller)) this.overloaded();
  }

  private answer(frame: string): void {
    this.options.socket.send(frame);
    this.owesTransition = true;
    this.askForTransition();
  }

  // ── Queries and transitions ─────────────────────────────────────────────────────────────────────────────

  private modifyQuerySet(message: ModifyQuerySetMessage): void {
    const { baseVersion, newVersion } = message;
    if (baseVersion !== this.received.querySet) {
      throw new ProtocolError(
        `BaseVersionMismatch: query set version ${baseVersion} where ${this.received.querySet} was expected`,
      );
    }
    if (newVersion <= baseVersion) throw new ProtocolError("The new query set version must be above the old one");
    for (const modification of message.modifications) {
      if (modification.type === "Add") refuseComponent(modification.componentPath);
      this.subscriptions.modify(modification);
    }
    this.received.querySet = newVersion;
    this.askForTransition();
  }

  private askForTransition(): void {
    if (this.phase !== "closed") this.options.turns.add(this.startTransition);
  }

  private readonly startTransition = (): void => {
    if (this.phase === "closed") return;
    if (this.isComputing) {
      this.wantsAnother = true;
      return;
    }
    if (!this.canGoOn()) return;
    if (this.isExpired()) {
      // A fresh token is being checked: its acceptance asks for the transition again, its refusal ends all.
      if (this.phase !== "verifying") this.endExpired();
      return;
    }
    this.isComputing = true;
    this.computeTransition().catch((error: unknown) => this.fault(error, "transition"));
  };

  /** Everything up to the first await happens at one instant: the timestamp, the versions, who is stale. */
  private async computeTransition(): Promise<void> {
    const { backend } = this.options;
    const caller = this.caller;
    const end: StateVersion = { ...this.received, ts: backend.latestTs() };
    const isOwed = this.owesTransition;
    this.owesTransition = false;
    const modifications = this.subscriptions.takeRemoved();
    const stale = this.subscriptions.toRun(end.identity !== this.current.identity);
    if (stale.length > 0) {
      const runs = await Promise.all(
        stale.map((subscription) =>
          backend.query(subscription.call, caller, { journal: subscription.journal, ts: end.ts }),
        ),
      );
      if (this.isClosed()) return;
      stale.forEach((subscription, position) => {
        const run = runs[position];
        if (run === undefined) return;
        const modification = this.subscriptions.accept(subscription, run);
        if (modification !== null) modifications.push(modification);
      });
    }
    const isNews =
      modifications.length > 0 || end.querySet !== this.current.querySet || end.identity !== this.current.identity;
    if (isNews || isOwed) this.sendTransition(end, modifications);
    this.isComputing = false;
    if (this.wantsAnother) {
      this.wantsAnother = false;
      this.askForTransition();
    }
  }

  private sendTransition(end: StateVersion, modifications: readonly string[]): void {
    const { socket, acceptsChunks, now, counters } = this.options;
    const { clientClockSkewMs } = this;
    const frame = transitionFrame({ start: this.current, end, modifications, clientClockSkewMs, nowMs: now() });
    const frames = acceptsChunks ? inChunks(frame, String(this.chunkedTransitions)) : [frame];
    if (frames.length > 1) this.chunkedTransitions += 1;
    for (const text of frames) socket.send(text);
    this.current = end;
    counters.transitions += 1;
    counters.queryUpdates += modifications.length;
  }

  // ── Slowness and endings ────────────────────────────────────────────────────────────────────────────────

  /** A slow reader gets nothing new: no transition is computed and no mutation of its own started till it drains. */
  private canGoOn(): boolean {
    const { socket } = this.options;
    if (socket.isWritable()) return true;
    if (!this.isAwaitingDrain) {
      this.isAwaitingDrain = true;
      socket.whenDrained(() => {
        this.isAwaitingDrain = false;
        if (this.isClosed()) return;
        this.requests.goOn();
        this.askForTransition();
      });
    }
    return false;
  }

  /** Names and reasons the client knows (it backs off and retries). */
  private overloaded(): void {
    this.end(1013, "TooManyConcurrentRequests");
  }

  private fault(error: unknown, doing: string): void {
    if (this.phase === "closed") return;
    this.options.onFault(error, doing);
    this.end(1011, "InternalServerError");
  }

  private guard(step: () => void): void {
    try {
      step();
    } catch (error) {
      if (error instanceof ProtocolError) this.refuse(error.message);
      else if (error instanceof AuthFailure) this.endForAuth(`${error.code}: ${error.message}`, true);
      else this.fault(error, "message");
    }
  }

  private end(code?: number, reason?: string): void {
    this.onClosed();
    this.options.socket.close(code, reason);
  }

  private isClosed(): boolean {
    return this.phase === "closed";
  }
}

/** Components are the parent's to call, never a client's (contract §7.3). */
function refuseComponent(componentPath: string): void {
  if (componentPath !== "") throw new ProtocolError("Functions of components cannot be called by a client");
}
