import { ConvexHttpClient } from "convex/browser";
import type { FunctionReturnType } from "convex/server";
import { afterAll, beforeAll, expect, it } from "vitest";
import { join } from "node:path";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { BackendProcess } from "../../support/embeddedBackend";
import { projectRoot } from "../../support/installation";

const EMAIL = "ana@importacao.test";
const PASSWORD = "senha-do-teste";
const ROWS = 20_000;
const CHUNK = 200;
/** Every seventh row has no price. */
const isGood = (position: number) => position % 7 !== 0;
const LONG = { timeout: 60_000, interval: 20 };

let backend: BackendProcess;
let url: string;
let token: string;
let tenantId: Id<"tenants">;

function ana(): ConvexHttpClient {
  const client = new ConvexHttpClient(url, { logger: false });
  client.setAuth(token);
  return client;
}

/** A token is good for one address, and each start has another. */
async function signIn(): Promise<void> {
  const { tokens } = await new ConvexHttpClient(url, { logger: false }).action(api.auth.signIn, {
    provider: "password",
    params: { email: EMAIL, password: PASSWORD, flow: "signIn" },
  });
  token = tokens!.token;
}

beforeAll(async () => {
  ({ process: backend, url } = await BackendProcess.start(join(projectRoot, "convex")));
  const response = await fetch(`${url}/api/function`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: "Convex operator" },
    body: JSON.stringify({
      path: "seed:company",
      format: "json",
      args: {
        name: "Importação",
        slug: "importacao",
        accounts: [{ email: EMAIL, password: PASSWORD, name: "Ana", role: "staff" }],
        products: [],
      },
    }),
  });
  ({ tenantId } = ((await response.json()) as { value: { tenantId: Id<"tenants"> } }).value);
  await signIn();
}, 60_000);

afterAll(async () => {
  await backend?.close();
});

async function sendFile(client: ConvexHttpClient): Promise<Id<"jobs">> {
  const file = { kind: "product_import" as const, fileName: "catalogo.csv", total: ROWS, updateExisting: false };
  const { jobId } = await client.mutation(api.imports.begin, { tenantId, ...file });
  for (let first = 0; first < ROWS; first += CHUNK) {
    const rows = Array.from({ length: CHUNK }, (_, at) => ({
      line: first + at + 2,
      cells: { code: `C${first + at}`, name: `Peça ${first + at}`, ...(isGood(first + at) ? { price: "49,90" } : {}) },
    }));
    await client.mutation(api.imports.addRows, { tenantId, jobId, first, rows });
  }
  await client.mutation(api.imports.start, { tenantId, jobId });
  return jobId;
}

it("20 000 rows: progress, a kill in the middle that loses and doubles nothing, good rows in, bad ones listed, the rest canceled", async () => {
  const jobId = await sendFile(ana());
  const done = async () => (await ana().query(api.jobs.get, { tenantId, jobId }))?.done ?? 0;
  await expect.poll(done, LONG).toBeGreaterThan(300);

  await backend.end("SIGKILL");
  url = await backend.start();
  await signIn();
  const atStart = await done();
  await expect.poll(done, LONG).toBeGreaterThan(atStart + 200);
  expect(await ana().mutation(api.jobs.cancel, { tenantId, jobId })).toEqual({ state: "canceled" });

  const job = await ana().query(api.jobs.get, { tenantId, jobId });
  const positions = Array.from({ length: job!.done }, (_, at) => at);
  const good = positions.filter(isGood);
  expect(job).toMatchObject({
    state: "canceled",
    total: ROWS,
    ok: good.length,
    failed: positions.length - good.length,
  });
  expect(job!.done).toBeLessThan(ROWS);

  const codes: string[] = [];
  const failures: { line: number; label: string; reason: string }[] = [];
  for (let cursor: string | null = null, isDone = false; !isDone;) {
    const page = { numItems: 200, cursor };
    const answer: FunctionReturnType<typeof api.products.exportRows> = await ana().query(api.products.exportRows, {
      tenantId,
      paginationOpts: page,
    });
    codes.push(...answer.page.map(({ code }) => code));
    ({ isDone, continueCursor: cursor } = answer);
  }
  for (let cursor: string | null = null, isDone = false; !isDone;) {
    const page = { numItems: 200, cursor };
    const answer: FunctionReturnType<typeof api.jobs.failures> = await ana().query(api.jobs.failures, {
      tenantId,
      jobId,
      paginationOpts: page,
    });
    failures.push(...answer.page);
    ({ isDone, continueCursor: cursor } = answer);
  }
  expect(codes.sort()).toEqual(good.map((position) => `C${position}`).sort());
  expect(failures).toEqual(
    positions
      .filter((position) => !isGood(position))
      .map((position) => ({
        line: position + 2,
        label: `C${position}`,
        reason: "Preencha todos os campos obrigatórios",
      })),
  );
}, 240_000);
