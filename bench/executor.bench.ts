/**
 * What does one launch cost without sockets and clients? The runtime is called directly, in this process, with 32 launches always waiting.
 *
 * It tells how much of `launches` is the executor's own time. It would change our mind about the ABI's JSON round trips if the executor
 * alone were not well above what clients see.
 */
import { generateKeyPairSync, randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Runtime } from "../embedded/executor/runtime";
import type { Caller } from "../embedded/executor/contract";
import { loadEmbedded } from "../scripts/build.mjs";
import { rawLaunchesPerSecond } from "./support/rawSqlite";
import { report } from "./support/report";

const WAITING = 32;
const WARM_UP_MS = 2_000;
const MEASURED_MS = 5_000;

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
await loadEmbedded();
const dataDir = mkdtempSync(join(tmpdir(), "bench-"));
const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const runtime = await Runtime.start({
  functionsDir: join(root, "convex"),
  dataDir,
  adminKey: "bench",
  publicUrl: "http://127.0.0.1:1",
  publicSiteUrl: "http://127.0.0.1:2",
  env: {
    JWT_PRIVATE_KEY: privateKey.export({ type: "pkcs8", format: "pem" }).toString().trimEnd().replaceAll("\n", " "),
    JWKS: JSON.stringify({ keys: [{ use: "sig", ...publicKey.export({ format: "jwk" }) }] }),
  },
  actionTimeoutMs: 60_000,
  redact: false,
  workerUrl: pathToFileURL(join(root, ".cache/embedded/actionWorker.js")),
});
try {
  const admin = runtime.authenticateAdmin("bench");
  const call = async <T>(kind: "action" | "mutation", path: string, args: unknown, caller: Caller): Promise<T> => {
    const request = { path, argsJson: JSON.stringify(args) };
    const outcome =
      kind === "action" ? await runtime.action(request, caller) : (await runtime.mutation(request, caller)).outcome;
    if (!outcome.success) throw new Error(outcome.errorMessage);
    return JSON.parse(outcome.valueJson) as T;
  };
  const products = Array.from({ length: 200 }, (_, i) => ({
    code: `C${100 + i}`,
    name: `Peça ${i}`,
    priceCents: 4990,
    stock: 1_000_000,
    color: "Preto",
    size: "M",
  }));
  const account = { email: "equipe@bancada.test", password: "senha-de-bancada", name: "Equipe", role: "staff" };
  const shop = await call<{ tenantId: string; products: { productId: string }[] }>(
    "action",
    "seed:company",
    { name: "Bancada", slug: "bancada", accounts: [account], products },
    admin,
  );
  const signedIn = await call<{ tokens: { token: string } }>(
    "action",
    "auth:signIn",
    { provider: "password", params: { ...account, name: undefined, role: undefined, flow: "signIn" } },
    admin,
  );
  const caller = await runtime.authenticate(signedIn.tokens.token);

  let done = 0;
  const startAt = performance.now() + WARM_UP_MS;
  const stopAt = startAt + MEASURED_MS;
  const sessionId = randomUUID();
  let requestId = 0;
  let cpu = { thread: 0, process: 0 };
  await Promise.all(
    Array.from({ length: WAITING }, async (_, staff) => {
      for (let n = 0; performance.now() < stopAt; n++) {
        const args = {
          eventDate: "2026-11-20",
          launchId: randomUUID(),
          phone: `119${String(80_000_000 + staff * 1000 + (n % 50))}`,
          productId: shop.products[(staff * 7 + n) % 200]!.productId,
          quantity: 1,
          tenantId: shop.tenantId,
        };
        const { outcome } = await runtime.mutation(
          { path: "manualSales:launch", argsJson: JSON.stringify(args) },
          caller,
          { sessionId, requestId: requestId++ },
        );
        if (!outcome.success) throw new Error(outcome.errorMessage);
        if (performance.now() >= startAt && done++ === 0) cpu = cpuMs();
      }
    }),
  );
  const perSecond = (done * 1000) / MEASURED_MS;
  const spent = cpuMs();
  report({
    name: "executor alone, 32 waiting",
    n: done,
    per_s: perSecond,
    us_per_launch: 1e6 / perSecond,
    thread_cpu_us: ((spent.thread - cpu.thread) * 1_000) / done,
    process_cpu_us: ((spent.process - cpu.process) * 1_000) / done,
  });
  const floor = rawLaunchesPerSecond(32);
  report({ name: "raw SQLite, 32 launches per commit", per_s: floor, share: perSecond / floor });
} finally {
  await runtime.close();
  rmSync(dataDir, { recursive: true, force: true });
}

/** Of this thread and of the whole process (Linux): on a busy machine it says more than the clock. */
function cpuMs(): { thread: number; process: number } {
  const { user, system } = process.cpuUsage();
  const [onCpuNs] = readFileSync("/proc/thread-self/schedstat", "utf8").split(" ");
  return { thread: Number(onCpuNs) / 1e6, process: (user + system) / 1e3 };
}
