import { createHmac, randomBytes } from "node:crypto";
import { AppError } from "./errors";
import { keptSecret } from "./keptSecret";
import { canonicalPath } from "./registry";

const PREFIX = "function://";

/**
 * Texts that stand for functions and may be stored (contract §1.7): `function://<mark>#<path>`.
 *
 * A handle reaches internal functions too, so nobody may be able to make one up: the mark is a keyed hash of the path. Nothing needs to be
 * remembered: the same function has the same handle for as long as the data exists, also after it was deleted and came back.
 */
export class FunctionHandles {
  constructor(private readonly secret: Buffer) {}

  handleOf(path: string): string {
    const canonical = canonicalPath(path);
    const mark = createHmac("sha256", this.secret).update(canonical).digest("hex").slice(0, 32);
    return `${PREFIX}${mark}#${canonical}`;
  }

  /** @throws AppError when this deployment never gave out such a handle */
  pathOf(handle: string): string {
    const path = handle.slice(handle.indexOf("#") + 1);
    if (!handle.startsWith(PREFIX) || this.handleOf(path) !== handle) {
      throw new AppError(`${JSON.stringify(handle)} is not a function handle of this deployment.`);
    }
    return path;
  }
}

/** What the marks are made with. */
export function handleSecret(file: string): Buffer {
  return Buffer.from(
    keptSecret(file, () => randomBytes(32).toString("hex")),
    "hex",
  );
}
