import { createCipheriv, createDecipheriv, createHmac } from "node:crypto";
import { DataError } from "./errors";

/** A position in a query: after a key, or at the end of the range. */
export type Position = { readonly after: string } | "end";

const IV_BYTES = 12;
const TAG_BYTES = 16;
const AT_END = 0;
const AFTER_KEY = 1;

/**
 * Positions as clients carry them (contract §2.5): unreadable, and of use only for the query and the deployment they were made for. A key
 * may hold fields that a query does not show, and a position of the client's own making would be an offer to read from there.
 *
 *   base64url( iv ‖ tag ‖ AES-256-GCM(kind ‖ key) ), the query's fingerprint authenticated beside it
 *
 * The iv is a keyed hash of what is encrypted, so that the same position has the same text: a page that is read again and did not change
 * must not look changed.
 */
export class Cursors {
  readonly #encryption: Buffer;
  readonly #hashing: Buffer;

  /** @param secret kept with the data: clients hold cursors over restarts */
  constructor(secret: Buffer) {
    this.#encryption = createHmac("sha256", secret).update("cursor encryption").digest();
    this.#hashing = createHmac("sha256", secret).update("cursor iv").digest();
  }

  /** @param fingerprint of the query: source, range, order and filters */
  write(position: Position, fingerprint: string): string {
    const plain =
      position === "end"
        ? Buffer.from([AT_END])
        : Buffer.from(String.fromCharCode(AFTER_KEY) + position.after, "latin1");
    const iv = createHmac("sha256", this.#hashing).update(fingerprint).update(plain).digest().subarray(0, IV_BYTES);
    const cipher = createCipheriv("aes-256-gcm", this.#encryption, iv).setAAD(Buffer.from(fingerprint));
    const hidden = Buffer.concat([cipher.update(plain), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), hidden]).toString("base64url");
  }

  /** @throws DataError InvalidCursor, on which the official paginated lists start anew */
  read(cursor: string, fingerprint: string): Position {
    const bytes = Buffer.from(cursor, "base64url");
    if (bytes.length <= IV_BYTES + TAG_BYTES || bytes.toString("base64url") !== cursor) throw invalidCursor();
    const decipher = createDecipheriv("aes-256-gcm", this.#encryption, bytes.subarray(0, IV_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(Buffer.from(fingerprint)).setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    const plain = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES));
    try {
      decipher.final();
    } catch {
      throw invalidCursor();
    }
    return plain[0] === AT_END ? "end" : { after: plain.toString("latin1", 1) };
  }
}

const invalidCursor = (): DataError =>
  new DataError("InvalidCursor: the cursor belongs to another query.", {
    isConvexSystemError: true,
    paginationError: "InvalidCursor",
  });
