import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";

/**
 * A text beside the data that is made at the first start and stays: complete on disk before anyone sees what was made with it, readable by
 * its owner alone. It belongs to every backup.
 */
export function keptSecret(file: string, make: () => string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  const secret = make();
  const handle = openSync(`${file}.new`, "w", 0o600);
  try {
    writeSync(handle, secret);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(`${file}.new`, file);
  return secret;
}
