import { describe, expect, it } from "vitest";
import { ANONYMOUS, type Caller } from "../../../embedded/executor/contract";
import type { RuntimeOptions } from "../../../embedded/executor/runtime";
import { call, valueOf } from "../support/aRuntime";
import { NOON, MINUTE, DAY, YEAR, aScheduler, aSignal, states } from "../support/aScheduler";
import { aFolder } from "../support/aStore";

describe("scheduling in a mutation", () => {
  it("gives a row with exactly the fields apps may see, which waits for its time", async () => {
    const { mutation, job, clock, notes, allEnded, until } = await aScheduler();
    const id = await mutation("jobs:after", { path: "jobs:write", args: { note: "hi" }, ms: 5 * MINUTE });
    const other = await mutation("jobs:after", { path: "jobs:write", args: { note: "ho" }, ms: 5 * MINUTE + 1 });
    expect(await job(id)).toEqual({
      _id: id,
      _creationTime: NOON,
      name: "jobs.js:write",
      args: [{ note: "hi" }],
      scheduledTime: NOON + 5 * MINUTE,
      state: { kind: "pending" },
    });
    clock.advance(5 * MINUTE - 1);
    expect(states([await job(id)])).toEqual(["pending"]);
    clock.advance(1);
    await until(async () => (await job(id)).state.kind === "success");
    expect((await job(id)).completedTime).toBe(NOON + 5 * MINUTE);
    expect([await notes(), (await job(other)).state.kind]).toEqual([["hi"], "pending"]);
    clock.advance(1);
    await allEnded();
    expect(await notes()).toEqual(["hi", "ho"]);
  });

  it("runs at once what was due before it was asked for", async () => {
    const { mutation, allEnded, notes, job } = await aScheduler();
    const id = await mutation("jobs:at", { path: "jobs:write", args: { note: "late" }, at: NOON - DAY });
    await allEnded();
    expect(await notes()).toEqual(["late"]);
    expect((await job(id)).scheduledTime).toBe(NOON - DAY);
  });

  it("is undone with the mutation that fails, and with a nested one whose failure is caught", async () => {
    const { mutation, mutationError, jobs } = await aScheduler();
    const args = { path: "jobs:write", args: { note: "never" }, ms: 0 };
    expect(await mutationError("jobs:afterThenThrow", args)).toContain("job is pending");
    expect(await mutation("jobs:catchesNested", args)).toBe(0);
    expect(await jobs()).toEqual([]);
  });

  it("wakes the subscription of who reads the job when it moves", async () => {
    const { runtime, mutation, clock } = await aScheduler();
    const id = await mutation("jobs:after", { path: "jobs:write", args: { note: "x" }, ms: MINUTE });
    const run = await runtime.query(call("jobs:find", { id: id as string }), ANONYMOUS);
    const stale = new Promise<void>((resolve) => run.whenStale(resolve));
    clock.advance(MINUTE);
    await stale;
  });

  it.each([
    ["a function that does not exist", "jobs:missing", {}, NOON, /there is no such exported function/],
    ["a module that does not exist", "nowhere:write", {}, NOON, /there is no such exported function/],
    ["more than five years ahead", "jobs:write", {}, NOON + 5 * YEAR + 1, /more than 5 years away/],
    ["more than five years ago", "jobs:write", {}, NOON - 5 * YEAR - 1, /more than 5 years away/],
    ["no time at all", "jobs:write", {}, NaN, /must be a finite number/],
    ["never", "jobs:write", {}, Infinity, /must be a finite number/],
  ])("refuses %s at once", async (_title, path, args, at, message) => {
    const { mutationError, actionError, jobs } = await aScheduler();
    expect(await mutationError("jobs:at", { path, args, at })).toMatch(message);
    expect(await actionError("jobs:atFromAction", { path, args, at })).toMatch(message);
    expect(await jobs()).toEqual([]);
  });

  it("takes what is five years away, either way", async () => {
    const { mutation, jobs, allEnded, clock } = await aScheduler();
    await mutation("jobs:at", { path: "jobs:write", args: { note: "a" }, at: NOON - 5 * YEAR });
    await allEnded();
    await mutation("jobs:at", { path: "jobs:write", args: { note: "b" }, at: NOON + 5 * YEAR });
    expect(states(await jobs())).toEqual(["success", "pending"]);
    expect(clock.waiting).toBeGreaterThan(0);
  });

  it("leaves an argument that does not fit to the run, which fails", async () => {
    const { mutation, job, allEnded, notes } = await aScheduler();
    const id = await mutation("jobs:after", { path: "jobs:write", args: { note: 1 }, ms: 0 });
    await allEnded();
    expect((await job(id)).state.error).toContain("ArgumentValidationError");
    expect(await notes()).toEqual([]);
  });

  it("of a query fails when it runs", async () => {
    const { mutation, job, allEnded } = await aScheduler();
    const id = await mutation("jobs:after", { path: "jobs:aQuery", args: {}, ms: 0 });
    await allEnded();
    expect((await job(id)).state).toMatchObject({ kind: "failed", error: expect.stringContaining("query") as string });
  });
});

