import { expect } from "vitest";
import type { aSession, Frame } from "./aSession";
import { FakeConvexError } from "./fakeBackend";

export type Client = ReturnType<typeof aSession>;

/** Gives a session the small app of these tests. */
export function withApp(made: Client): Client {
  made.backend
    .define("orders:count", ({ read }) => Number(read("count") ?? 0))
    .define("orders:total", ({ read }) => Number(read("total") ?? 0))
    .define("orders:parity", ({ read }) => Number(read("count") ?? 0) % 2)
    .define("orders:launch", ({ read, write }) => {
      write("count", Number(read("count") ?? 0) + 1);
      write("total", Number(read("total") ?? 0) + 5990);
      return "launched";
    })
    .define("orders:touch", () => "untouched")
    .define("orders:refuse", () => {
      throw new FakeConvexError({ code: "insufficient_stock" });
    })
    .define("people:me", ({ caller }) => caller.identity?.subject ?? null);
  return made;
}

export const kinds = (frames: readonly Frame[]) => frames.map(({ type }) => type);
export const only = (frames: readonly Frame[]): Frame => {
  expect(frames).toHaveLength(1);
  return frames[0] as Frame;
};
