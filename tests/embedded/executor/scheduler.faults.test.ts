import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { RuntimeOptions } from "../../../embedded/executor/runtime";
import { Alarm } from "../../../embedded/executor/schedulerClock";
import { SqliteStore } from "../../../embedded/storage/store";
import { TestClock } from "../support/aClock";
import { NOON, MINUTE, HOUR, DAY, aScheduler, states } from "../support/aScheduler";
import { aFolder } from "../support/aStore";

describe("many jobs due at once", () => {
  it("all run once, mutations and actions alike, while others are served", async () => {
    const { mutation, jobs, notes, allEnded } = await aScheduler();
    await mutation("jobs:many", { path: "jobs:write", args: { note: "m" }, count: 300 });
    await mutation("jobs:many", { path: "jobs:writeFromAction", args: { note: "a" }, count: 100 });
    await allEnded();
    expect(new Set(states(await jobs()))).toEqual(new Set(["success"]));
    const expected = [
      ...Array.from({ length: 300 }, (_, i) => `m ${i}`),
      ...Array.from({ length: 100 }, (_, i) => `a ${i}`),
    ];
    expect((await notes()).sort()).toEqual(expected.sort());
  });

  it("run so many actions at a time, which do not hold up mutations", async () => {
    const { mutation, jobs, notes, until, allEnded } = await aScheduler();
    for (let i = 0; i < 40; i++) await mutation("jobs:after", { path: "jobs:waitThenSchedule", args: {}, ms: 0 });
    await mutation("jobs:after", { path: "jobs:write", args: { note: "through" }, ms: 0 });
    await until(async () => (await notes()).includes("through"));
    await until(async () => (await notes()).filter((note) => note === "began").length === 32);
    await mutation("jobs:aNoteId");
    expect(states(await jobs()).filter((kind) => kind === "inProgress")).toHaveLength(32);
    expect(await notes()).not.toContain("ended");
    await mutation("jobs:open");
    await allEnded();
    expect((await notes()).filter((note) => note === "ended")).toHaveLength(40);
  });
});

describe("a restart", () => {
  it("runs what became due meanwhile, and what is not due yet in its time", async () => {
    const dataDir = aFolder();
    const first = await aScheduler({ dataDir });
    await first.mutation("jobs:many", { path: "jobs:write", args: { note: "overdue" }, count: 800, ms: MINUTE });
    await first.mutation("jobs:after", { path: "jobs:write", args: { note: "later" }, ms: DAY });
    await first.runtime.close();
    const second = await aScheduler({ dataDir, clock: new TestClock(NOON + 2 * MINUTE) });
    await second.until(async () => (await second.notes()).length === 800);
    expect(new Set(await second.notes()).size).toBe(800);
    second.clock.advance(DAY);
    await second.allEnded();
    expect((await second.notes()).slice(800)).toEqual(["later"]);
  });

  it("loses nothing of a backlog that the stop cut through", async () => {
    const dataDir = aFolder();
    const first = await aScheduler({ dataDir });
    await first.mutation("jobs:many", { path: "jobs:write", args: { note: "n" }, count: 500 });
    await first.until(async () => (await first.notes()).length > 0);
    await first.runtime.close();
    const second = await aScheduler({ dataDir });
    await second.allEnded();
    const notes = await second.notes();
    expect(notes.length).toBe(500);
    expect(new Set(notes).size).toBe(500);
  });
});

