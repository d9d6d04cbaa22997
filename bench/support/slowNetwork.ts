import { connect, createServer, type AddressInfo, type Socket } from "node:net";

export interface SlowNetwork {
  /** The same server, further away. */
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * A way to a local server on which everything takes its time, so that a benchmark sees what a shop's connection adds: for every request and
 * every frame of a WebSocket, and for each connection that is made.
 *
 * @param roundTripMs there and back
 */
export async function slowNetworkTo(url: string, roundTripMs: number): Promise<SlowNetwork> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.setNoDelay(true);
      from.on("data", (chunk) => setTimeout(() => to.write(chunk), roundTripMs / 2));
      from.on("end", () => setTimeout(() => to.end(), roundTripMs / 2));
      from.on("error", () => to.destroy());
      from.on("close", () => sockets.delete(from));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
