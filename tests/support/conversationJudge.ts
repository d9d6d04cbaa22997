/** The sync protocol as far as its promises go (contract §3). */
export interface Version {
  readonly querySet: number;
  readonly identity: number;
  readonly ts: string;
}

export interface ClientMessage {
  readonly type: string;
  readonly sessionId?: string;
  readonly maxObservedTimestamp?: string;
  readonly newVersion?: number;
  readonly modifications?: readonly { readonly type: string; readonly queryId: number }[];
  readonly requestId?: number;
  readonly udfPath?: string;
  readonly tokenType?: string;
}

export interface Modification {
  readonly type: string;
  readonly queryId: number;
  readonly value?: unknown;
}

export interface ServerMessage {
  readonly type: string;
  readonly startVersion?: Version;
  readonly endVersion?: Version;
  readonly modifications?: readonly Modification[];
  readonly requestId?: number;
  readonly success?: boolean;
  readonly ts?: string | null;
  readonly baseVersion?: number;
  readonly authUpdateAttempted?: boolean;
  readonly chunk?: string;
  readonly partNumber?: number;
  readonly totalParts?: number;
  readonly transitionId?: string;
}

export const timeOf = (ts: string): bigint => Buffer.from(ts, "base64").readBigUInt64LE();

interface QuerySetChange {
  readonly version: number;
  readonly added: readonly number[];
  readonly removed: readonly number[];
}

/**
 * What clients ask for again on a new socket: an answer on record is rightly older than that socket's first transition.
 * One for all sockets of a proxy, by session.
 */
export class AskedBefore {
  readonly #requests = new Map<string, Set<number>>();

  /** @returns whether this client had asked that on an earlier socket */
  note(sessionId: string, requestId: number): boolean {
    const known = this.#requests.get(sessionId) ?? new Set();
    this.#requests.set(sessionId, known);
    const isRepeat = known.has(requestId);
    known.add(requestId);
    return isRepeat;
  }
}

/**
 * Holds the server to its promises on one socket: versions are one unbroken chain and never ahead of the client; a mutation's
 * answer comes before any transition that covers it and one that does follows; answers to mutations come in the order of asking;
 * a query is told when it was asked for, once per transition, and never the same thing twice; chunks come whole and in order.
 *
 * Hears what was passed on to the server (`asked`) and what the server said (`said`). Does not hold: what values mean.
 */
export class ConversationJudge {
  #version: Version = { querySet: 0, identity: 0, ts: "AAAAAAAAAAA=" };
  #sessionId = "";
  #askedQuerySet = 0;
  #askedIdentity = 0;
  #newestSeenBefore = 0n;
  readonly #changes: QuerySetChange[] = [];
  readonly #watched = new Set<number>();
  readonly #told = new Map<number, string>();
  readonly #mutations: number[] = [];
  readonly #actions = new Set<number>();
  readonly #repeats = new Set<number>();
  #uncovered: { readonly requestId: number; readonly ts: bigint }[] = [];
  #chunks: { readonly id: string; readonly total: number; readonly parts: string[] } | null = null;
  #last: string | null = null;

  constructor(
    private readonly fault: (text: string) => void,
    private readonly askedBefore = new AskedBefore(),
  ) {}

