import { randomUUID } from "node:crypto";
import { rename } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type {
  Backend,
  Caller,
  FunctionCall,
  HttpActionRequest,
  HttpActionResponse,
  MutationOutcome,
  Outcome,
  QueryRun,
  RequestKey,
  StoredFile,
  Timestamp,
} from "../../../embedded/executor/contract";
import { ANONYMOUS, AuthFailure } from "../../../embedded/executor/contract";
import { adminCaller } from "../../../embedded/executor/auth";

/** A function of the fake app over a map of named JSON values. Reads are what a query watches. */
export type FakeFunction = (context: {
  args: Record<string, unknown>;
  caller: Caller;
  read: (key: string) => unknown;
  write: (key: string, value: unknown) => void;
}) => unknown;

export class FakeConvexError extends Error {
  constructor(readonly data: unknown) {
    super("ConvexError");
  }
}

export const ADMIN_KEY = "shop|0123456789abcdef";

/**
 * A backend in memory whose every step a test can hold back: `hold("query")` makes runs wait for `release`.
 *
 * It keeps the obligations of the contract: a commit moves `latestTs`, settles its mutation and tells stale runs
 * in one turn; runs are shared by nobody; a request key is executed once.
 */
export class FakeBackend implements Backend {
  readonly functions = new Map<string, FakeFunction>();
  readonly executed: string[] = [];
  /** Where mutations and actions came from. */
  readonly origins: FunctionCall["origin"][] = [];
  /** The timestamps asked for; null where none was. */
  readonly queriedAt: (Timestamp | null)[] = [];
  readonly tokens = new Map<string, { caller: Caller } | { failure: AuthFailure }>();
  readonly files = new Map<string, StoredFile>();
  httpHandler: (request: HttpActionRequest) => Promise<HttpActionResponse> = () =>
    Promise.reject(new Error("no http.ts"));
  /** Log lines and journals to attach to the next runs. */
  journal: string | null = null;
  private ts: Timestamp;
  private readonly values = new Map<string, unknown>();
  private readonly watchers = new Set<{ keys: Set<string>; fresh: boolean; listeners: Set<() => void> }>();
  private readonly commitListeners = new Set<(ts: Timestamp) => void>();
  private readonly recorded = new Map<string, MutationOutcome>();
  private readonly gates = new Map<string, { promise: Promise<void>; open: () => void }>();
  private readonly waiters = new Map<string, (() => void)[]>();

  constructor(startTs: Timestamp = 1_000n) {
    this.ts = startTs;
  }

  define(path: string, run: FakeFunction): this {
    this.functions.set(path, run);
    return this;
  }

  /** Makes calls of this kind (or of this path) wait until `release`. */
  hold(name: string): void {
    let open = () => undefined as void;
    const promise = new Promise<void>((resolve) => (open = resolve));
    this.gates.set(name, { promise, open });
  }

  release(name: string): void {
    this.gates.get(name)?.open();
    this.gates.delete(name);
  }

  /** Resolves when a call has arrived at the held gate. */
  arrived(name: string): Promise<void> {
    return new Promise((resolve) => this.waiters.set(name, [...(this.waiters.get(name) ?? []), resolve]));
  }

  private async pass(...names: string[]): Promise<void> {
    for (const name of names) {
      for (const waiter of this.waiters.get(name) ?? []) waiter();
      this.waiters.delete(name);
      await this.gates.get(name)?.promise;
    }
  }

  latestTs(): Timestamp {
    return this.ts;
  }

  onCommit(listener: (ts: Timestamp) => void): () => void {
    this.commitListeners.add(listener);
    return () => this.commitListeners.delete(listener);
  }

  /** A commit from elsewhere. */
  commit(writes: Record<string, unknown>): Timestamp {
    this.ts += 10n;
    for (const [key, value] of Object.entries(writes)) this.values.set(key, value);
    for (const watcher of this.watchers) {
      if (![...watcher.keys].some((key) => key in writes)) continue;
      watcher.fresh = false;
      this.watchers.delete(watcher);
      for (const listener of watcher.listeners) listener();
    }
    for (const listener of this.commitListeners) listener(this.ts);
    return this.ts;
  }

  watching(): number {
    return [...this.watchers].filter((watcher) => watcher.listeners.size > 0).length;
  }

  async authenticate(token: string): Promise<Caller> {
    await this.pass("authenticate");
    const known = this.tokens.get(token);
    if (known === undefined) throw new AuthFailure("InvalidAuthHeader", "Could not parse the token as a JWT");
    if ("failure" in known) throw known.failure;
    return known.caller;
  }

  authenticateAdmin(key: string, actingAs?: Record<string, unknown>): Caller {
    if (key !== ADMIN_KEY) throw new AuthFailure("BadAdminKey", "The admin key is wrong");
    return adminCaller(actingAs);
  }

