import { describe, expect, it, vi } from "vitest";
import { ANONYMOUS, type HttpActionResponse, type Outcome } from "../../../embedded/executor/contract";
import type { PoolOptions } from "../../../embedded/executor/actionPool";
import type { Runtime } from "../../../embedded/executor/runtime";
import { TestClock } from "../support/aClock";
import { aRuntime, call, errorOf, speak, valueOf } from "../support/aRuntime";

const TIME_MS = 60_000;
const PATIENT = { timeout: 20_000, interval: 5 };
const CUT_OFF = "Uncaught Error: The action was cut off: another one in the same thread computed past its time";

/** A runtime whose actions' time the test drives. */
async function aHouse(pool: Partial<PoolOptions> = {}) {
  const clock = new TestClock(0);
  const faults: string[] = [];
  const runtime = await aRuntime("actions", {
    actionTimeoutMs: TIME_MS,
    onFault: (text) => faults.push(text),
    actionPool: { clock, threads: 1, mostThreads: 2, takeUpMs: 10, pulse: { beatMs: 1, beats: 3 }, ...pool },
  });
  const { query, mutation } = speak(runtime);
  return {
    runtime,
    clock,
    faults,
    begin: (path: string, name: string): Promise<Outcome> => runtime.action(call(path, { name }), ANONYMOUS),
    go: (name: string) => mutation("notes:put", { text: `go ${name}` }),
    noted: (text: string) => vi.waitFor(async () => expect(await query("notes:all")).toContain(text), PATIENT),
    notes: () => query("notes:all"),
    /** So many runs are begun or wait to be. */
    running: (count: number) => vi.waitFor(() => expect(runtime.counters().actionsRunning).toBe(count), PATIENT),
  };
}

async function textOf({ body }: HttpActionResponse): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of body) parts.push(part);
  return Buffer.concat(parts).toString();
}

const threads = (runtime: Runtime) => runtime.counters().actionThreads;

describe("an action that computes without end", () => {
  it("holds up nothing new, is ended when its time is over, and takes with it only what began in its thread", async () => {
    const { runtime, clock, faults, begin, go, noted, notes, running } = await aHouse();
    const stuck = begin("work:spins", "a");
    await noted("waits a");
    clock.advance(10);
    const beside = begin("work:waits", "b");
    await noted("waits b");
    await go("a");
    await noted("spins a");

    // New ones: given to the stuck thread first, taken back because it does not take them up, run in another.
    const fresh = begin("work:echo", "c");
    const freshHttp = runtime.httpAction({ url: "http://x/hello", method: "GET", headers: [], body: null });
    await running(4);
    clock.advance(10);
    expect(valueOf(await fresh)).toBe("c");
    expect(await textOf(await freshHttp)).toBe("oi");
    const later = begin("work:waits", "d");
    await noted("waits d");
    expect(threads(runtime)).toBe(2);
    expect(await speak(runtime).mutation("notes:put", { text: "go d" })).toBeNull();
    expect(valueOf(await later)).toBe("d");

    clock.advance(TIME_MS - 20);
    expect(errorOf(await stuck)).toBe("Uncaught Error: The action did not finish within 60000 ms.");
    expect(faults).toEqual([]);
    clock.advance(3);
    expect(errorOf(await beside)).toContain(CUT_OFF);
    expect(faults).toEqual(["An action computed past its time without ever waiting: its thread was ended."]);
    await vi.waitFor(() => expect(threads(runtime)).toBe(1), PATIENT);
    expect(runtime.counters().actionsRunning).toBe(0);
    expect(await notes()).not.toContain("waited b");
    expect(valueOf(await begin("work:echo", "e"))).toBe("e");
  });

  it("by promises alone, is ended too; without a second thread, new ones wait until then", async () => {
    const { runtime, clock, begin, noted, running } = await aHouse({ mostThreads: 1 });
    const stuck = begin("work:spinsPolitely", "a");
    await noted("spins a");
    clock.advance(10);
    const waiting = begin("work:echo", "b");
    await running(2);
    clock.advance(TIME_MS - 10);
    clock.advance(3);
    expect(errorOf(await stuck)).toContain("did not finish within");
    expect(valueOf(await waiting)).toBe("b");
    expect(threads(runtime)).toBe(1);
  });

  it("in an HTTP action, answers 500 with what happened; one that is being answered beside it breaks off", async () => {
    const { runtime, clock, begin, go, noted } = await aHouse();
    const get = (path: string) =>
      runtime.httpAction({ url: `http://x${path}`, method: "GET", headers: [], body: null });
    const drip = await get("/drip");
    const reader = drip.body[Symbol.asyncIterator]();
    expect(Buffer.from((await reader.next()).value as Uint8Array).toString()).toBe("drop 0");
    const stuck = get("/spin");
    await noted("waits spin");
    clock.advance(10);
    const beside = begin("work:waits", "b");
    await noted("waits b");
    await go("spin");
    await noted("spins spin");
    const dry = reader.next();
    dry.catch(() => undefined);
    clock.advance(TIME_MS - 10);
    const answer = await stuck;
    expect(answer.status).toBe(500);
    expect(JSON.parse(await textOf(answer))).toEqual({
      code: expect.stringMatching(
        /^\[Request ID: \w{16}\] Server Error: Uncaught Error: The action did not finish within 60000 ms\.$/,
      ),
      trace: "Uncaught Error: The action did not finish within 60000 ms.",
    });
    clock.advance(3);
    await expect(dry).rejects.toThrow("did not finish within");
    expect(errorOf(await beside)).toContain(CUT_OFF);
  });

  it("scheduled: it and those that began beside it are failed, and none is run again", async () => {
    const { runtime, clock, go, noted, notes } = await aHouse();
    const { mutation, query } = speak(runtime);
    await mutation("work:schedule", { path: "work:spinsInternally", name: "a" });
    await noted("waits a");
    clock.advance(10);
    await mutation("work:schedule", { path: "work:waitsInternally", name: "b" });
    await noted("waits b");
    await go("a");
    await noted("spins a");
    clock.advance(TIME_MS - 10);
    clock.advance(3);
    const state = (of: string, error: string) =>
      expect.objectContaining({ of, state: "failed", error: expect.stringContaining(error) as string }) as object;
    await vi.waitFor(
      async () =>
        expect(await query("work:states")).toEqual([
          state("a", "did not finish within 60000 ms"),
          state("b", "was cut off"),
        ]),
      PATIENT,
    );
    expect((await notes()) as string[]).toEqual(["waits a", "waits b", "go a", "spins a"]);
  });

  it("after it has ended, is found out when its thread takes nothing new up", async () => {
    const { clock, begin, faults, running } = await aHouse();
    expect(valueOf(await begin("work:spinsAfterwards", "a"))).toBe("a");
    const fresh = begin("work:echo", "b");
    await running(1);
    clock.advance(10);
    expect(valueOf(await fresh)).toBe("b");
    expect(faults).toEqual([]);
    clock.advance(3);
    expect(faults.length).toBe(1);
  });
});

