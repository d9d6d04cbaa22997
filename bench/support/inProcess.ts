import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Caller } from "../../embedded/executor/contract";
import { Runtime } from "../../embedded/executor/runtime";
import { loadEmbedded } from "../../scripts/build.mjs";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const PASSWORD = "senha-de-bancada";

/** The product's functions on the executor alone: no sockets, no clients, in this very process. */
export interface InProcess {
  readonly runtime: Runtime;
  readonly tenantId: string;
  readonly productIds: readonly string[];
  /** One signed-in member of staff per account. */
  readonly callers: readonly Caller[];
  readonly close: () => Promise<void>;
}

/** A company with 200 products and that many signed-in members of staff, on a fresh durable data folder. */
export async function startInProcess(accountCount: number): Promise<InProcess> {
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
  const close = async (): Promise<void> => {
    await runtime.close();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const products = Array.from({ length: 200 }, (_, i) => ({
      code: `C${100 + i}`,
      name: `Peça ${i}`,
      priceCents: 4990,
      stock: 1_000_000,
      color: "Preto",
      size: "M",
    }));
    const emails = Array.from({ length: accountCount }, (_, i) => `equipe${i}@bancada.test`);
    const shop = await act<{ tenantId: string; products: { productId: string }[] }>(runtime, "seed:company", {
      name: "Bancada",
      slug: "bancada",
      accounts: emails.map((email) => ({ email, password: PASSWORD, name: "Equipe", role: "staff" })),
      products,
    });
    const callers = await Promise.all(emails.map((email) => signIn(runtime, email)));
    return {
      runtime,
      tenantId: shop.tenantId,
      productIds: shop.products.map(({ productId }) => productId),
      callers,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function signIn(runtime: Runtime, email: string): Promise<Caller> {
  const { tokens } = await act<{ tokens: { token: string } }>(runtime, "auth:signIn", {
    provider: "password",
    params: { email, password: PASSWORD, flow: "signIn" },
  });
  return runtime.authenticate(tokens.token);
}

async function act<T>(runtime: Runtime, path: string, args: unknown): Promise<T> {
  const outcome = await runtime.action({ path, argsJson: JSON.stringify(args) }, runtime.authenticateAdmin("bench"));
  if (!outcome.success) throw new Error(outcome.errorMessage);
  return JSON.parse(outcome.valueJson) as T;
}

/** Processor time of this thread and of the whole process (Linux): on a busy machine it says more than the clock. */
export function cpuMs(): { thread: number; process: number } {
  const { user, system } = process.cpuUsage();
  const [onCpuNs] = readFileSync("/proc/thread-self/schedstat", "utf8").split(" ");
  return { thread: Number(onCpuNs) / 1e6, process: (user + system) / 1e3 };
}
