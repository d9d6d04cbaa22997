import { describe, expect, it } from "vitest";
import { ANONYMOUS } from "../../../embedded/executor/contract";
import type { Runtime } from "../../../embedded/executor/runtime";
import { aRuntime, call } from "../support/aRuntime";

/** What the fixture logs, frames as `file:function`. Each must lie in the app's own files. */
const EXPECTED = [
  "[ERROR] Error: alone\n at fault\n at logAll",
  "[ERROR] 'beside' Error: one\n at fault\n at logAll [\n  Error: two\n at fault\n at logAll,\n" +
    "  {\n    deep: Error: three\n at fault\n at logAll\n  }\n] 4",
  "[ERROR] Error: with fields\n at fault\n at logAll {\n  code: 'C151'\n}",
  "[ERROR] Error: with a cause\n at fault\n at logAll {\n  [cause]: Error: the cause\n at fault\n at logAll\n}",
];

const shortened = (line: string): string =>
  line.replace(/\n +at (?:async )?(\S+) \(\.\.\/conduct\/stacks\.ts:\d+:\d+\)/g, "\n at $1");

async function linesOf(runtime: Runtime, kind: string, path: string): Promise<readonly string[]> {
  switch (kind) {
    case "query":
      return (await runtime.query(call(path), ANONYMOUS)).outcome.logLines;
    case "mutation":
      return (await runtime.mutation(call(path), ANONYMOUS)).outcome.logLines;
    case "nested mutation": {
      const asked = call("stacks:nested", { reference: path });
      return (await runtime.mutation(asked, ANONYMOUS)).outcome.logLines;
    }
    default:
      return (await runtime.action(call(path), ANONYMOUS)).logLines;
  }
}

describe("errors in log lines", () => {
  it.each([
    ["query", "stacks:inQuery"],
    ["mutation", "stacks:inMutation"],
    ["nested mutation", "stacks:inMutation"],
    ["action", "stacks:inAction"],
  ])("of a %s show frames of the app's own files alone, wherever inspection prints them", async (kind, path) => {
    const lines = await linesOf(await aRuntime("conduct"), kind, path);
    const text = lines.join("\n");
    expect(lines.slice(0, EXPECTED.length).map(shortened)).toEqual(EXPECTED);
    expect(shortened(lines[4]!)).toMatch(/^\[ERROR\] ConvexError: .*\n at logAll(?: \{\n {2}data: [^]*\n\})$/);
    expect(shortened(lines[5]!).replace(/\n at <anonymous>/, "")).toBe(
      "[ERROR] Error: later\n at fault\n at afterAwhile\n at logAll",
    );
    // What an error says is not a frame, whatever it looks like.
    expect(shortened(lines[6]!)).toBe(
      "[ERROR] Error: it says\n    at home (in bed)\n    at convex/orders.ts\n at fault\n at logAll",
    );
    expect(lines[7]).toContain("no frames");
    expect(text).not.toMatch(/convex-functions\.js|file:|node:|node_modules|\.cache|embedded\/(?!fixtures)/);
    expect(text).not.toContain(process.cwd());
  });

  it("name the line on which the error was made", async () => {
    const [line] = await linesOf(await aRuntime("conduct"), "query", "stacks:inQuery");
    expect(line).toMatch(
      /at fault \(\.\.\/conduct\/stacks\.ts:8:\d+\)\n {4}at (async )?logAll \(\.\.\/conduct\/stacks\.ts:17:\d+\)$/,
    );
  });

  it("do not show the runtime's own frames", async () => {
    const [line] = await linesOf(await aRuntime("conduct"), "query", "stacks:refusal");
    expect(line).toMatch(/^\[ERROR\] Error: Invalid argument `id` for `db\.get`/);
    expect(line).not.toMatch(/convex-functions\.js|file:|node:|node_modules|\.cache/);
  });

  it('of an action in a file with "use node" are mapped too; what the error says of the machine stays', async () => {
    const lines = await linesOf(await aRuntime("node/convex"), "action", "stacks:logsInNode");
    expect(lines[0]).toMatch(
      /^\[ERROR\] 'reading' Error: ENOENT: no such file or directory, open '\/nowhere\/at\/all'\n {4}at \S+ \(\.\.\/convex\/stacks\.ts:\d+:\d+\) \{\n {2}errno: -2,\n {2}code: 'ENOENT',\n {2}syscall: 'open',\n {2}path: '\/nowhere\/at\/all'\n\}$/,
    );
    expect(lines[1]).toMatch(
      /^\[ERROR\] \{\n {2}deep: \[\n {4}RangeError: no paper\n {8}at \S+ \(\.\.\/convex\/stacks\.ts:\d+:\d+\)\n {2}\]\n\}$/,
    );
  });
});
