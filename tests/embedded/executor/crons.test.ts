import { generateKeyPairSync, randomUUID } from "node:crypto";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { RuntimeOptions } from "../../../embedded/executor/runtime";
import { SqliteStore } from "../../../embedded/storage/store";
import { TestClock } from "../support/aClock";
import { aRuntime, call, speak, valueOf } from "../support/aRuntime";
import { nextCommit } from "../support/aScheduler";
import { aFolder } from "../support/aStore";

const NOON = Date.UTC(2030, 0, 15, 12);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

type Wanted = readonly [
  how: "interval" | "hourly" | "daily" | "cron",
  identifier: string,
  schedule: unknown,
  path: string,
];

/** Counts the runs of cron jobs and lets a test wait for one more. */
function aRunLog() {
  const runs: { path: string; success: boolean }[] = [];
  let wake = (): void => undefined;
  return {
    runs,
    onCall: (({ path, success }) => {
      if (!path.startsWith("jobs:notes")) runs.push({ path, success });
      wake();
    }) satisfies RuntimeOptions["onCall"],
    reach: async (count: number, path?: string): Promise<void> => {
      const seen = (): number => runs.filter((run) => path === undefined || run.path === path).length;
      while (seen() < count) await new Promise<void>((resolve) => (wake = resolve));
    },
  };
}

/** A backend with these cron jobs, its time standing still. */
async function withCrons(crons: readonly Wanted[], options: Partial<RuntimeOptions> = {}) {
  const clock = (options.clock as TestClock | undefined) ?? new TestClock(NOON);
  const log = aRunLog();
  const env = { CRONS: JSON.stringify(crons) };
  const runtime = await aRuntime("scheduling", {
    ...options,
    clock,
    env,
    onCall: log.onCall,
    writesInThisThread: true,
  });
  const { query, mutation } = speak(runtime);
  return {
    runtime,
    clock,
    ...log,
    mutation,
    notes: async (): Promise<string[]> => (await query("jobs:notes")) as string[],
    /** Resolves with the commit that comes next: that of a run and of its next time, where it is awaited around one. */
    committed: () => nextCommit(runtime),
  };
}

/** Some turns of the event loop: whatever needs no more than the writer has been done. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** How many documents a table has, as they lie on the disk when the backend is gone. */
function countOf(dataDir: string, table: string): number {
  const store = new SqliteStore(join(dataDir, "data.sqlite"));
  try {
    return [...store.documents(store.tableNamed("", table))].length;
  } finally {
    store.close();
  }
}

