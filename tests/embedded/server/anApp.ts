import { createLog } from "../../../embedded/server/log";
import type { ServeOptions, Served } from "../../../embedded/server/serve";
import { serve } from "../../../embedded/server/serve";
import { FakeBackend } from "../sync/fakeBackend";

/** The real server over the fake backend, on free ports of the loopback. */
export async function anApp(options: Partial<ServeOptions> = {}): Promise<{ served: Served; backend: FakeBackend }> {
  const backend = new FakeBackend(BigInt(Date.now()) * 1_000_000n);
  const served = await serve({
    host: "127.0.0.1",
    port: 0,
    sitePort: 0,
    instanceName: "loja-demo",
    version: "0.1.0",
    log: createLog("silent"),
    ...options,
  });
  served.attach(backend);
  return { served, backend };
}
