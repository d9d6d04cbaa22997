import { getFunctionName, type FunctionReference } from "convex/server";
import { ConvexError } from "convex/values";
import { useSyncExternalStore } from "react";
import { vi } from "vitest";
import type { Live } from "../../../src/lib/useTenantQuery";
import type { LivePages } from "../../../src/lib/useTenantPaginatedQuery";
import { refusalMessage, type PlainRefusalCode } from "../../../domain/errors";

type Mutation = (args: Record<string, unknown>) => Promise<unknown>;
type Answer = Live<unknown> | ((args: Record<string, unknown>) => Live<unknown>);

/**
 * Stands at the seam of `src/lib`: what the company's queries answer and what its mutations do. A query without an
 * answer is loading.
 */
class FakeBackend {
  private readonly answers = new Map<string, Answer>();
  private readonly pages = new Map<string, LivePages<unknown> | Error>();
  private readonly mutations = new Map<string, Mutation>();
  private readonly once = new Map<string, unknown>();
  /** The arguments each paginated query was asked with last. */
  readonly askedPages = new Map<string, unknown>();

  private version = 0;
  private readonly listeners = new Set<() => void>();
  private changed(): void {
    this.version += 1;
    for (const listener of this.listeners) listener();
  }
  private useVersion(): void {
    const subscribe = (listener: () => void) => {
      this.listeners.add(listener);
      return () => this.listeners.delete(listener);
    };
    useSyncExternalStore(subscribe, () => this.version);
  }

  clear(): void {
    for (const map of [this.answers, this.once, this.pages, this.mutations, this.askedPages]) map.clear();
  }
  /** @param value the value, or how it follows from the arguments */
  answersWith(name: string, value: unknown): void {
    this.answers.set(name, { status: "ready", value, isStale: false });
    this.changed();
  }
  answersBy(name: string, value: (args: Record<string, unknown>) => unknown): void {
    const known = new Map<string, Live<unknown>>();
    this.answers.set(name, (args) => {
      const key = JSON.stringify(args);
      const live = known.get(key) ?? { status: "ready", value: value(args), isStale: false };
      known.set(key, live);
      return live;
    });
    this.changed();
  }
  /** What the client answers when it is asked once, while the live query still loads. */
  answersOnce(name: string, value: unknown): void {
    this.once.set(name, value);
  }
  refuses(name: string, error: Error): void {
    this.answers.set(name, { status: "refused", error });
    this.pages.set(name, error);
    this.changed();
  }
  answersPages(name: string, rows: readonly unknown[], change: Partial<LivePages<unknown>> = {}): void {
    const rest = { isStale: false, isRemembered: false, canLoadMore: false, isLoadingMore: false, loadMore: vi.fn() };
    this.pages.set(name, { status: "ready", rows, ...rest, ...change });
    this.changed();
  }
  mutates(name: string, mutation: Mutation): ReturnType<typeof vi.fn<Mutation>> {
    const spy = vi.fn(mutation);
    this.mutations.set(name, spy);
    return spy;
  }

  readonly useTenantQuery = (
    query: FunctionReference<"query">,
    args: Record<string, unknown> | "skip",
  ): Live<unknown> => {
    this.useVersion();
    const answer = args === "skip" ? undefined : this.answers.get(getFunctionName(query));
    if (answer === undefined || args === "skip") return { status: "loading" };
    return typeof answer === "function" ? answer(args) : answer;
  };
  readonly useTenantPaginatedQuery = (
    query: FunctionReference<"query">,
    args: unknown,
    size: number,
    firstCount?: number,
  ): LivePages<unknown> => {
    this.useVersion();
    const name = getFunctionName(query);
    this.askedPages.set(name, { args, size, firstCount });
    const pages = this.pages.get(name);
    if (pages instanceof Error) throw pages;
    const nothing = {
      rows: [],
      isStale: false,
      isRemembered: false,
      canLoadMore: false,
      isLoadingMore: false,
      loadMore: vi.fn(),
    };
    return pages ?? { status: "loading", ...nothing };
  };
  private readonly stable = new Map<string, Mutation>();
  readonly useTenantMutation = (mutation: FunctionReference<"mutation">): Mutation => {
    const name = getFunctionName(mutation);
    const call =
      this.stable.get(name) ?? ((args) => this.mutations.get(name)?.(args) ?? Promise.reject(new Error(name)));
    this.stable.set(name, call);
    return call;
  };
  /** Actions and mutations differ for the server alone. */
  readonly useTenantAction = (action: FunctionReference<"action">): Mutation =>
    this.useTenantMutation(action as unknown as FunctionReference<"mutation">);
  /** The client, for what is asked once. */
  readonly client = {
    query: (query: FunctionReference<"query">, args: Record<string, unknown>): Promise<unknown> => {
      const name = getFunctionName(query);
      if (this.once.has(name)) return Promise.resolve(this.once.get(name));
      const answer = this.answers.get(name);
      const live = typeof answer === "function" ? answer(args) : answer;
      return live?.status === "ready"
        ? Promise.resolve(live.value)
        : Promise.reject(new Error("nothing to answer with"));
    },
  };
}

export const backend = new FakeBackend();

/** A refusal without parameters as the server sends it. */
export function refused(code: PlainRefusalCode): ConvexError<{ code: string; message: string }> {
  return new ConvexError({ code, message: refusalMessage(code) });
}

/** A promise that the test settles itself. */
export function later<T>(): { promise: Promise<T>; resolve: (value: T) => void; reject: (error: unknown) => void } {
  let resolve: (value: T) => void = () => {};
  let reject: (error: unknown) => void = () => {};
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}