describe("cron jobs", () => {
  it("run at their times, an interval for the first time when it is loaded", async () => {
    const { clock, notes, committed } = await withCrons([
      ["interval", "every hour", { hours: 1 }, "jobs:write"],
      ["daily", "one o'clock", { hourUTC: 13, minuteUTC: 30 }, "jobs:write"],
    ]);
    await settled();
    expect(await notes()).toEqual(["every hour"]);
    for (const [ms, note] of [
      [HOUR, "every hour"],
      [30 * MINUTE, "one o'clock"],
      [30 * MINUTE, "every hour"],
    ] as const) {
      clock.advance(ms - 1);
      await settled();
      const before = await notes();
      const commit = committed();
      clock.advance(1);
      await commit;
      await settled();
      expect(await notes()).toEqual([...before, note]);
    }
  });

  it("keep their next time over restarts, run once for all that was missed, and go on in their rhythm", async () => {
    const dataDir = aFolder();
    const crons: Wanted[] = [["interval", "every hour", { hours: 1 }, "jobs:write"]];
    const first = await withCrons(crons, { dataDir });
    await first.reach(1);
    await first.runtime.close();

    const soon = await withCrons(crons, { dataDir, clock: new TestClock(NOON + 59 * MINUTE) });
    await settled();
    expect(await soon.notes()).toHaveLength(1);
    await soon.runtime.close();

    const late = await withCrons(crons, { dataDir, clock: new TestClock(NOON + 5 * HOUR + MINUTE) });
    await late.reach(1);
    await settled();
    expect(await late.notes()).toHaveLength(2);
    late.clock.advance(59 * MINUTE - 1);
    await settled();
    expect(await late.notes()).toHaveLength(2);
    late.clock.advance(1);
    await late.reach(2);
    await settled();
    expect(await late.notes()).toHaveLength(3);
  });

  it("begin anew when they are changed, and vanish when they are taken out", async () => {
    const dataDir = aFolder();
    const first = await withCrons(
      [
        ["interval", "changes", { hours: 1 }, "jobs:write"],
        ["interval", "stays", { hours: 1 }, "jobs:write"],
        ["interval", "goes", { hours: 10 }, "jobs:write"],
      ],
      { dataDir },
    );
    await first.reach(3);
    await first.runtime.close();
    const clock = new TestClock(NOON + MINUTE);
    const second = await withCrons(
      [
        ["interval", "changes", { hours: 2 }, "jobs:write"],
        ["interval", "stays", { hours: 1 }, "jobs:write"],
      ],
      { dataDir, clock },
    );
    await second.reach(1);
    await settled();
    expect((await second.notes()).slice(3)).toEqual(["changes"]);
    clock.advance(HOUR);
    await second.reach(2);
    await settled();
    expect((await second.notes()).slice(3)).toEqual(["changes", "stays"]);
    await second.runtime.close();
    const third = await withCrons([["interval", "goes", { hours: 10 }, "jobs:write"]], { dataDir, clock });
    await third.reach(1);
    expect(third.runs).toHaveLength(1);
  });

  it("that fail leave nothing but a report, and run again at the next time", async () => {
    const failures: [string, string][] = [];
    const { clock, notes, reach } = await withCrons([["interval", "bad", { minutes: 1 }, "jobs:writeAndThrow"]], {
      onCronFailure: (identifier, error) => failures.push([identifier, error]),
      redact: true,
    });
    await reach(1);
    await settled();
    clock.advance(MINUTE);
    await reach(2);
    await settled();
    expect(await notes()).toEqual([]);
    expect(failures).toEqual([
      ["bad", expect.stringMatching(/^Uncaught Error: no: bad\n {4}at handler/)],
      ["bad", expect.stringMatching(/^Uncaught Error: no: bad\n {4}at handler/)],
    ]);
  });

  it("that are actions run one at a time: what passes while one runs is skipped", async () => {
    const { runtime, clock, notes, mutation, reach } = await withCrons([
      ["interval", "slow", { minutes: 1 }, "jobs:waitForDoor"],
      ["interval", "tick", { minutes: 1 }, "jobs:aNoteIn"],
    ]);
    await reach(1, "jobs:write");
    clock.advance(MINUTE);
    clock.advance(5 * MINUTE);
    await settled();
    expect(await notes()).toEqual(["began"]);
    const ended = reach(1, "jobs:waitForDoor");
    await mutation("jobs:open");
    await ended;
    await settled();
    const { cronRuns } = runtime.counters();
    clock.advance(1);
    await settled();
    expect(runtime.counters().cronRuns).toBe(cronRuns);
    expect(await notes()).toEqual(["began", "ended"]);
    clock.advance(MINUTE - 1);
    await reach(2, "jobs:waitForDoor");
    expect(await notes()).toEqual(["began", "ended", "began", "ended"]);
  });

  it("that are actions are not run again for an occurrence that a stop cut", async () => {
    const dataDir = aFolder();
    const crons: Wanted[] = [["interval", "slow", { minutes: 1 }, "jobs:waitForDoor"]];
    const first = await withCrons(crons, { dataDir });
    await first.reach(1, "jobs:write");
    await first.runtime.close();
    const second = await withCrons(crons, { dataDir });
    await settled();
    second.clock.advance(MINUTE - 1);
    await settled();
    expect(second.runtime.counters().cronRuns).toBe(0);
    second.clock.advance(1);
    await second.reach(1, "jobs:write");
    await settled();
    expect(await second.notes()).toEqual(["began", "began"]);
  });

  it("have a mutation's effect once per occurrence, also when the disk refuses the first try", async () => {
    const faults: string[] = [];
    const { clock, notes, committed, reach } = await withCrons([["hourly", "job", { minuteUTC: 30 }, "jobs:write"]], {
      onFault: (text) => faults.push(text),
    });
    const refusal = vi.spyOn(SqliteStore.prototype, "commit").mockImplementationOnce(() => {
      throw new Error("disk full");
    });
    onTestFinished(() => refusal.mockRestore());
    clock.advance(30 * MINUTE);
    await reach(1);
    await settled();
    expect(faults).toEqual([expect.stringContaining("disk full")]);
    const commit = committed();
    clock.advance(500);
    await commit;
    expect(await notes()).toEqual(["job"]);
  });

  it.each([
    ["cron", "* * *", "jobs:write", 'crons.ts: "wrong": The cron expression "* * *" must have five fields'],
    ["cron", "0 0 * * *", "jobs:missing", 'crons.ts: "wrong": There is no exported function at jobs:missing.'],
    ["cron", "0 0 * * *", "jobs:aQuery", 'crons.ts: "wrong": jobs:aQuery is a query'],
  ] as const)("that cannot be (%s %s of %s) keep the backend from starting", async (how, schedule, path, message) => {
    await expect(withCrons([[how, "wrong", schedule, path]])).rejects.toThrow(message);
  });
});

