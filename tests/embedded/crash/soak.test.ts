import { describe, expect, it } from "vitest";
import { aFolder } from "../support/aStore";
import { aProcess, post } from "../support/aProcess";
import { RawSocket } from "../server/rawSocket";
import { timeoutOf } from "./rounds";

/** Launches of one soak: seconds in `npm test`, hours in `npm run prove -- soak`. */
const LAUNCHES = Number(process.env.PROVE_LAUNCHES ?? 2_000);
const WRITERS = 8;
/** Far below what the load would need if anything of it were kept for ever, in the long form. */
const HEAP_MB = 160;

const launch = (url: string): Promise<number> => post<number>(url, "mutation", "shop:launch");

describe("a backend under steady load", () => {
  it(
    "keeps serving within the same memory, while clients come and go",
    { timeout: timeoutOf(LAUNCHES / 200) },
    async () => {
      const { url } = await aProcess("hostile", aFolder(), {
        nodeFlags: [`--max-old-space-size=${HEAP_MB}`],
        options: ["--log", "silent"],
      });
      let launched = 0;
      const writer = async (): Promise<void> => {
        for (; launched < LAUNCHES; launched++) await launch(url);
      };
      const visitor = async (): Promise<void> => {
        while (launched < LAUNCHES) {
          const socket = await RawSocket.connected(url);
          const modifications = [0, 1, 2].map((queryId) => ({
            type: "Add",
            queryId,
            udfPath: queryId === 0 ? "shop:count" : "shop:echo",
            args: [queryId === 0 ? {} : { value: `${launched} ${queryId}` }],
          }));
          socket.say({ type: "ModifyQuerySet", baseVersion: 0, newVersion: 1, modifications });
          await socket.heard("Transition");
          socket.socket.terminate();
        }
      };
      await Promise.all([...Array.from({ length: WRITERS }, writer), visitor(), visitor()]);
      expect(await post<number>(url, "query", "shop:count")).toBeGreaterThanOrEqual(LAUNCHES);
      const metrics = await (await fetch(`${url}/metrics`)).text();
      expect(Number(/backend_heap_used_bytes (\d+)/.exec(metrics)?.[1])).toBeLessThan(HEAP_MB * 1024 * 1024);
      expect(Number(/backend_protocol_errors (\d+)/.exec(metrics)?.[1])).toBe(0);
    },
  );
});
