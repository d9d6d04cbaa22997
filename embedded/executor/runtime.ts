import { createHash, timingSafeEqual } from "node:crypto";
import { join, resolve } from "node:path";
import { FileStore } from "../storage/files";
import { tableNumberOf } from "../storage/ids";
import { SqliteStore } from "../storage/store";
import { Committer } from "../transaction/committer";
import type { PoolOptions } from "./actionPool";
import type { ThreadStart } from "./actionProtocol";
import { Actions } from "./actions";
import { adminCaller, createTokenVerifier, parseAuthConfig, type TokenVerifier } from "./auth";
import { bundleFunctions } from "./bundle";
import type { CallContext, FinishedCall } from "./calls";
import {
  ANONYMOUS,
  AuthFailure,
  type Backend,
  type Caller,
  type FunctionCall,
  type HttpActionRequest,
  type HttpActionResponse,
  type MutationOutcome,
  type Outcome,
  type QueryRun,
  type RequestKey,
  type StoredFile,
  type Timestamp,
} from "./contract";
import { Crons } from "./crons";
import { parseCrons } from "./cronsDefinitions";
import { Cursors } from "./cursors";
import { DatabaseSyscalls } from "./databaseSyscalls";
import { Files, type UploadedFile } from "./files";
import { FunctionStats } from "./functionStats";
import { Inspection } from "./inspection";
import { FileSyscalls } from "./fileSyscalls";
import { Jobs } from "./jobs";
import { runOutside } from "./execution";
import { FunctionHandles, handleSecret } from "./functionHandles";
import { JobSyscalls } from "./jobsSyscalls";
import { Mutations } from "./mutations";
import { analyzeNode, placeNodeBundle, type NodeFunction } from "./nodeModules";
import { createOutcomeReporter } from "./outcome";
import { MutationFiles } from "./mutationFiles";
import { OwnTokens } from "./ownTokens";
import { Queries } from "./queries";
import { PRODUCTION_LIMITS, type Limits } from "./limits";
import { loadRegistry, type AppFunction, type Registry } from "./registry";
import { newRequestId, Runner } from "./runner";
import { sandboxGlobals } from "./sandbox";
import { Scheduler } from "./scheduler";
import { REAL_CLOCK, type Clock } from "./schedulerClock";
import { applySchema, NO_SCHEMA, type AppSchema } from "./schema";
import { StackTraces } from "./stackTraces";
import { TransactionSyscalls } from "./syscalls";

export interface RuntimeOptions {
  readonly functionsDir: string;
  readonly dataDir: string;
  readonly adminKey: string;
  /** `CONVEX_CLOUD_URL` and `CONVEX_SITE_URL` of the functions: the addresses as browsers and issuers see them. */
  readonly publicUrl: string;
  readonly publicSiteUrl: string;
  readonly env: Readonly<Record<string, string>>;
  readonly actionTimeoutMs: number;
  /** Of actions in files with "use node"; the same unless given. */
  readonly nodeActionTimeoutMs?: number;
  /** How the threads of actions are handled, where not as usual. */
  readonly actionPool?: Partial<PoolOptions>;
  /** Behave as production towards clients: no logs, no error text. */
  readonly redact: boolean;
  /** The built `actionWorker`; `writerThread` lies beside it. */
  readonly workerUrl: URL;
  /** Told of failures that belong to no call. */
  readonly onFault?: (text: string) => void;
  readonly onCall?: (call: FinishedCall) => void;
  /** Told of cron jobs that the app made fail. */
  readonly onCronFailure?: (identifier: string, error: string) => void;
  /** The system's own unless given: tests drive theirs. Actions keep the system's. */
  readonly clock?: Clock;
  /** Write in this thread, where a commit is over in the turn in which it began: for tests that count turns. */
  readonly writesInThisThread?: boolean;
  /** Of each transaction; those of production where absent. */
  readonly limits?: Partial<Limits>;
  /** Evaluate the modules anew for each call, as production does: finds code that leans on module-level state. Slow. */
  readonly reevaluate?: boolean;
}