describe("scheduling in an action", () => {
  it("takes effect at once, whatever becomes of the action", async () => {
    const { actionError, allEnded, notes } = await aScheduler();
    const args = { path: "jobs:write", args: { note: "kept" }, at: NOON, fails: true };
    expect(await actionError("jobs:atFromAction", args)).toContain("after it scheduled");
    await allEnded();
    expect(await notes()).toEqual(["kept"]);
  });
});

describe("a scheduled mutation", () => {
  it("sees itself in progress, and nobody signed in, whoever scheduled it", async () => {
    const { runtime, notes, allEnded } = await aScheduler();
    const identity = { tokenIdentifier: "a|b", issuer: "a", subject: "b" };
    const someone: Caller = { ...ANONYMOUS, identity, key: "b" };
    const run = await runtime.mutation(call("jobs:after", { path: "jobs:report", args: {}, ms: 0 }), someone);
    valueOf(run.outcome);
    await allEnded();
    expect(await notes()).toEqual([JSON.stringify({ state: "inProgress", identity: null })]);
  });

  it("is pending to all others until it has ended", async () => {
    const { runtime, mutation, jobs, clock, allEnded } = await aScheduler();
    await mutation("jobs:after", { path: "jobs:write", args: { note: "x" }, ms: MINUTE });
    const seen = new Set<string>();
    const looks: Promise<unknown>[] = [];
    runtime.onCommit(() => looks.push(jobs().then((found) => states(found).forEach((kind) => seen.add(kind)))));
    clock.advance(MINUTE);
    await allEnded();
    await Promise.all(looks);
    expect([...seen]).toEqual(["success"]);
  });

  it("that throws leaves nothing behind but its failure, with where it happened, also when clients are not told", async () => {
    const { mutation, job, jobs, notes, allEnded } = await aScheduler({ redact: true });
    const id = await mutation("jobs:after", { path: "jobs:writeAndThrow", args: { note: "x" }, ms: 0 });
    await allEnded();
    expect(await notes()).toEqual([]);
    expect(await jobs()).toHaveLength(1);
    const { state, completedTime } = await job(id);
    expect(state.kind).toBe("failed");
    expect(state.error).toMatch(/^Uncaught Error: no: x\n {4}at handler \(\.\.\/\S*jobs\.ts:\d+:\d+\)/);
    expect(completedTime).toBe(NOON);
  });

  it("that cancels itself goes on, succeeds, and is told off in its log", async () => {
    const lines: string[] = [];
    const onCall: RuntimeOptions["onCall"] = ({ path, logLines }) => {
      if (path === "jobs:cancelSelf") lines.push(...logLines);
    };
    const { mutation, job, notes, allEnded } = await aScheduler({ onCall });
    const id = await mutation("jobs:after", { path: "jobs:cancelSelf", args: {}, ms: 0 });
    await allEnded();
    expect((await job(id)).state).toEqual({ kind: "success" });
    expect(await notes()).toEqual(["went on"]);
    expect(lines).toEqual([expect.stringMatching(/^\[WARN\] .*deprecated/)]);
  });
});

