import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { seededRandom } from "../../../embedded/executor/execution";
import { aFolder } from "../support/aStore";
import { aProcess, post } from "../support/aProcess";
import { aSeed, roundsOf, timeoutOf } from "./rounds";

interface Everything {
  notes: { key: string; url: string | null }[];
  stored: number;
  ticks: number;
}

const WRITERS = 4;
const ROUNDS = roundsOf(5);

describe("files of a backend killed under load", () => {
  it(
    "are whole wherever somebody knows of them, gone where they were deleted, and none lies about unknown",
    { timeout: timeoutOf(ROUNDS) },
    async () => {
      const seed = aSeed();
      const random = seededRandom(seed);
      const folder = aFolder();
      const acknowledged = new Set<string>();
      const deleted = new Set<string>();
      for (let round = 0; round < ROUNDS; round++) {
        const backend = await aProcess("crash", folder);
        const killAfter = 4 + Math.floor(random() * 40);
        let answers = 0;
        let isDead = false;
        const writer = async (who: number): Promise<void> => {
          for (let n = 0; !isDead; n++) {
            const key = `${round}.${who}.${n}`;
            try {
              if (who % 2 === 0) await upload(backend.url, key);
              else await post(backend.url, "action", "files:storeFromAction", { key });
              acknowledged.add(key);
              if (n % 3 === 2) {
                deleted.add(key); // whether or not the answer comes back
                await post(backend.url, "mutation", "files:drop", { key });
              }
            } catch {
              return; // killed before it answered
            }
            if (++answers !== killAfter) continue;
            isDead = true;
            setTimeout(() => void backend.kill(), random() * 15);
          }
        };
        await Promise.all(Array.from({ length: WRITERS }, (_, who) => writer(who)));
        await backend.kill();
      }

      const { url } = await aProcess("crash", folder);
      const { notes, stored } = await post<Everything>(url, "query", "files:everything");
      const context = `seed ${seed}`;
      const known = new Set(notes.map(({ key }) => key));
      expect(known.size, `${context}: no note twice`).toBe(notes.length);
      for (const key of acknowledged) if (!deleted.has(key)) expect(known, context).toContain(key);
      for (const { key, url: address } of notes) {
        const response = await fetch(address!.replace(/^http:\/\/[^/]+/, url));
        expect([key, response.status, await response.text()], context).toEqual([key, 200, `content of ${key}`]);
      }
      // A crash between storing and noting leaves a file that the app does not know; the backend knows each of them.
      expect(stored, context).toBeGreaterThanOrEqual(notes.length);
      expect(contents(join(folder, "files")), context).toHaveLength(stored);
      expect(acknowledged.size, context).toBeGreaterThan(ROUNDS * 2);
    },
  );
});

async function upload(url: string, key: string): Promise<void> {
  const address = await post<string>(url, "mutation", "files:uploadUrl");
  const response = await fetch(address, { method: "POST", body: `content of ${key}` });
  const { storageId } = (await response.json()) as { storageId: string };
  await post(url, "mutation", "files:keep", { key, id: storageId });
}

const contents = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
