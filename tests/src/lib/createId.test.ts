import { afterEach, describe, expect, test, vi } from "vitest";
import { createId } from "../../../src/lib/createId";

const UUID_4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("a launch's id", () => {
  test("is a random UUID", () => {
    expect(createId()).toMatch(UUID_4);
    expect(createId()).not.toBe(createId());
  });

  test("is one too on plain-http hosts, where browsers leave randomUUID out", () => {
    vi.stubGlobal("crypto", { getRandomValues: (bytes: Uint8Array) => bytes.fill(0xff) });
    expect(createId()).toBe("ffffffff-ffff-4fff-bfff-ffffffffffff");
  });
});
