import { describe, expect, it } from "vitest";
import { aFolder } from "../support/aStore";
import { aRuntime, speak } from "../support/aRuntime";

describe("function handles", () => {
  it("are the same whoever asks, and after a restart, and reach internal functions", async () => {
    const dataDir = aFolder();
    const first = await aRuntime("abi", { dataDir });
    const handle = (await speak(first).query("handles:make")) as string;
    expect(handle).toMatch(/^function:\/\//);
    expect(await speak(first).action("handles:makeInAction")).toBe(handle);
    expect(await speak(first).query("handles:makeTwice")).toBe(handle);
    await first.close();
    const { query, action } = speak(await aRuntime("abi", { dataDir }));
    expect(await query("handles:make")).toBe(handle);
    expect(await query("handles:follow", { handle })).toBe("open sesame");
    expect(await action("handles:followInAction", { handle })).toBe("open sesame");
  });

  it("cannot be made up, nor made for what does not exist", async () => {
    const { query, queryError } = speak(await aRuntime("abi"));
    const handle = (await query("handles:make")) as string;
    for (const forged of [handle.replace("secret", "note"), "function://#handles:secret", "function://x"]) {
      expect(await queryError("handles:follow", { handle: forged })).toContain("not a function handle");
    }
    expect(await queryError("handles:makeMissing")).toContain("Could not find");
  });

  it("may be scheduled", async () => {
    expect(await speak(await aRuntime("abi")).mutation("handles:scheduleIt")).toBe("handles.js:note");
  });
});

describe("the deployment's metadata", () => {
  it("are the same in queries and actions", async () => {
    const { query, action } = speak(await aRuntime("abi"));
    const metadata = { name: "embedded", region: null, class: "s16" };
    expect(await query("handles:deployment")).toEqual(metadata);
    expect(await action("handles:deploymentInAction")).toEqual(metadata);
  });
});