  queryAt(): Promise<never> {
    return Promise.reject(new Error("No session asks for the past."));
  }

  async query(
    call: FunctionCall,
    caller: Caller,
    options: { journal?: string | null; ts?: Timestamp } = {},
  ): Promise<QueryRun> {
    this.queriedAt.push(options.ts ?? null);
    // The value is read now, when the newest timestamp is the one asked for; the answer may be held back.
    const keys = new Set<string>();
    const outcome = this.run(call, caller, (key) => {
      keys.add(key);
      return this.values.get(key);
    });
    const watcher = { keys, fresh: true, listeners: new Set<() => void>() };
    this.watchers.add(watcher);
    await this.pass("query", call.path);
    return {
      outcome,
      journal: this.journal ?? options.journal ?? null,
      isFresh: () => watcher.fresh,
      whenStale: (listener) => {
        // Each call is a watch of its own, also by one and the same listener.
        const watch = () => listener();
        if (!watcher.fresh) listener();
        else watcher.listeners.add(watch);
        return () => watcher.listeners.delete(watch);
      },
    };
  }

  async mutation(call: FunctionCall, caller: Caller, key?: RequestKey): Promise<MutationOutcome> {
    this.origins.push(call.origin);
    const recordKey = key === undefined ? null : `${key.sessionId}/${key.requestId}`;
    await this.pass("mutation", call.path);
    const known = recordKey === null ? undefined : this.recorded.get(recordKey);
    if (known !== undefined) return known;
    const writes: Record<string, unknown> = {};
    const outcome = this.run(
      call,
      caller,
      (name) => (name in writes ? writes[name] : this.values.get(name)),
      (name, value) => (writes[name] = value),
    );
    if (!outcome.success) return { outcome, ts: null };
    const done = { outcome, ts: Object.keys(writes).length === 0 ? this.ts : this.commit(writes) };
    if (recordKey !== null) this.recorded.set(recordKey, done);
    // Committed; only the news of it may be late (a cut between commit and answer).
    await this.pass("answer");
    return done;
  }

  async action(call: FunctionCall, caller: Caller): Promise<Outcome> {
    this.origins.push(call.origin);
    await this.pass("action", call.path);
    return this.run(
      call,
      caller,
      (key) => this.values.get(key),
      (key, value) => void this.commit({ [key]: value }),
    );
  }

  anyFunction(call: FunctionCall, caller: Caller): Promise<Outcome> {
    return this.action(call, caller);
  }

  httpAction(request: HttpActionRequest): Promise<HttpActionResponse> {
    return this.httpHandler(request);
  }

  jwksJson(): string {
    return '{"keys":[]}';
  }

  checkUploadToken(token: string): void {
    if (token !== "good") throw new AuthFailure("StorageTokenInvalid", "The upload token cannot be read");
  }

  async storeUpload(file: {
    tempPath: string;
    size: number;
    sha256: string;
    contentType: string | null;
  }): Promise<string> {
    const uuid = randomUUID();
    const path = join(tmpdir(), `stored-${uuid}`);
    await rename(file.tempPath, path);
    this.files.set(uuid, { path, size: file.size, sha256: file.sha256, contentType: file.contentType });
    return uuid;
  }

  fileByUuid(uuid: string): Promise<StoredFile | null> {
    return Promise.resolve(this.files.get(uuid) ?? null);
  }

  newTempPath(): string {
    return join(tmpdir(), `upload-${randomUUID()}`);
  }

  private run(
    call: FunctionCall,
    caller: Caller,
    read: (key: string) => unknown,
    write: (key: string, value: unknown) => void = () => {
      throw new Error("A query cannot write");
    },
  ): Outcome {
    this.executed.push(call.path);
    const run = this.functions.get(call.path);
    if (run === undefined) {
      return {
        success: false,
        errorMessage: `Could not find public function for '${call.path}'`,
        logLines: [],
      };
    }
    try {
      const args = JSON.parse(call.argsJson) as Record<string, unknown>;
      return { success: true, valueJson: JSON.stringify(run({ args, caller, read, write }) ?? null), logLines: [] };
    } catch (error) {
      if (error instanceof FakeConvexError) {
        return {
          success: false,
          errorMessage: "Uncaught ConvexError",
          errorDataJson: JSON.stringify(error.data),
          logLines: [],
        };
      }
      return { success: false, errorMessage: `Uncaught ${String(error)}`, logLines: [] };
    }
  }
}

/** A caller as a verified token would give. */
export function callerNamed(subject: string, expiresAt: number | null = null): Caller {
  const issuer = "https://auth.lojademo.test";
  const identity = { tokenIdentifier: `${issuer}|${subject}`, issuer, subject };
  return { ...ANONYMOUS, identity, key: JSON.stringify(identity), expiresAt };
}
