import { ConvexError } from "convex/values";
import { describe, expect, it } from "vitest";
import { action, mutation, onOneBackend, query } from "./officialClients";

const shop = onOneBackend({ redact: true });

const REFUSAL = { code: "insufficient_stock", available: 3n, of: { product: "C151" } };
/** The client itself adds which function it was and who called. */
const BARE = /^(\[CONVEX [QMA]\(launches:\w+\)\] )?\[Request ID: [0-9a-f]{16}\] Server Error(\s+Called by client)?$/;
const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => "it did not fail",
    (error: unknown) => error,
  );

describe("18: redaction, as production does (contract §9.2)", () => {
  it.each(["socket", "HTTP"])("says of a fault no more than its number, over %s", async (way) => {
    const client = way === "socket" ? shop.client() : shop.http();
    const failures = await Promise.all(
      [
        client.mutation(mutation("launches:crash"), {}),
        client.action(action("launches:crashInAction"), {}),
        client.query(query("launches:crashWhileAsked"), {}),
      ].map(failureOf),
    );
    for (const failure of failures) {
      expect(failure).toBeInstanceOf(Error);
      expect((failure as Error).message.trim()).toMatch(BARE);
    }
  });

  it.each(["socket", "HTTP"])("the data of a ConvexError goes through, over %s", async (way) => {
    const client = way === "socket" ? shop.client() : shop.http();
    const failures = await Promise.all(
      [
        client.mutation(mutation("launches:refuse"), { room: shop.room }),
        client.action(action("launches:actInVain"), {}),
        client.action(action("launches:actNested"), { room: shop.room }),
        client.query(query("launches:askInVain"), {}),
        client.query(query("launches:askNested"), {}),
      ].map(failureOf),
    );
    for (const failure of failures) {
      expect(failure).toBeInstanceOf(ConvexError);
      expect((failure as ConvexError<typeof REFUSAL>).data).toEqual(REFUSAL);
    }
  });

  it("functions still read the data of what they call and catch", async () => {
    const caught = await shop.client().mutation(mutation("launches:catchNested"), { room: shop.room });
    expect(caught).toEqual(REFUSAL);
  });

  it("nothing of logs or texts is on the wire", async () => {
    const client = shop.client();
    await failureOf(client.mutation(mutation("launches:crash"), {}));
    await failureOf(client.action(action("launches:crashInAction"), {}));
    await shop.watched(client, "launches:crashWhileAsked", {});
    await shop.watched(client, "launches:chat", {});
    const said = JSON.stringify(shop.proxy.fromServer);
    expect(said).toContain("heard");
    expect(said).not.toMatch(/secret|launches\.ts|Uncaught/);
    const overHttp = await fetch(`${shop.proxy.url}/api/mutation`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ path: "launches:crash", args: {} }),
    });
    expect(await overHttp.text()).not.toMatch(/secret|launches\.ts|Uncaught/);
  });

  it("an HTTP action that fails says its number, and the data of a ConvexError", async () => {
    const crashed = await fetch(`${shop.backend.siteUrl}/crash`, { method: "POST" });
    const text = await crashed.text();
    expect([crashed.status, text]).toEqual([500, expect.stringMatching(/Server Error/)]);
    expect(text).not.toMatch(/secret|http\.ts/);
    const refused = await fetch(`${shop.backend.siteUrl}/refuse`, { method: "POST" });
    expect(await refused.json()).toMatchObject({ data: { code: "insufficient_stock" } });
  });
});

describe("without redaction", () => {
  const open = onOneBackend();

  it("the text, the frames in the app's own file and the log are told", async () => {
    const client = open.client();
    const failure = await failureOf(client.mutation(mutation("launches:crash"), {}));
    expect(String(failure)).toMatch(/Uncaught Error: a secret in the text[\s\S]*launches\.ts:\d+:\d+/);
    expect(JSON.stringify(open.proxy.fromServer)).toContain("[LOG] 'a secret in the log'");
  });
});