describe("a disk that refuses", () => {
  /** Lets some commits through, then refuses so many. */
  function aBadDisk(passes: number, refusals: number): void {
    const commit = Reflect.get(SqliteStore.prototype, "commit") as (
      this: SqliteStore,
      ...args: Parameters<SqliteStore["commit"]>
    ) => void;
    let count = 0;
    const spy = vi.spyOn(SqliteStore.prototype, "commit").mockImplementation(function (this: SqliteStore, ...args) {
      count++;
      if (count > passes && count <= passes + refusals) throw new Error("disk full");
      return commit.apply(this, args);
    });
    onTestFinished(() => spy.mockRestore());
  }

  /** Resolves, each time it is asked for, with one report more. */
  function faults() {
    const seen: string[] = [];
    let wake = (): void => undefined;
    return {
      onFault: (text: string): void => {
        seen.push(text);
        wake();
      },
      reach: async (count: number): Promise<string[]> => {
        while (seen.length < count) await new Promise<void>((resolve) => (wake = resolve));
        return seen;
      },
    };
  }

  it("has a mutation run again after pauses that double, and take effect once", async () => {
    const { onFault, reach } = faults();
    const { mutation, notes, jobs, clock, allEnded } = await aScheduler({ onFault });
    await mutation("jobs:after", { path: "jobs:write", args: { note: "x" }, ms: MINUTE });
    aBadDisk(0, 2);
    clock.advance(MINUTE);
    expect(await reach(1)).toEqual([expect.stringContaining("disk full")]);
    clock.advance(500);
    expect(await reach(2)).toHaveLength(2);
    clock.advance(999);
    await mutation("jobs:aNoteId"); // after whatever waits for the one writer
    expect(states(await jobs())).toEqual(["pending"]);
    clock.advance(1);
    await allEnded();
    expect(states(await jobs())).toEqual(["success"]);
    expect(await notes()).toEqual(["a note", "x"]);
  });

  it("has an action's end written later, not the action run again", async () => {
    const { onFault, reach } = faults();
    const runs: string[] = [];
    const onCall: RuntimeOptions["onCall"] = ({ kind, path }) => void (kind === "action" && runs.push(path));
    const { mutation, jobs, clock, allEnded } = await aScheduler({ onFault, onCall });
    await mutation("jobs:after", { path: "jobs:throwFromAction", args: {}, ms: MINUTE });
    aBadDisk(1, 1);
    clock.advance(MINUTE);
    await reach(1);
    expect(states(await jobs())).toEqual(["inProgress"]);
    clock.advance(500);
    await allEnded();
    expect(states(await jobs())).toEqual(["failed"]);
    expect(runs).toHaveLength(1);
  });
});

describe("the alarm", () => {
  /** A clock whose timers count running time only, as those of a machine do that sleeps now and then. */
  function aSleeper() {
    const clock = new TestClock(NOON);
    let sleptMs = 0;
    const rings: number[] = [];
    const now = (): number => clock.now() + sleptMs;
    const alarm = new Alarm({ now, after: (ms, wake) => clock.after(ms, wake) }, () => rings.push(now()));
    return { clock, alarm, rings, sleep: (ms: number): void => void (sleptMs += ms) };
  }

  it("rings on time after a long wait, and within a minute of waking when the machine slept through the time", () => {
    const awake = aSleeper();
    awake.alarm.setFor(NOON + 90 * DAY + 1);
    awake.clock.advance(90 * DAY);
    expect(awake.rings).toEqual([]);
    awake.clock.advance(1);
    expect(awake.rings).toEqual([NOON + 90 * DAY + 1]);
    const asleep = aSleeper();
    asleep.alarm.setFor(NOON + 2 * HOUR);
    asleep.sleep(8 * HOUR);
    asleep.clock.advance(MINUTE);
    expect(asleep.rings).toEqual([NOON + 8 * HOUR + MINUTE]);
  });

  it("keeps one appointment: the last that was made, or the earlier of two", () => {
    const { alarm, clock, rings } = aSleeper();
    alarm.setFor(NOON + 5);
    alarm.setFor(NOON + 20);
    alarm.noLaterThan(NOON + 30);
    alarm.noLaterThan(NOON + 10);
    clock.advance(HOUR);
    expect(rings).toEqual([NOON + 10]);
    alarm.setFor(NOON + HOUR + 1);
    alarm.setFor(null);
    clock.advance(HOUR);
    expect(rings).toHaveLength(1);
    expect(clock.waiting).toBe(0);
  });
});
