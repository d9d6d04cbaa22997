import { describe, expect, it, vi } from "vitest";
import type { Frame } from "../../support/recordingProxy";
import { mutation, onOneBackend, query, WITHIN } from "./officialClients";

const shop = onOneBackend();

/** Four UTF-16 units each; with 1 700 000 of them the JSON text is longer than one frame holds. */
const REPEATS = 1_700_000;
const TEXT = "🛍️ç".repeat(REPEATS);
interface Long {
  readonly text: string;
  readonly launches: number;
}
const isChunk = (part: number) => (frame: Frame) =>
  frame.type === "TransitionChunk" && frame.message.partNumber === part;
/** Without printing megabytes when it fails. */
const shown = (all: readonly unknown[]) =>
  (all as Long[]).map(({ text, launches }) => [text === TEXT ? "whole" : `not whole: ${text.length}`, launches]);

describe("12: results over 5 MB (contract §9.2)", () => {
  it("come in chunks, whole, with characters of two units unharmed, and change as others do", async () => {
    const client = shop.client();
    const chunked = shop.proxy.next(isChunk(1));
    const seen = await shop.watched(client, "values:long", { room: shop.room, repeats: REPEATS });
    await chunked;
    await client.mutation(mutation("launches:launch"), { room: shop.room, by: "ana" });
    expect(shown(seen)).toEqual([
      ["whole", 0],
      ["whole", 1],
    ]);
  });

  it("come whole on the next socket when the line is cut between two chunks", async () => {
    const client = shop.client();
    const cut = shop.proxy.cutAt(isChunk(1));
    const seen = await shop.watched(client, "values:long", { room: shop.room, repeats: REPEATS });
    await cut;
    expect([shown(seen), shop.proxy.sockets]).toEqual([[["whole", 0]], 2]);
  });

  it("hold up nobody: while one client waits between two chunks, another works", async () => {
    const [reader, other] = [shop.client(), shop.client()];
    const held = shop.proxy.holdAt(isChunk(1));
    const seen: unknown[] = [];
    reader.onUpdate(query("values:long"), { room: shop.room, repeats: REPEATS }, (value) => void seen.push(value));
    await held;
    expect(await other.mutation(mutation("launches:launch"), { room: shop.room, by: "ana" })).toBe(1);
    expect(seen).toEqual([]);
    shop.proxy.release();
    await vi.waitFor(() => expect(shown(seen).at(-1)).toEqual(["whole", 1]), WITHIN);
  });

  it("come over HTTP as well", async () => {
    const answer = (await shop.http().query(query("values:long"), { room: shop.room, repeats: REPEATS })) as unknown;
    expect(shown([answer])).toEqual([["whole", 0]]);
  });
});
