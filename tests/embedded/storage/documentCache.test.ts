import { describe, expect, it } from "vitest";
import { Doc } from "../../../embedded/storage/document";
import { DocumentCache } from "../../../embedded/storage/documentCache";

const doc = (id: string, text = "0123456789"): Doc => new Doc(id, text);

describe("DocumentCache", () => {
  it("gives back what was set last", () => {
    const cache = new DocumentCache(100);
    const [first, second] = [doc("a"), doc("a")];
    cache.set(1, first);
    cache.set(1, second);
    expect(cache.get(1, "a")).toBe(second);
    expect(cache.get(1, "b")).toBeUndefined();
  });

  it("gives no table a document of another", () => {
    const cache = new DocumentCache(100);
    cache.set(1, doc("a"));
    expect(cache.get(2, "a")).toBeUndefined();
    for (let i = 0; i < 10; i++) cache.set(1, doc(`x${i}`)); // now it lies in the older generation
    expect(cache.get(2, "a")).toBeUndefined();
    expect(cache.get(1, "a")).toBeDefined();
  });

  it("forgets what was not used while a generation passed, and keeps what was", () => {
    const cache = new DocumentCache(100);
    cache.set(1, doc("kept"));
    cache.set(1, doc("forgotten"));
    for (let i = 0; i < 9; i++) cache.set(1, doc(`x${i}`)); // fills the first generation
    expect(cache.get(1, "kept")).toBeDefined();
    for (let i = 0; i < 10; i++) cache.set(1, doc(`y${i}`)); // fills the second
    expect(cache.get(1, "kept")).toBeDefined();
    expect(cache.get(1, "forgotten")).toBeUndefined();
  });

  it("never shows an old version again, in whichever generation it lies", () => {
    const cache = new DocumentCache(100);
    cache.set(1, doc("a"));
    for (let i = 0; i < 10; i++) cache.set(1, doc(`x${i}`));
    const newer = doc("a");
    cache.set(1, newer);
    expect(cache.get(1, "a")).toBe(newer);
    cache.delete("a");
    expect(cache.get(1, "a")).toBeUndefined();
    cache.set(1, newer);
    cache.clear();
    expect(cache.get(1, "a")).toBeUndefined();
  });

  it("stays within two generations however large a document is", () => {
    const cache = new DocumentCache(100);
    cache.set(1, doc("huge", "x".repeat(1_000)));
    expect(cache.get(1, "huge")).toBeDefined();
    cache.set(1, doc("other", "x".repeat(1_000)));
    cache.set(1, doc("third", "x".repeat(1_000)));
    expect(["huge", "other", "third"].filter((id) => cache.get(1, id) !== undefined).length).toBeLessThanOrEqual(2);
  });
});
