import type { DefaultFunctionArgs, FunctionReference, FunctionReturnType, FunctionVisibility } from "convex/server";

/**
 * What a case of conformance may do: call public functions as somebody or as nobody, and call internal ones as the
 * operator. Nothing here knows which backend answers, and no case looks into a database.
 */
export interface ConformanceBackend {
  /** Signs in with `auth:signIn`, as a browser would, and calls as that person from then on. */
  readonly as: (account: Account) => Promise<Caller<"public">>;
  readonly signedOut: Caller<"public">;
  /** The operator, who may call internal functions. */
  readonly internal: Caller<"internal">;
  readonly close: () => Promise<void>;
}

export interface Account {
  readonly email: string;
  readonly password: string;
}

type Args<Reference extends FunctionReference<"query" | "mutation" | "action", FunctionVisibility>> =
  Reference["_args"] extends infer A extends DefaultFunctionArgs ? A : never;

/** Calls by function reference; a refusal rejects with a `ConvexError`. */
export interface Caller<Visibility extends FunctionVisibility> {
  readonly query: <Query extends FunctionReference<"query", Visibility>>(
    query: Query,
    args: Args<Query>,
  ) => Promise<FunctionReturnType<Query>>;
  readonly mutation: <Mutation extends FunctionReference<"mutation", Visibility>>(
    mutation: Mutation,
    args: Args<Mutation>,
  ) => Promise<FunctionReturnType<Mutation>>;
  readonly action: <Action extends FunctionReference<"action", Visibility>>(
    action: Action,
    args: Args<Action>,
  ) => Promise<FunctionReturnType<Action>>;
}

/** Starts an empty backend that runs `convex/`. One may serve many cases: each makes companies of its own. */
export type BackendFactory = () => Promise<ConformanceBackend>;

export interface ConformanceCase {
  readonly title: string;
  readonly run: (backend: ConformanceBackend) => Promise<void>;
  /** Why this case cannot run on a backend yet, by the backend's name. */
  readonly skip?: Readonly<Record<string, string>>;
}