/** A query or mutation that has not settled by then is given up. */
const WALL_LIMIT_MS = 15_000;

/**
 * The executor as a whole: loads a functions folder and answers calls.
 *
 * It only puts together what each has its own file: the store and its one writer, the registry, queries with their cache, mutations with
 * their request keys, actions with their worker, files, tokens.
 */
export class Runtime implements Backend {
  readonly #store: SqliteStore;
  readonly #committer: Committer;
  readonly #contents: FileStore;
  readonly #rows: FileSyscalls;
  readonly #files: Files;
  readonly #mutationFiles: MutationFiles;
  readonly #tokens: OwnTokens;
  readonly #context: CallContext;
  readonly #queries: Queries;
  readonly #mutations: Mutations;
  readonly #actions: Actions;
  readonly #jobs: Jobs;
  readonly #scheduler: Scheduler;
  readonly #crons: Crons;
  readonly #verifier: TokenVerifier;
  readonly #stats: FunctionStats;
  /** What the operator's page shows. */
  readonly inspection: Inspection;
  readonly #clock: Clock;

  private constructor(
    private readonly options: RuntimeOptions,
    store: SqliteStore,
    start: ThreadStart,
    private readonly nodeFunctions: readonly NodeFunction[],
  ) {
    const { bundle } = start;
    const { dataDir, publicUrl, redact } = options;
    this.#store = store;
    this.#clock = options.clock ?? REAL_CLOCK;
    const { now } = this.#clock;
    this.#committer = new Committer(store, now);
    this.#contents = new FileStore(join(dataDir, "files"));
    this.#rows = new FileSyscalls(store, () => publicUrl, digest(`upload ${options.adminKey}`), now);
    this.#jobs = new Jobs(store, now);
    this.#files = new Files(store, this.#committer, this.#contents, this.#rows);
    this.#mutationFiles = new MutationFiles(this.#rows, this.#contents, store, this.#committer);
    this.#tokens = new OwnTokens(join(dataDir, "tokens.key"), publicUrl);
    const stackTraces = new StackTraces(bundle);
    const { registry, runner, jobSyscalls } = this.#loadFunctions(start, stackTraces);
    const crons = parseCrons(registry.cronsJson, registry.functions);
    const reporter = createOutcomeReporter(stackTraces, redact);
    const { onCall = () => undefined, onFault = () => undefined } = options;
    this.#stats = new FunctionStats((path) => registry.functions.has(path));
    this.inspection = new Inspection(store, () => registry, this.#stats);
    const onFinished = (call: FinishedCall): void => {
      this.#stats.note(call);
      onCall(call);
    };
    this.#context = { registry, runner, committer: this.#committer, reporter, onCall: onFinished };
    this.#queries = new Queries(this.#context);
    this.#mutations = new Mutations(this.#context, store, (execution) => this.#mutationFiles.makeDurable(execution));
    this.#verifier = createTokenVerifier({
      providers: parseAuthConfig(registry.authConfig),
      fetchUrl: (url) => this.#fetchKeys(url),
      now,
    });
    this.#actions = new Actions(
      this.#context,
      { queries: this.#queries, mutations: this.#mutations, files: this.#files, jobs: jobSyscalls },
      {
        workerUrl: options.workerUrl,
        start,
        timeoutMs: options.actionTimeoutMs,
        nodeTimeoutMs: options.nodeActionTimeoutMs ?? options.actionTimeoutMs,
        pool: options.actionPool ?? {},
        onFault,
      },
    );
    const running = { mutations: this.#mutations, actions: this.#actions, clock: this.#clock, onFault };
    this.#scheduler = new Scheduler(this.#context, { ...running, jobs: this.#jobs });
    const { onCronFailure: onFailure = () => undefined } = options;
    this.#crons = new Crons(this.#context, crons, { ...running, store, onFailure });
  }

