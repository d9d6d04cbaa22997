/**
 * What the executor offers to the layers above it (sync, server), and nothing of how it does so.
 *
 * Holds: the shapes of calls, callers and outcomes. Values cross this border as JSON text in the Convex
 * encoding (contract §2.1), so that a result is serialised once however many sockets it leaves by.
 */

/** Identity as an app's functions see it (contract §6.4). Plain JSON, absent fields are absent. */
export type Identity = { tokenIdentifier: string; issuer: string; subject: string } & Record<string, unknown>;

/** Who calls. Made only by `Backend.authenticate`, `ANONYMOUS` and the admin key check. */
export interface Caller {
  readonly identity: Identity | null;
  /** Equal keys see equal results: text of the identity, or "" for nobody. */
  readonly key: string;
  /** The operator: may call internal functions. */
  readonly isAdmin: boolean;
  /** Epoch ms after which the token no longer counts; null when it never expires. */
  readonly expiresAt: number | null;
}

export const ANONYMOUS: Caller = { identity: null, key: "", isAdmin: false, expiresAt: null };

/** Where a call came from, as far as the server can tell. */
export interface RequestOrigin {
  readonly ip: string | null;
  readonly userAgent: string | null;
}

export const NO_ORIGIN: RequestOrigin = { ip: null, userAgent: null };

export interface FunctionCall {
  /** `module:export`, `module` (default export) or `dir/module:export`; `.js` on the module is tolerated. */
  readonly path: string;
  /** JSON text of the encoded argument **object** (not of the one-element array). */
  readonly argsJson: string;
  /** For `ctx.meta.getRequestMetadata` of mutations and actions; absent for calls of our own. */
  readonly origin?: RequestOrigin;
}

export type Outcome =
  | { readonly success: true; readonly valueJson: string; readonly logLines: readonly string[] }
  | {
      readonly success: false;
      readonly errorMessage: string;
      /** JSON text of the encoded data; present only when a ConvexError was thrown. */
      readonly errorDataJson?: string;
      readonly logLines: readonly string[];
    };

/** One execution of a query at one timestamp, shared by everyone who asks the same. */
export interface QueryRun {
  readonly outcome: Outcome;
  /** Opaque text to hand back at the next run of the same subscription (contract §2.5); null when there is none. */
  readonly journal: string | null;
  /** False as soon as a commit after the run wrote into what it read. */
  isFresh(): boolean;
  /** Calls `onStale` once when the run stops being fresh (at once, if it already is not). Returns the unsubscribe. */
  whenStale(onStale: () => void): () => void;
}

/** Commit timestamps are nanoseconds since the epoch, strictly increasing. */
export type Timestamp = bigint;

export interface MutationOutcome {
  readonly outcome: Outcome;
  /** Commit timestamp; null when it failed. Durable on disk when the promise resolves. */
  readonly ts: Timestamp | null;
}

/** The key under which a mutation is executed at most once (contract §3.6). */
export interface RequestKey {
  readonly sessionId: string;
  readonly requestId: number;
}

/** A token that cannot be accepted. `code` is the CamelCase code of contract §4.1 (NoAuthProvider, InvalidAuthHeader…). */
export class AuthFailure extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
    this.name = "AuthFailure";
  }
}

/** An HTTP request for the app's own router (contract §4.4). */
export interface HttpActionRequest {
  /** Absolute, with the site's public scheme and host. */
  readonly url: string;
  readonly method: string;
  readonly headers: readonly (readonly [string, string])[];
  /** Read piece by piece, as the app asks for them; what it throws breaks the app's reading off. Null when there is none. */
  readonly body: AsyncIterable<Uint8Array> | null;
  /** Aborted when the client goes away before it has the whole response. */
  readonly signal?: AbortSignal;
}

export interface HttpActionResponse {
  readonly status: number;
  /** Repeated headers such as Set-Cookie stay apart. */
  readonly headers: readonly (readonly [string, string])[];
  /** Each piece is taken from the app when it is asked for. Whoever stops early calls `return`, which ends the app's stream. */
  readonly body: AsyncIterable<Uint8Array>;
}

export interface StoredFile {
  /** Absolute path of the bytes on disk. */
  readonly path: string;
  readonly size: number;
  /** Standard base64. */
  readonly sha256: string;
  readonly contentType: string | null;
}

/** The executor as sync and server see it. */
export interface Backend {
  /**
   * The newest timestamp that is durable and may be shown. A commit is published in one turn of the event loop:
   * `latestTs()` moves, the promises of its mutations settle (with nothing but microtasks between them and their
   * caller), stale runs and `onCommit` listeners are told. Sessions rely on it for answer-before-transition (§3.6).
   */
  latestTs(): Timestamp;
  /** Calls `listener` after each durable commit batch, with the new `latestTs()`; stale runs were told before. */
  onCommit(listener: (ts: Timestamp) => void): () => void;

  /** Verifies a bearer token against auth.config.ts. @throws AuthFailure */
  authenticate(token: string): Promise<Caller>;
  /** The operator, possibly acting as `actingAs`; throws AuthFailure("BadAdminKey") on a wrong key. */
  authenticateAdmin(key: string, actingAs?: Record<string, unknown>): Caller;

  /**
   * Runs a public query at exactly `ts` (default: the latest), or answers from the shared cache.
   * Never rejects because of the app: its errors are outcomes. `ts` must be `latestTs()` as it was a moment ago.
   */
  query(call: FunctionCall, caller: Caller, options?: { journal?: string | null; ts?: Timestamp }): Promise<QueryRun>;
  /**
   * Runs a public query on the state at an earlier timestamp, such as `latestTs()` was.
   * @returns null when that is too long ago or yet to come
   */
  queryAt(call: FunctionCall, caller: Caller, ts: Timestamp): Promise<Outcome | null>;
  /** Queues a public mutation. The same `key` again answers the first outcome without running it. */
  mutation(call: FunctionCall, caller: Caller, key?: RequestKey): Promise<MutationOutcome>;
  /** Runs a public action in a worker thread. */
  action(call: FunctionCall, caller: Caller): Promise<Outcome>;
  /** Any type, for `/api/function` and `/api/run` (the caller decides who may). */
  anyFunction(call: FunctionCall, caller: Caller): Promise<Outcome>;

  /** Routes to the app's http.ts; null when the app has none or no route fits (the server answers 404 itself). */
  httpAction(request: HttpActionRequest): Promise<HttpActionResponse>;

  /** JSON text of the public keys that the tokens of `ctx.auth.signJwt` are verified with. */
  jwksJson(): string;

  /** Checks an upload token made by `storage.generateUploadUrl`. @throws AuthFailure (codes of contract §4.3) */
  checkUploadToken(token: string): void;
  /** Takes a finished temporary file into storage, durably; returns its `_storage` id. */
  storeUpload(file: { tempPath: string; size: number; sha256: string; contentType: string | null }): Promise<string>;
  /** Looks a file up by the UUID of its address; null when unknown or deleted. */
  fileByUuid(uuid: string): Promise<StoredFile | null>;
  /** A fresh path for an upload in the storage folder's own file system. */
  newTempPath(): string;
}