describe("an action that merely waits past its time", () => {
  it("fails alone: its thread and the others in it are left as they are, and what it still asks for is refused", async () => {
    const { runtime, clock, faults, begin, go, noted, notes } = await aHouse({ mostThreads: 1 });
    const over = begin("work:asksForEver", "a");
    await noted("waits a");
    clock.advance(10);
    const beside = begin("work:waits", "b");
    await noted("waits b");
    clock.advance(TIME_MS - 10);
    expect(errorOf(await over)).toBe("Uncaught Error: The action did not finish within 60000 ms.");
    // Taken up by the same thread, once it has answered.
    expect(valueOf(await begin("work:echo", "c"))).toBe("c");
    clock.advance(3);
    expect(faults).toEqual([]);
    await go("a");
    const told = (name: string) =>
      vi.waitFor(async () => {
        const text = valueOf(await begin("work:whatTold", name));
        expect(text).not.toBeNull();
        return text;
      }, PATIENT);
    expect(await told("a")).toMatch(/^(The action is over|A Convex API was used after work:asksForEver)/);
    expect(await told("a after")).toMatch(/work:asksForEver had finished/);
    await go("b");
    expect(valueOf(await beside)).toBe("b");
    expect(await notes()).not.toContain("late a");
    expect(threads(runtime)).toBe(1);
  });
});

describe("an action that ended", () => {
  it("leaves nothing that goes on: calls and timers of dangling promises are refused", async () => {
    const { begin, notes } = await aHouse({ mostThreads: 1 });
    expect(valueOf(await begin("work:dangles", "a"))).toBe("a");
    const timer = await vi.waitFor(async () => {
      const text = valueOf(await begin("work:whatTold", "a timer"));
      expect(text).not.toBeNull();
      return text;
    }, PATIENT);
    expect(timer).toBe("setTimeout was called after work:dangles had finished.");
    expect(valueOf(await begin("work:whatTold", "a"))).toBe(
      "A Convex API was used after work:dangles had finished. Await every promise.",
    );
    expect(await notes()).toEqual([]);
  });

  it("takes its timers with it", async () => {
    const { runtime } = await aHouse({ mostThreads: 1 });
    const { action } = speak(runtime);
    await action("work:leavesTicking");
    const before = await action("work:tickCount");
    for (let i = 0; i < 20; i++) await action("work:echo", { name: "x" });
    expect(await action("work:tickCount")).toBe(before);
  });
});

describe("threads", () => {
  it("are added while actions run beside each other, up to as many as allowed, and end when there is nothing to do", async () => {
    const { runtime, clock, begin, go, noted } = await aHouse({ threads: 3, mostThreads: 4 });
    const running = [];
    for (const name of ["a", "b", "c", "d"]) {
      running.push(begin("work:waits", name));
      await noted(`waits ${name}`);
    }
    expect([2, 3]).toContain(threads(runtime)); // two, where the second was not ready in time for the next action
    for (const name of ["a", "b", "c", "d"]) await go(name);
    expect((await Promise.all(running)).map(valueOf)).toEqual(["a", "b", "c", "d"]);
    clock.advance(60_000);
    await vi.waitFor(() => expect(threads(runtime)).toBe(1), PATIENT);
    expect(valueOf(await begin("work:echo", "e"))).toBe("e");
  });

  it("that end by themselves fail what ran in them, and are replaced", async () => {
    const { runtime, begin, noted } = await aHouse();
    const beside = begin("work:waits", "a");
    await noted("waits a");
    const { actionError } = speak(runtime);
    expect(await actionError("exit:leave")).toContain("The action thread ended.");
    expect(errorOf(await beside)).toContain("The action thread ended.");
    expect(valueOf(await begin("work:echo", "b"))).toBe("b");
  });
});