  /** Opens the data, loads the functions, starts the action worker and what is overdue. @throws when any of these fails; nothing is left running then */
  static async start(options: RuntimeOptions): Promise<Runtime> {
    const start = await threadStart(options);
    const nodeFunctions = start.nodeUrl === null ? [] : await analyzeNode(options.workerUrl, start);
    const store = new SqliteStore(join(options.dataDir, "data.sqlite"));
    let runtime: Runtime | null = null;
    try {
      runtime = new Runtime(options, store, start, nodeFunctions);
      if (options.writesInThisThread !== true) await store.startWriter(new URL("./writerThread.js", options.workerUrl));
      await runtime.#files.sweep();
      await runtime.#actions.ready;
      await runtime.#scheduler.start();
      await runtime.#crons.start();
      return runtime;
    } catch (error) {
      if (runtime === null) store.close();
      else await runtime.close();
      throw error;
    }
  }

  #loadFunctions(
    { bundle, env }: ThreadStart,
    stackTraces: StackTraces,
  ): { registry: Registry; runner: Runner; jobSyscalls: JobSyscalls } {
    const store = this.#store;
    let schema: AppSchema = NO_SCHEMA;
    const secret = handleSecret(join(this.options.dataDir, "handles.key"));
    const evaluate = (): Registry =>
      loadRegistry(bundle, sandboxGlobals(syscalls, env, stackTraces), isIdOf, this.nodeFunctions);
    const runner = new Runner(() => (this.options.reevaluate === true ? runOutside(evaluate) : registry), {
      wallLimitMs: WALL_LIMIT_MS,
      limits: { ...PRODUCTION_LIMITS, ...this.options.limits },
      now: this.#clock.now,
      handles: new FunctionHandles(secret),
    });
    const jobSyscalls = new JobSyscalls(
      this.#jobs,
      (path) => registry.functions.get(path),
      (request) => runner.pathOf(request),
      this.#clock.now,
    );
    const syscalls = new TransactionSyscalls(
      new DatabaseSyscalls(store, () => schema, new Cursors(secret)),
      this.#rows,
      jobSyscalls,
      (parent, request) => runner.runNested(parent, request),
      (request) => runner.handleOf(request),
      { files: this.#mutationFiles, tokens: this.#tokens },
    );
    const isIdOf = (id: string, table: string): boolean => {
      const number = tableNumberOf(id);
      return number !== null && store.catalogue.find("", table)?.number === number;
    };
    const registry = evaluate();
    if (registry.schemaJson !== null) schema = applySchema(registry.schemaJson, store, "", isIdOf);
    return { registry, runner, jobSyscalls };
  }

  latestTs(): Timestamp {
    return this.#committer.latestTs;
  }

  onCommit(listener: (ts: Timestamp) => void): () => void {
    return this.#committer.onCommit(({ ts }) => listener(ts));
  }

  /** Sums since the start, for the operator. */
  counters(): Record<string, number> {
    const { commits, mutations, largestBatch } = this.#committer.counters;
    const { cache } = this.#queries;
    return {
      ...this.#scheduler.counters,
      ...this.#crons.counters,
      ...this.#actions.counters,
      commits,
      mutations,
      largestCommitBatch: largestBatch,
      ...this.#stats.totals,
      queryExecutions: cache.counters.executions,
      queryCacheHits: cache.counters.hits,
      queryInvalidations: cache.counters.invalidations,
      queryCacheSize: cache.size,
    };
  }

  async close(): Promise<void> {
    this.#scheduler.close();
    this.#crons.close();
    await this.#committer.whenIdle();
    await this.#actions.close();
    this.#mutations.close();
    await this.#store.stopWriter();
    this.#store.close();
  }

  // ── Who calls ──────────────────────────────────────────────────────────────────────────────────────────

  authenticate(token: string): Promise<Caller> {
    return this.#verifier.verify(token);
  }

  authenticateAdmin(key: string, actingAs?: Record<string, unknown>): Caller {
    if (!timingSafeEqual(digest(key), digest(this.options.adminKey))) {
      throw new AuthFailure("BadAdminKey", "The admin key is not of this deployment.");
    }
    return adminCaller(actingAs);
  }

  /** Own addresses are answered in process: no socket, and it works before the listener is up (contract §6.2). */
  async #fetchKeys(url: string): Promise<{ status: number; contentType: string | null; text: string }> {
    if (url === `${this.options.publicUrl}/.well-known/jwks.json`) {
      return { status: 200, contentType: "application/json", text: this.#tokens.jwksJson };
    }
    if (!url.startsWith(`${this.options.publicSiteUrl}/`)) {
      const response = await fetch(url);
      const contentType = response.headers.get("content-type");
      return { status: response.status, contentType, text: await response.text() };
    }
    const response = await this.#actions.http({ url, method: "GET", headers: [], body: null }, ANONYMOUS, null);
    const chunks: Uint8Array[] = [];
    for await (const chunk of response.body) chunks.push(chunk);
    const contentType = response.headers.find(([name]) => name === "content-type")?.[1] ?? null;
    return { status: response.status, contentType, text: Buffer.concat(chunks).toString("utf8") };
  }

  // ── Functions ──────────────────────────────────────────────────────────────────────────────────────────

  query(
    call: FunctionCall,
    caller: Caller,
    options: { journal?: string | null; ts?: Timestamp } = {},
  ): Promise<QueryRun> {
    return this.#queries.ask(call, caller, options);
  }

  queryAt(call: FunctionCall, caller: Caller, ts: Timestamp): Promise<Outcome | null> {
    return this.#queries.askAt(call, caller, ts);
  }

  mutation(call: FunctionCall, caller: Caller, key?: RequestKey): Promise<MutationOutcome> {
    return this.#mutations.ask(call, caller, key);
  }

  action(call: FunctionCall, caller: Caller): Promise<Outcome> {
    return this.#actions.execute(call, caller);
  }

  async anyFunction(call: FunctionCall, caller: Caller): Promise<Outcome> {
    let fn: AppFunction;
    try {
      fn = this.#context.runner.resolve(call.path, null, caller);
    } catch (error) {
      return this.#context.reporter.failure(error, newRequestId(), []);
    }
    switch (fn.kind) {
      case "query":
        return (await this.query(call, caller)).outcome;
      case "mutation":
        return (await this.mutation(call, caller)).outcome;
      case "action":
        return this.action(call, caller);
      default:
        return fn.kind satisfies never;
    }
  }

  async httpAction(request: HttpActionRequest): Promise<HttpActionResponse> {
    const bearer = request.headers.find(([name]) => name.toLowerCase() === "authorization")?.[1];
    const token = bearer?.startsWith("Bearer ") === true ? bearer.slice("Bearer ".length) : null;
    if (token === null) return this.#actions.http(request, ANONYMOUS, null);
    let caller: Caller;
    try {
      caller = await this.authenticate(token);
    } catch (error) {
      if (!(error instanceof AuthFailure)) throw error;
      return this.#actions.http(request, ANONYMOUS, `${error.code}: ${error.message}`);
    }
    return this.#actions.http(request, caller, null);
  }

  // ── Files ──────────────────────────────────────────────────────────────────────────────────────────────

  jwksJson(): string {
    return this.#tokens.jwksJson;
  }

  checkUploadToken(token: string): void {
    this.#rows.checkUploadToken(token);
  }

  newTempPath(): string {
    return this.#contents.newTempPath();
  }

  storeUpload(file: UploadedFile): Promise<string> {
    return this.#files.storeUpload(file);
  }

  fileByUuid(uuid: string): Promise<StoredFile | null> {
    return this.#files.byUuid(uuid);
  }
}

/** Bundles the functions and puts in place what the threads of actions load. */
async function threadStart(options: RuntimeOptions): Promise<ThreadStart> {
  const { functionsDir, dataDir, publicUrl, publicSiteUrl, redact, reevaluate = false } = options;
  const bundle = await bundleFunctions(functionsDir);
  const folder = join(dataDir, "node-functions");
  const nodeUrl = bundle.node === null ? null : placeNodeBundle(bundle.node, resolve(functionsDir), folder);
  const env = { ...options.env, CONVEX_CLOUD_URL: publicUrl, CONVEX_SITE_URL: publicSiteUrl };
  return { bundle, env, redact, reevaluate, nodeUrl };
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
