import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Keeps a simulator's state in a file, so that the demonstration's payment links and labels outlive a restart as the
 * real ones would. Written before an answer leaves: what was answered is kept, also over a `kill -9`.
 */
export class Keeper {
  #last: string | undefined;

  /** @param file null: in memory only */
  constructor(private readonly file: string | null) {}

  /** @returns undefined when nothing was kept, or nothing that can be read */
  load(): unknown {
    if (this.file === null || !existsSync(this.file)) return undefined;
    try {
      return JSON.parse(readFileSync(this.file, "utf8")) as unknown;
    } catch {
      // Of another version, or torn: a simulation begins anew rather than not at all.
      return undefined;
    }
  }

  save(state: unknown): void {
    if (this.file === null) return;
    const text = JSON.stringify(state);
    if (text === this.#last) return;
    this.#last = text;
    mkdirSync(dirname(this.file), { recursive: true });
    const temporary = `${this.file}.tmp`;
    writeFileSync(temporary, text, { mode: 0o600 });
    renameSync(temporary, this.file);
  }
}
