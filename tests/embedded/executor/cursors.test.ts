import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Cursors, type Position } from "../../../embedded/executor/cursors";
import { DataError } from "../../../embedded/executor/errors";

const ours = new Cursors(randomBytes(32));
const key = fc.string({ unit: fc.integer({ min: 0, max: 255 }).map((unit) => String.fromCharCode(unit)) });
const position: fc.Arbitrary<Position> = fc.oneof(
  fc.constant("end" as const),
  key.map((after) => ({ after })),
);
const refusal = (cursor: string, fingerprint: string, by = ours): unknown => {
  try {
    return by.read(cursor, fingerprint);
  } catch (error) {
    return error;
  }
};

describe("a cursor", () => {
  it("reads back as what was written, and the same position has the same text", () => {
    fc.assert(
      fc.property(position, fc.string(), (place, fingerprint) => {
        const cursor = ours.write(place, fingerprint);
        expect(ours.read(cursor, fingerprint)).toEqual(place);
        expect(ours.write(place, fingerprint)).toBe(cursor);
      }),
    );
  });

  it("with any bit turned, of another query or another deployment is an InvalidCursor", () => {
    const foreign = new Cursors(randomBytes(32));
    fc.assert(
      fc.property(position, fc.string(), fc.nat(), (place, fingerprint, bit) => {
        const cursor = ours.write(place, fingerprint);
        const bytes = Buffer.from(cursor, "base64url");
        bytes[(bit >> 3) % bytes.length]! ^= 1 << (bit & 7);
        for (const answer of [
          refusal(bytes.toString("base64url"), fingerprint),
          refusal(cursor.slice(0, -1), fingerprint),
          refusal(`${cursor}=`, fingerprint),
          refusal(cursor, `${fingerprint}.`),
          refusal(cursor, fingerprint, foreign),
        ]) {
          expect(answer).toBeInstanceOf(DataError);
          expect((answer as DataError).data).toEqual({ isConvexSystemError: true, paginationError: "InvalidCursor" });
        }
      }),
    );
  });

  it("tells nothing of the key it stands at", () => {
    const cursor = Buffer.from(ours.write({ after: "phone 5511999990000" }, "f"), "base64url").toString("latin1");
    expect(cursor).not.toContain("99999");
  });
});