describe("the product's own cron job", () => {
  it("deletes receipts of launches that are older than thirty days, and no others", async () => {
    const dataDir = aFolder();
    const clock = new TestClock(Date.UTC(2030, 0, 15, 12));
    const log = aRunLog();
    const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const runtime = await aRuntime("", {
      dataDir,
      clock,
      onCall: log.onCall,
      functionsDir: join(import.meta.dirname, "../../../convex"),
      env: {
        JWT_PRIVATE_KEY: privateKey.export({ type: "pkcs8", format: "pem" }).toString().trimEnd().replaceAll("\n", " "),
        JWKS: JSON.stringify({ keys: [{ use: "sig", ...publicKey.export({ format: "jwk" }) }] }),
      },
    });
    const admin = runtime.authenticateAdmin("operator");
    const act = async <T>(path: string, args: Record<string, unknown>): Promise<T> =>
      valueOf(await runtime.anyFunction(call(path, args), admin)) as T;
    const account = { email: "equipe@loja.test", password: "senha-de-teste", name: "Equipe", role: "staff" };
    const product = { code: "C1", name: "Peça", priceCents: 4990, stock: 10, color: "Preto", size: "M" };
    const shop = await act<{ tenantId: string; products: { productId: string }[] }>("seed:company", {
      name: "Loja",
      slug: "loja",
      accounts: [account],
      products: [product],
    });
    const { name: _name, role: _role, ...params } = account;
    const signIn = async () => {
      const signedIn = await act<{ tokens: { token: string } }>("auth:signIn", {
        provider: "password",
        params: { ...params, flow: "signIn" },
      });
      return runtime.authenticate(signedIn.tokens.token);
    };
    const launch = async (): Promise<void> => {
      const args = {
        eventDate: "2030-01-15",
        launchId: randomUUID(),
        phone: "11980000001",
        productId: shop.products[0]!.productId,
        quantity: 1,
        tenantId: shop.tenantId,
      };
      // Signed in anew each time: a session of weeks ago has been swept away.
      valueOf((await runtime.mutation(call("manualSales:launch", args), await signIn())).outcome);
    };
    await launch();
    clock.advance(29 * DAY);
    await log.reach(1, "housekeeping:deleteOldReceipts");
    await settled();
    await launch();
    clock.advance(2 * DAY);
    await log.reach(2, "housekeeping:deleteOldReceipts");
    await settled();
    expect(log.runs.filter(({ path }) => path.startsWith("housekeeping")).every(({ success }) => success)).toBe(true);
    await runtime.close();
    expect(countOf(dataDir, "launchReceipts")).toBe(1);
  });
});
