import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach } from "vitest";

export interface Heard {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Whoever a service sends its notices to. */
export interface Listener {
  readonly url: string;
  readonly heard: readonly Heard[];
  /** What it answers from now on, the first entry first; the last one stays. Default 200. */
  answers: number[];
}

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** Whatever is started in a test ends with it. */
export function endsWithTest<Started extends { close(): Promise<void> }>(started: Started): Started {
  closing.push(() => started.close());
  return started;
}

/** Listens on a port of its own until the test is over. */
export async function startListener(): Promise<Listener> {
  const heard: Heard[] = [];
  const listener: Listener = { url: "", heard, answers: [] };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      heard.push({
        url: new URL(request.url ?? "", "http://listener"),
        headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
        body: Buffer.concat(chunks).toString("utf8"),
      });
      const status = listener.answers.length > 1 ? listener.answers.shift() : listener.answers[0];
      response.writeHead(status ?? 200).end();
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  endsWithTest({
    close: async () => {
      server.closeAllConnections();
      await once(server.close(), "close");
    },
  });
  return Object.assign(listener, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}
