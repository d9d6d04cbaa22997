import { ConvexClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { WebSocket } from "ws";
import { fixture } from "../../embedded/support/aRuntime";
import { startEmbedded, type TestBackend } from "../../support/embeddedBackend";
import { RecordingProxy } from "../../support/recordingProxy";

const query = (name: string) => makeFunctionReference<"query">(`counter:${name}`);
const mutation = (name: string) => makeFunctionReference<"mutation">(`counter:${name}`);

let backend: TestBackend;
let proxy: RecordingProxy;
let client: ConvexClient;

beforeAll(async () => {
  backend = await startEmbedded(fixture("clients"));
});
afterAll(() => backend.close());
beforeEach(async () => {
  proxy = await RecordingProxy.before(backend.url);
  client = new ConvexClient(proxy.url, {
    logger: false,
    skipConvexDeploymentUrlCheck: true,
    unsavedChangesWarning: false,
    webSocketConstructor: WebSocket as unknown as typeof globalThis.WebSocket,
  });
});
afterEach(async () => {
  await client.close();
  await proxy.close();
  expect(proxy.faults).toEqual([]);
});

/** Every value a query showed, as they come. */
async function watched(name: string): Promise<number[]> {
  const values: number[] = [];
  client.onUpdate(query(name), {}, (value: number) => void values.push(value));
  await vi.waitFor(() => expect(values).toHaveLength(1));
  return values;
}

describe("ConvexClient on the real backend (contract §9.2)", () => {
  it("1: sees its own mutation's update before the mutation resolves", async () => {
    const values = await watched("count");
    const launched = (await client.mutation(mutation("launch"), {})) as number;
    expect(values.at(-1)).toBe(launched);
  });

  it("2: several queries move in one transition", async () => {
    await Promise.all([watched("count"), watched("doubled")]);
    const before = proxy.fromServer.length;
    await client.mutation(mutation("launch"), {});
    const changes = proxy.fromServer.slice(before).map(({ modifications }) => modifications?.length ?? 0);
    expect(changes.filter((changed) => changed > 0)).toEqual([2]);
  });

  it("4: resolves a mutation that changes nothing", async () => {
    expect(await client.mutation(mutation("touch"), {})).toBe("untouched");
  });

  it("5: applies a mutation once when the socket dies between commit and response", async () => {
    const [before = NaN] = await watched("count");
    let cuts = 0;
    proxy.cutsBefore = ({ type }) => type === "MutationResponse" && cuts++ === 0;
    expect(await client.mutation(mutation("launch"), {})).toBe(before + 1);
    expect(await client.query(query("count"), {})).toBe(before + 1);
    expect(proxy.sockets).toBe(2);
  });

  it("11: hands over the data of a ConvexError", async () => {
    await expect(client.mutation(mutation("refuse"), {})).rejects.toMatchObject({
      data: { code: "insufficient_stock" },
    });
  });

  it("16: bigint, bytes, NaN and -0 come back as they went", async () => {
    const value = { n: 2n ** 62n, bytes: new Uint8Array([0, 255]).buffer, nan: NaN, zero: -0 };
    expect(await client.query(query("echo"), { value })).toEqual(value);
  });
});
