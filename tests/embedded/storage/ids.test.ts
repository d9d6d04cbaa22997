import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeId, newId, tableNumberOf } from "../../../embedded/storage/ids";

const hex = (text: string): Uint8Array => Buffer.from(text, "hex");

describe("document ids", () => {
  it.each([
    [10_001, "112233445566778899aabbccddeeff10", "j57128hk8hapcxw8k6nbqk6xxvzh1swg"],
    [1, "0112233445566778899aabbccddeef00", "040h48sm8nb6ey49kanvskeyxw00kg8"],
  ])("are written as real deployments write them: table %i", (table, body, id) => {
    expect(encodeId(table, hex(body))).toBe(id);
    expect(tableNumberOf(id)).toBe(table);
  });

  it("tell their table, whatever its number and body", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 0xffff_ffff }),
        fc.uint8Array({ minLength: 16, maxLength: 16 }),
        (table, body) => {
          const id = encodeId(table, body);
          expect(id.length).toBeGreaterThanOrEqual(31);
          expect(id.length).toBeLessThanOrEqual(37);
          expect(tableNumberOf(id)).toBe(table);
        },
      ),
    );
  });

  it("are refused when any character differs", () => {
    const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 0xffff_ffff }),
        fc.uint8Array({ minLength: 16, maxLength: 16 }),
        fc.nat(36),
        fc.integer({ min: 1, max: 31 }),
        (table, body, at, by) => {
          const id = encodeId(table, body);
          const place = at % id.length;
          const other = alphabet[(alphabet.indexOf(id[place]!) + by) % 32]!;
          // One character touches at most two neighbouring bytes, which the second sum of the checksum always tells apart.
          expect(tableNumberOf(id.slice(0, place) + other + id.slice(place + 1))).toBeNull();
        },
      ),
    );
  });

  it.each([
    ["the empty text", ""],
    ["a character too few", "j57128hk8hapcxw8k6nbqk6xxvzh1sw"],
    ["a character too many", "j57128hk8hapcxw8k6nbqk6xxvzh1swg0"],
    ["upper case", "J57128HK8HAPCXW8K6NBQK6XXVZH1SWG"],
    ["letters left out of the alphabet", "j57128hk8hapcxw8k6nbqk6xxvzh1swi"],
    ["unused tail bits that are set", "j57128hk8hapcxw8k6nbqk6xxvzh1swh"],
    ["a wrong checksum", "j57128hk8hapcxw8k6nbqk6xxvzh1sw0"],
    ["characters outside ASCII", "j57128hk8hapcxw8k6nbqk6xxvzh1swé"],
    ["spaces around", " j57128hk8hapcxw8k6nbqk6xxvzh1swg"],
    ["a very long text", "0".repeat(10_000)],
  ])("%s is no id", (_what, text) => {
    expect(tableNumberOf(text)).toBeNull();
  });

  it("a table number written with a needless byte is no id", () => {
    // 0x81 0x00 says 1 in two bytes; only 0x01 may.
    const bytes = [0x81, 0x00, ...hex("0112233445566778899aabbccddeef00")];
    let [c0, c1] = [0, 0];
    for (const byte of bytes) {
      c0 = (c0 + byte) & 0xff;
      c1 = (c1 + c0) & 0xff;
    }
    expect(tableNumberOf(crockford([...bytes, c0, c1]))).toBeNull();
  });

  it("of new documents do not repeat and carry the day", () => {
    const ids = new Set(Array.from({ length: 5_000 }, () => newId(10_001, 1_700_000_000_000)));
    expect(ids.size).toBe(5_000);
    for (const id of ids) expect(tableNumberOf(id)).toBe(10_001);
    const [one] = ids;
    expect(dayOf(one!)).toBe(Math.floor(1_700_000_000_000 / 86_400_000));
  });
});

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

function crockford(bytes: readonly number[]): string {
  const bits = bytes.map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const padded = bits.padEnd(Math.ceil(bits.length / 5) * 5, "0");
  return (padded.match(/.{5}/g) ?? []).map((five) => ALPHABET[parseInt(five, 2)]).join("");
}

/** Bytes 16 and 17 of an id with a two-byte table number. */
function dayOf(id: string): number {
  const bits = [...id].map((digit) => ALPHABET.indexOf(digit).toString(2).padStart(5, "0")).join("");
  return parseInt(bits.slice(16 * 8, 18 * 8), 2);
}