  /** What the server still has to say on this socket. */
  owes(): string[] {
    return [
      ...this.#uncovered.map(({ requestId }) => `a transition that covers mutation ${requestId}`),
      ...this.#mutations.map((requestId) => `an answer to mutation ${requestId}`),
      ...[...this.#actions].map((requestId) => `an answer to action ${requestId}`),
      ...(this.#version.querySet === this.#askedQuerySet ? [] : [`query set ${this.#askedQuerySet}`]),
      ...(this.#version.identity === this.#askedIdentity || this.#last !== null
        ? []
        : [`identity ${this.#askedIdentity}`]),
      ...(this.#chunks === null ? [] : ["the rest of a transition in chunks"]),
    ];
  }

  asked(message: ClientMessage): void {
    const { type, requestId = -1 } = message;
    if (type === "Connect") {
      this.#sessionId = message.sessionId ?? "";
      const { maxObservedTimestamp } = message;
      this.#newestSeenBefore = maxObservedTimestamp === undefined ? 0n : timeOf(maxObservedTimestamp);
    } else if (type === "ModifyQuerySet") {
      const ids = (kind: string) =>
        (message.modifications ?? []).filter((one) => one.type === kind).map(({ queryId }) => queryId);
      this.#askedQuerySet = message.newVersion ?? NaN;
      this.#changes.push({ version: this.#askedQuerySet, added: ids("Add"), removed: ids("Remove") });
    } else if (type === "Authenticate") {
      this.#askedIdentity += 1;
    } else if (type === "Mutation" || type === "Action") {
      if (this.askedBefore.note(this.#sessionId, requestId)) this.#repeats.add(requestId);
      if (type === "Mutation") this.#mutations.push(requestId);
      else this.#actions.add(requestId);
    }
  }

  /** @returns the message, or the whole transition with its last chunk; null for a chunk before that */
  said(message: ServerMessage): ServerMessage | null {
    if (this.#last !== null) this.fault(`${message.type} came after ${this.#last}`);
    if (message.type === "TransitionChunk") return this.#chunk(message);
    if (this.#chunks !== null) {
      this.fault(`${message.type} came between the chunks of a transition`);
      this.#chunks = null;
    }
    if (message.type === "Transition") this.#transition(message);
    else if (message.type === "MutationResponse") this.#mutationAnswered(message);
    else if (message.type === "ActionResponse") this.#actionAnswered(message);
    else if (message.type === "AuthError") this.#authError(message);
    else if (message.type === "FatalError") this.#last = message.type;
    else if (message.type !== "Ping") this.fault(`there is no message of type ${message.type}`);
    return message;
  }

  #chunk({ chunk = "", partNumber, totalParts = 0, transitionId = "" }: ServerMessage): ServerMessage | null {
    this.#chunks ??= { id: transitionId, total: totalParts, parts: [] };
    const { id, total, parts } = this.#chunks;
    if (transitionId !== id || totalParts !== total || partNumber !== parts.length) {
      this.fault(`chunk ${partNumber} of ${totalParts} of transition ${transitionId} where ${parts.length} was due`);
      this.#chunks = null;
      return null;
    }
    parts.push(chunk);
    if (parts.length < total) return null;
    this.#chunks = null;
    const whole = JSON.parse(parts.join("")) as ServerMessage;
    if (whole.type !== "Transition") this.fault(`chunks made a ${whole.type}`);
    return this.said(whole);
  }

  #mutationAnswered({ requestId = -1, success, ts }: ServerMessage): void {
    const next = this.#mutations[0];
    if (next === requestId) this.#mutations.shift();
    else this.fault(`mutation ${requestId} was answered where ${next ?? "none"} was due`);
    if (success !== true) {
      if (ts !== null) this.fault(`mutation ${requestId} failed and has a timestamp`);
      return;
    }
    if (typeof ts !== "string") return this.fault(`mutation ${requestId} succeeded without a timestamp`);
    if (timeOf(this.#version.ts) >= timeOf(ts) && !this.#repeats.has(requestId))
      this.fault(`a transition to ${timeOf(this.#version.ts)} came before the answer of mutation ${requestId}`);
    this.#uncovered.push({ requestId, ts: timeOf(ts) });
  }

  #actionAnswered({ requestId = -1 }: ServerMessage): void {
    if (!this.#actions.delete(requestId)) this.fault(`action ${requestId} was answered without being asked`);
  }

  #authError({ baseVersion, authUpdateAttempted }: ServerMessage): void {
    if (baseVersion !== this.#version.identity)
      this.fault(`AuthError names identity ${baseVersion}, current is ${this.#version.identity}`);
    if (authUpdateAttempted === true && this.#askedIdentity === this.#version.identity)
      this.fault("AuthError refuses a token that nobody sent");
    this.#last = "AuthError";
  }

  #transition({ startVersion, endVersion, modifications = [] }: ServerMessage): void {
    if (startVersion === undefined || endVersion === undefined) return this.fault("a transition without versions");
    if (JSON.stringify(startVersion) !== JSON.stringify(this.#version))
      this.fault(`the chain broke: ${JSON.stringify(this.#version)}, then ${JSON.stringify(startVersion)}`);
    if (timeOf(endVersion.ts) < timeOf(startVersion.ts)) this.fault("time went back");
    if (timeOf(endVersion.ts) < this.#newestSeenBefore) this.fault("time went back behind an earlier socket");
    if (endVersion.querySet < startVersion.querySet || endVersion.identity < startVersion.identity)
      this.fault("a version went back");
    if (endVersion.querySet > this.#askedQuerySet || endVersion.identity > this.#askedIdentity)
      this.fault("a version is ahead of the client's");
    this.#version = endVersion;
    this.#uncovered = this.#uncovered.filter(({ ts }) => timeOf(endVersion.ts) < ts);
    this.#modifications(modifications, this.#reach(endVersion.querySet));
  }

  /** Takes the client's changes up to that version. */
  #reach(version: number): { added: Set<number>; removed: Set<number> } {
    const [added, removed] = [new Set<number>(), new Set<number>()];
    while (this.#changes[0] !== undefined && this.#changes[0].version <= version) {
      const change = this.#changes.shift()!;
      for (const id of change.added) {
        added.add(id);
        this.#watched.add(id);
      }
      for (const id of change.removed) {
        removed.add(id);
        added.delete(id);
        this.#watched.delete(id);
      }
    }
    return { added, removed };
  }

  #modifications(
    modifications: readonly Modification[],
    { added, removed }: { added: ReadonlySet<number>; removed: ReadonlySet<number> },
  ): void {
    const named = new Set<number>();
    for (const change of modifications) {
      const { type, queryId } = change;
      if (named.has(queryId)) this.fault(`query ${queryId} stands twice in one transition`);
      named.add(queryId);
      if (type === "QueryRemoved") {
        if (!removed.has(queryId)) this.fault(`query ${queryId} was removed unasked`);
        this.#told.delete(queryId);
        continue;
      }
      if (!this.#watched.has(queryId)) this.fault(`query ${queryId} was told and is not watched`);
      const text = JSON.stringify({ ...change, journal: null });
      if (this.#told.get(queryId) === text) this.fault(`told twice: ${text.slice(0, 300)}`);
      this.#told.set(queryId, text);
    }
    for (const id of added) if (!named.has(id)) this.fault(`query ${id} was added and not answered`);
    for (const id of removed)
      if (this.#told.has(id) && !named.has(id)) this.fault(`query ${id} is gone and its removal was not told`);
  }
}