describe("a scheduled action", () => {
  it("is in progress for everyone while it runs, and its calls know whose they are", async () => {
    const { mutation, notes, job, allEnded } = await aScheduler();
    const id = await mutation("jobs:after", { path: "jobs:reportFromAction", args: {}, ms: 0 });
    await allEnded();
    expect(await notes()).toEqual([JSON.stringify({ state: "inProgress", identity: null })]);
    expect(await job(id)).toMatchObject({ state: { kind: "success" }, completedTime: NOON });
  });

  it("that throws is failed, with its error", async () => {
    const { mutation, job, allEnded } = await aScheduler({ redact: true });
    const id = await mutation("jobs:after", { path: "jobs:throwFromAction", args: {}, ms: 0 });
    await allEnded();
    expect((await job(id)).state).toEqual({
      kind: "failed",
      error: expect.stringMatching(/^Uncaught Error: no action\n {4}at handler \(\.\.\/\S*jobs\.ts/) as string,
    });
  });

  it("that was canceled goes on, but what it schedules from then on is born canceled", async () => {
    const ended = aSignal();
    const onCall: RuntimeOptions["onCall"] = ({ kind }) => void (kind === "action" && ended.give());
    const { mutation, job, jobs, notes, until } = await aScheduler({ onCall });
    const id = await mutation("jobs:after", { path: "jobs:waitThenSchedule", args: {}, ms: 0 });
    await until(async () => (await notes()).includes("began"));
    await mutation("jobs:cancel", { id });
    expect(await job(id)).toMatchObject({ state: { kind: "canceled" }, completedTime: NOON });
    await mutation("jobs:open");
    await ended.given;
    await mutation("jobs:aNoteId"); // after the action's own end in the one writer
    expect(states(await jobs())).toEqual(["canceled", "canceled", "canceled"]);
    expect((await jobs()).every(({ completedTime }) => completedTime === NOON)).toBe(true);
    expect(await notes()).toEqual(["began", "ended", "a note"]);
  });

  it("may cancel itself, and is canceled then, though it goes on", async () => {
    const { mutation, jobs, notes, until } = await aScheduler();
    for (const through of ["mutation", "action"]) {
      await mutation("jobs:after", { path: "jobs:cancelSelfFromAction", args: { through }, ms: 0 });
    }
    await until(async () => (await notes()).length === 2);
    expect(states(await jobs())).toEqual(["canceled", "canceled"]);
  });

  it("interrupted by the end of the backend is failed at the next start, and not run again", async () => {
    const dataDir = aFolder();
    const first = await aScheduler({ dataDir });
    const id = await first.mutation("jobs:after", { path: "jobs:waitThenSchedule", args: {}, ms: 0 });
    await first.until(async () => (await first.notes()).includes("began"));
    await first.runtime.close();
    const second = await aScheduler({ dataDir });
    expect((await second.job(id)).state).toMatchObject({
      kind: "failed",
      error: expect.stringContaining("Transient error") as string,
    });
    await second.mutation("jobs:open");
    expect(await second.notes()).toEqual(["began"]);
  });
});

describe("cancel", () => {
  it("keeps a pending job from running, from a mutation and from an action", async () => {
    const { mutation, action, jobs, notes, clock, allEnded } = await aScheduler();
    const [one, two] = [
      await mutation("jobs:after", { path: "jobs:write", args: { note: "1" }, ms: MINUTE }),
      await mutation("jobs:after", { path: "jobs:write", args: { note: "2" }, ms: MINUTE }),
    ];
    await mutation("jobs:after", { path: "jobs:write", args: { note: "3" }, ms: MINUTE });
    await mutation("jobs:cancel", { id: one });
    await action("jobs:cancelFromAction", { id: two });
    clock.advance(MINUTE);
    await allEnded();
    expect(states(await jobs())).toEqual(["canceled", "canceled", "success"]);
    expect((await jobs())[0]!.completedTime).toBe(NOON);
    expect(await notes()).toEqual(["3"]);
  });

  it("comes in time for a job that is already due", async () => {
    const { mutation, jobs, notes, clock, allEnded } = await aScheduler();
    const id = await mutation("jobs:after", { path: "jobs:write", args: { note: "no" }, ms: MINUTE });
    await mutation("jobs:after", { path: "jobs:cancel", args: { id }, ms: MINUTE - 1 });
    clock.advance(MINUTE);
    await allEnded();
    expect(states(await jobs())).toEqual(["canceled", "success"]);
    expect(await notes()).toEqual([]);
  });

  it("leaves finished jobs as they are, and forgives ids of jobs long gone", async () => {
    const { mutation, job, allEnded, clock, until, jobs } = await aScheduler();
    const id = await mutation("jobs:after", { path: "jobs:write", args: { note: "x" }, ms: 0 });
    await allEnded();
    const before = await job(id);
    await mutation("jobs:cancel", { id });
    expect(await job(id)).toEqual(before);
    clock.advance(7 * DAY);
    await until(async () => (await jobs()).length === 0);
    expect(await mutation("jobs:cancel", { id })).toBeNull();
  });

  it("refuses ids that are no job's", async () => {
    const { mutation, mutationError, actionError } = await aScheduler();
    const noteId = await mutation("jobs:aNoteId");
    for (const id of [noteId, "garbage", ""]) {
      expect(await mutationError("jobs:cancel", { id })).toContain("is not the id of a scheduled function");
      expect(await actionError("jobs:cancelFromAction", { id })).toContain("is not the id of a scheduled function");
    }
  });
});

describe("the table", () => {
  it("forgets finished jobs after seven days and keeps pending ones", async () => {
    const { mutation, jobs, clock, allEnded, until } = await aScheduler();
    await mutation("jobs:after", { path: "jobs:write", args: { note: "a" }, ms: 0 });
    await allEnded();
    clock.advance(DAY);
    await mutation("jobs:after", { path: "jobs:write", args: { note: "b" }, ms: 0 });
    await allEnded();
    await mutation("jobs:after", { path: "jobs:write", args: { note: "c" }, ms: 30 * DAY });
    clock.advance(6 * DAY - 1);
    expect(await jobs()).toHaveLength(3);
    clock.advance(1);
    await until(async () => (await jobs()).length === 2);
    clock.advance(DAY);
    await until(async () => (await jobs()).length === 1);
    expect(states(await jobs())).toEqual(["pending"]);
  });

  it("keeps its indexes to itself", async () => {
    const { queryError } = await aScheduler();
    expect(await queryError("jobs:byHiddenIndex")).toContain(
      "Index _scheduled_functions.by_state_and_scheduledTime not found",
    );
  });
});
