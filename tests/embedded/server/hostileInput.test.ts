import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request as rawRequest } from "node:http";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exportJWK, generateKeyPair, SignJWT, type JWTHeaderParameters } from "jose";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startProcess, type RunningProcess } from "../support/aProcess";
import { RawSocket, type Frame } from "./rawSocket";
import { RegularClient } from "./regularClient";

/** The whole backend as a process of its own, attacked over real sockets while an official client goes on with its work. */

type KeyPair = Awaited<ReturnType<typeof generateKeyPair>>;

let folder: string;
let backend: RunningProcess;
let end: () => Promise<void>;
let regular: RegularClient;
let ours: KeyPair;
let theirs: KeyPair;

/** Less than what the attacks below would make it keep if anything they send were kept. */
const HEAP_MB = 320;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "hostile-"));
  const [data, pages] = [join(folder, "data"), join(folder, "static")];
  mkdirSync(data);
  mkdirSync(pages);
  writeFileSync(join(folder, "secret.txt"), "not for you");
  writeFileSync(join(pages, "index.html"), "the app");
  [ours, theirs] = await Promise.all([generateKeyPair("RS256"), generateKeyPair("RS256")]);
  const keys = [{ ...(await exportJWK(ours.publicKey)), use: "sig", alg: "RS256", kid: "one" }];
  const TEST_JWKS = `data:application/json;base64,${Buffer.from(JSON.stringify({ keys })).toString("base64")}`;
  writeFileSync(join(data, "env.json"), JSON.stringify({ TEST_JWKS }));
  const { running, kill } = startProcess("hostile", data, {
    nodeFlags: [`--max-old-space-size=${HEAP_MB}`],
    options: ["--static", pages, "--log", "silent"],
  });
  end = kill;
  backend = await running;
  regular = new RegularClient(backend.url);
  await regular.goesOn();
});
afterAll(async () => {
  await regular.close();
  await end();
  rmSync(folder, { recursive: true, force: true });
});

const beside = async <T>(attack: Promise<T>): Promise<T> => (await Promise.all([attack, regular.goesOn()]))[0];
const deep = (levels: number, open = "[", close = "]", middle = ""): string =>
  open.repeat(levels) + middle + close.repeat(levels);
const add = (queryId: number, udfPath: string, args = "[{}]"): string =>
  `{"type":"Add","queryId":${queryId},"udfPath":${JSON.stringify(udfPath)},"args":${args}}`;
const modify = (base: number, next: number, ...modifications: string[]): string =>
  `{"type":"ModifyQuerySet","baseVersion":${base},"newVersion":${next},"modifications":[${modifications.join()}]}`;

describe("frames that break the protocol → one clear error, then the end, for that client alone", () => {
  const session = '"sessionId":"00000000-0000-4000-8000-000000000000"';
  const rows: [string, string | Buffer, string][] = [
    ["nothing", "", "Received a message that is not JSON"],
    ["no JSON", "}{", "Received a message that is not JSON"],
    ["half a frame of JSON", '{"type":"Connect"', "Received a message that is not JSON"],
    ["a NUL", "\0", "Received a message that is not JSON"],
    ["a number", "1e999", "The message must be an object"],
    ["null", "null", "The message must be an object"],
    ["10⁵ arrays in each other", deep(100_000), "The message must be an object"],
    ["a million open brackets", "[".repeat(1_000_000), "Received a message that is not JSON"],
    ["a type of nobody", '{"type":"constructor"}', "Received a message of unknown type"],
    ["a type that is inherited", '{"__proto__":{"type":"Event"}}', "Received a message of unknown type"],
    ["a type that is no text", '{"type":{"toString":1}}', "Received a message of unknown type"],
    ["Connect a second time", `{"type":"Connect",${session},"connectionCount":0}`, "Connect was sent twice"],
    ["a session that is no UUID", '{"type":"Connect","sessionId":"__proto__","connectionCount":0}', "must be a UUID"],
    ["a version that is behind", modify(7, 8), "BaseVersionMismatch"],
    ["a version that does not rise", modify(0, 0), "must be above the old one"],
    ["a version beyond 32 bits", modify(0, 2 ** 40), "newVersion must be an integer"],
    ["a version that is negative", modify(-1, 1), "baseVersion must be an integer"],
    ["a version that is text", '{"type":"ModifyQuerySet","baseVersion":"0","newVersion":1}', "modifications must be"],
    ["a query added twice", modify(0, 1, add(0, "shop:count"), add(0, "shop:count")), "was added twice"],
    ["a query removed that is not there", modify(0, 1, '{"type":"Remove","queryId":9}'), "is not there"],
    ["too many queries", modify(0, 1, ...Array.from({ length: 20_000 }, (_, i) => add(i, "shop:count"))), "queries"],
    [
      "10⁵ objects in each other as argument",
      `{"type":"Mutation","requestId":0,"udfPath":"shop:keep","args":[${deep(100_000, '{"a":', "}", "1")}]}`,
      "nested too deeply",
    ],
    [
      "a function of a component",
      '{"type":"Action","requestId":0,"udfPath":"a:b","args":[{}],"componentPath":"x"}',
      "components",
    ],
    ["a request without number", '{"type":"Mutation","udfPath":"shop:launch","args":[{}]}', "requestId must be"],
    [
      "an identity version of nowhere",
      '{"type":"Authenticate","baseVersion":5,"tokenType":"None"}',
      "identity version",
    ],
    ["an unknown kind of token", '{"type":"Authenticate","baseVersion":0,"tokenType":"Root","value":"x"}', "tokenType"],
  ];
  it.each(rows)("%s", async (_what, data, error) => {
    const attacker = await RawSocket.connected(backend.url);
    attacker.send(data);
    expect(await beside(attacker.closed)).toBe(1008);
    const last = attacker.frames.at(-1);
    expect(last).toMatchObject({ type: "FatalError", error: expect.stringContaining(error) as string });
    expect(String(last?.error).length).toBeLessThan(300);
  });

  const ONE_OBJECT = "ArgumentValidationError: a function takes exactly one object of named arguments.";

  it.each(["[{},{}]", "[[]]", "[7]", "[null]", '["a",{},[]]'])(
    "but arguments %s break nothing: each function fails with them, and the client goes on",
    async (args) => {
      const odd = await RawSocket.connected(backend.url);
      odd.send(modify(0, 1, add(0, "shop:count", args), add(1, "shop:count")));
      odd.send(`{"type":"Mutation","requestId":0,"udfPath":"shop:launch","args":${args}}`);
      odd.send(`{"type":"Action","requestId":1,"udfPath":"shop:echoAction","args":${args}}`);
      const failure = expect.stringContaining(ONE_OBJECT) as string;
      expect(await beside(odd.heard("MutationResponse"))).toMatchObject({ success: false, result: failure });
      expect(await beside(odd.heard("ActionResponse"))).toMatchObject({ success: false, result: failure });
      const { modifications } = await odd.heard("Transition");
      expect(modifications).toMatchObject([
        { type: "QueryFailed", queryId: 0, errorMessage: failure },
        { type: "QueryUpdated", queryId: 1 },
      ]);
      for (const [kind, path] of [
        ["query", "shop:count"],
        ["mutation", "shop:launch"],
        ["action", "shop:echoAction"],
      ] as const) {
        const { status, json } = await ask(path, args, {}, kind);
        expect([kind, status, json]).toMatchObject([kind, 200, { status: "error", errorMessage: failure }]);
      }
      odd.socket.terminate();
    },
  );

  it("a message before Connect", async () => {
    const attacker = await RawSocket.to(backend.url);
    attacker.send(modify(0, 1));
    expect(await beside(attacker.closed)).toBe(1008);
    expect(attacker.frames).toEqual([{ type: "FatalError", error: "The first message must be Connect" }]);
  });

  const broken: [string, (attacker: RawSocket) => void, number[]][] = [
    ["bad UTF-8", (attacker) => attacker.send(Buffer.from([0xc3, 0x28]), false), [1007]],
    ["a surrogate as UTF-8", (attacker) => attacker.send(Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), false), [1007]],
    ["binary", (attacker) => attacker.send(Buffer.from("{}"), true), [1008]],
    ["bytes that are no frame", (attacker) => attacker.write(Buffer.from("GET / HTTP/1.1\r\n\r\n")), [1002, 1006]],
    ["a frame that was not masked", (attacker) => attacker.write(Buffer.from([0x81, 0x02, 0x7b, 0x7d])), [1002, 1006]],
    [
      "a frame said to hold 2⁶² bytes",
      (attacker) => attacker.write(Buffer.from([0x81, 0xff, 0x40, 0, 0, 0, 0, 0, 0, 0])),
      [1009, 1006],
    ],
    ["a close frame with a code of nobody", (attacker) => attacker.write(masked([0x88], [0x00, 0x01])), [1002, 1006]],
    ["a control frame too long", (attacker) => attacker.write(Buffer.from([0x89, 0xfe, 0x10, 0x00])), [1002, 1006]],
  ];
  it.each(broken)("%s", async (_what, attack, codes) => {
    const attacker = await RawSocket.connected(backend.url);
    attack(attacker);
    expect(codes).toContain(await beside(attacker.closed));
  });

  it("a newer database than ours → that client may retry, nobody else notices", async () => {
    const attacker = await RawSocket.to(backend.url);
    const maxObservedTimestamp = Buffer.alloc(8, 0xff).toString("base64");
    attacker.send(
      `{"type":"Connect","sessionId":"00000000-0000-4000-8000-000000000000","connectionCount":0,"maxObservedTimestamp":"${maxObservedTimestamp}"}`,
    );
    expect(await beside(attacker.closed)).toBe(1011);
  });
});

function masked(head: readonly number[], payload: readonly number[]): Buffer {
  return Buffer.from([...head, 0x80 | payload.length, 0, 0, 0, 0, ...payload]);
}

describe("tokens", () => {
  const seconds = (): number => Math.floor(Date.now() / 1000);
  const signed = (
    { key = ours.privateKey, ...claims }: { key?: KeyPair["privateKey"] } & Record<string, unknown> = {},
    header: Partial<JWTHeaderParameters> = {},
  ): Promise<string> =>
    new SignJWT({ iss: "https://issuer.shop.test", aud: "shop", sub: "ana", iat: seconds(), ...claims })
      .setProtectedHeader({ alg: "RS256", kid: "one", ...header })
      .setExpirationTime((claims.exp as number | undefined) ?? seconds() + 3_600)
      .sign(key);
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  const claims = () => ({ iss: "https://issuer.shop.test", aud: "shop", sub: "root", exp: seconds() + 3_600 });

  const bad: [string, () => Promise<string> | string][] = [
    ["no token at all", () => "x"],
    ["empty", () => ""],
    ["three dots of nothing", () => "..."],
    ["alg none", () => `${part({ alg: "none", kid: "one" })}.${part(claims())}.`],
    ["alg None with a signature", () => `${part({ alg: "None", kid: "one" })}.${part(claims())}.AAAA`],
    ["HS256 signed with the public key's text", () => `${part({ alg: "HS256", kid: "one" })}.${part(claims())}.AAAA`],
    ["signed by somebody else", () => signed({ key: theirs.privateKey })],
    ["signed by nobody, claims exchanged", async () => (await signed()).replace(/\.[^.]+\./, `.${part(claims())}.`)],
    ["expired", () => signed({ exp: seconds() - 60 })],
    ["of another issuer", () => signed({ iss: "https://evil.test" })],
    ["for another application", () => signed({ aud: "bank" })],
    ["without subject", () => signed({ sub: undefined })],
    ["with a key name that is a path", () => signed({}, { kid: "../../../etc/passwd" })],
    [
      "with a critical header nobody knows",
      () => `${part({ alg: "RS256", kid: "one", crit: ["x"], x: 1 })}.${part(claims())}.AAAA`,
    ],
    ["with an issuer named __proto__", () => `${part({ alg: "RS256" })}.${part({ iss: "__proto__" })}.AAAA`],
    [
      "with claims nested 10⁵ deep",
      () => `${part({ alg: "RS256" })}.${Buffer.from(deep(100_000)).toString("base64url")}.AAAA`,
    ],
    ["of eight megabytes", () => "a".repeat(8_000_000)],
  ];
  it.each(bad)("%s → AuthError on the socket and 401 over HTTP", async (_what, make) => {
    const value = await make();
    const attacker = await RawSocket.connected(backend.url);
    attacker.say({ type: "Authenticate", baseVersion: 0, tokenType: "User", value });
    attacker.send(modify(0, 1, add(0, "shop:whoAmI")));
    await beside(attacker.closed);
    expect(attacker.frames).toEqual([
      { type: "AuthError", error: expect.any(String) as string, baseVersion: 0, authUpdateAttempted: true },
    ]);
    expect(String(attacker.frames[0]?.error).length).toBeLessThan(300);
    if (value.length < 8_000)
      expect((await ask("shop:whoAmI", "{}", { Authorization: `Bearer ${value}` })).status).toBe(401);
  });

  it("a good one is good, and a claim named __proto__ stays a claim", async () => {
    const value = await new SignJWT(
      JSON.parse(`{"__proto__":{"subject":"root","tokenIdentifier":"x"},"subject":"root"}`) as Record<string, unknown>,
    )
      .setIssuer("https://issuer.shop.test")
      .setAudience("shop")
      .setSubject("ana")
      .setExpirationTime("1h")
      .setProtectedHeader({ alg: "RS256", kid: "one" })
      .sign(ours.privateKey);
    expect((await ask("shop:whoAmI", "{}", { Authorization: `Bearer ${value}` })).json).toMatchObject({ value: "ana" });
  });

  it("wrong admin keys → AuthError, 403; internal functions stay unseen", async () => {
    for (const value of ["", "operator2", "operator\0", "o".repeat(1_000_000)]) {
      const attacker = await RawSocket.connected(backend.url);
      attacker.say({ type: "Authenticate", baseVersion: 0, tokenType: "Admin", value });
      await beside(attacker.closed);
      expect(attacker.frames).toMatchObject([{ type: "AuthError" }]);
    }
    expect((await ask("shop:secret", "{}", { Authorization: "Convex wrong" }, "mutation")).status).toBe(403);
    const { json } = await ask("shop:secret", "{}", {}, "mutation");
    expect(json.errorMessage).toContain("Could not find public function for 'shop:secret'");
  });
});

interface Answer {
  readonly status: number;
  readonly json: Frame;
}

async function ask(path: string, args: string, headers: Record<string, string> = {}, kind = "query"): Promise<Answer> {
  return send(
    `/api/${kind}`,
    `{"path":${JSON.stringify(path)},"format":"convex_encoded_json","args":${args}}`,
    headers,
  );
}

async function send(address: string, body: string | Buffer, headers: Record<string, string> = {}): Promise<Answer> {
  const response = await fetch(`${backend.url}${address}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: body as string,
  });
  return { status: response.status, json: (await response.json()) as Frame };
}

describe("arguments", () => {
  const inValue: [string, string][] = [
    ["65 levels", deep(65)],
    ["10 000 levels", deep(2_000)],
    ["a field named __proto__", '{"__proto__":{"isAdmin":true}}'],
    ["one of them far inside", '[{"a":[{"__proto__":{"isAdmin":true}}]}]'],
    ["one of them written with escapes", '{"\\u005f_proto__":{"isAdmin":true}}'],
    ["a field with a dollar", '{"$where":"1","a":1}'],
    ["an unknown special form", '{"$set":[1]}'],
    ["an integer that is none", '{"$integer":"AA=="}'],
    ["a lone surrogate", '"\\ud800"'],
    ["a lone surrogate as field", '{"\\udfff":1}'],
    ["a NUL as field", '{"\\u0000":1}'],
    ["an empty field name", '{"":1}'],
    ["a field name of 1025 letters", `{"${"a".repeat(1_025)}":1}`],
    ["8193 elements", `[${"1,".repeat(8_192)}1]`],
    ["1025 fields", `{${Array.from({ length: 1_025 }, (_, i) => `"f${i}":1`).join()}}`],
    ["a commit timestamp to be", '{"$commitTs":null}'],
    ["more than 16 MiB", `"${"x".repeat(17 * 1024 * 1024)}"`],
  ];
  it.each(inValue)("%s → the function is not run", async (_what, value) => {
    for (const path of ["shop:echo", "shop:isAdmin", "shop:record"]) {
      const { status, json } = await beside(ask(path, `{"value":${value}}`));
      expect(status).toBe(200);
      expect(json).toMatchObject({ status: "error" });
      expect(json.errorMessage).toMatch(/Invalid arguments|too large|ArgumentValidationError/);
    }
    if (value.length > 16 * 1024 * 1024) return;
    const action = await ask("shop:echoAction", `{"value":${value}}`, {}, "action");
    expect(action.json).toMatchObject({ status: "error" });
  });

  it("10⁵ levels → 400", async () => {
    for (const [open, close] of [
      ["[", "]"],
      ['{"a":', "}"],
    ] as const) {
      const { status, json } = await beside(ask("shop:echo", `{"value":${deep(100_000, open, close, "1")}}`));
      expect([status, json.code]).toEqual([400, "BadRequest"]);
    }
  });

  it("names that every object answers to are names like others", async () => {
    const value = '{"constructor":{"prototype":{"isAdmin":true}},"hasOwnProperty":1,"toString":2,"valueOf":3}';
    expect((await ask("shop:echo", `{"value":${value}}`)).json.value).toEqual(JSON.parse(value));
    expect((await ask("shop:isAdmin", `{"value":${value}}`)).json.value).toBe(false);
    const { json } = await ask("shop:keep", `{"body":${value}}`, {}, "mutation");
    expect((await ask("shop:get", JSON.stringify({ id: json.value }))).json.value).toMatchObject({
      body: JSON.parse(value) as object,
    });
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
    expect((await ask("shop:isAdmin", `{"value":{}}`)).json.value).toBe(false);
  });

  it("NUL bytes and characters of all planes inside text arrive as they were sent", async () => {
    const value = "a\0b\u{10ffff}\u2028\uffff";
    const { json } = await ask("shop:keep", JSON.stringify({ body: { inner: value } }), {}, "mutation");
    expect((await ask("shop:get", JSON.stringify({ id: json.value }))).json.value).toMatchObject({
      body: { inner: value },
    });
    expect((await ask("shop:find", JSON.stringify({ field: "body.inner", value }))).json.value).toEqual([
      { inner: value },
    ]);
  });

  it.each(["__proto__", "constructor", "body.__proto__", "body.constructor.name", "body.inner.length", "toString", ""])(
    "a filter on %s finds no field",
    async (field) => {
      await ask("shop:keep", '{"body":{"inner":"x"}}', {}, "mutation");
      expect((await ask("shop:find", JSON.stringify({ field, value: "Object" }))).json.value).toEqual([]);
    },
  );

  it("a document nested 17 levels, or patched with a prototype, is refused", async () => {
    const tooDeep = await ask("shop:keep", `{"body":${deep(16)}}`, {}, "mutation");
    expect(tooDeep.json.errorMessage).toContain("nested more than 16 levels deep");
    const { json } = await ask("shop:keep", `{"body":${deep(15)}}`, {}, "mutation");
    expect(json).toMatchObject({ status: "success" });
    const merged = await ask(
      "shop:merge",
      `{"id":"${String(json.value)}","fields":{"__proto__":{"x":1}}}`,
      {},
      "mutation",
    );
    expect(merged.json).toMatchObject({ status: "error" });
  });

  it.each([
    ["garbage", '"zzz"'],
    ["empty", '""'],
    ["a number", "5"],
    ["null", "null"],
    ["a list", "[]"],
    ["__proto__", '"__proto__"'],
    ["far too long", `"${"j".repeat(1_000_000)}"`],
    ["with a NUL", '"\\u0000"'],
    ["of capital letters", '"J57128HK8HAPCXW8K6NBQK6XXVZH1SWG"'],
  ])("an id that is %s is refused", async (_what, id) => {
    expect((await beside(ask("shop:get", `{"id":${id}}`))).json).toMatchObject({ status: "error" });
  });

  it.each(["", "x", "__proto__", "A".repeat(100_000), "k\0", "end"])(
    "a cursor made up (%#) is refused",
    async (cursor) => {
      const { json } = await ask("shop:page", JSON.stringify({ cursor }));
      expect(json.errorData).toEqual({ isConvexSystemError: true, paginationError: "InvalidCursor" });
    },
  );

  it.each([
    "",
    ":",
    "__proto__",
    "constructor:prototype",
    "shop",
    "shop:__proto__",
    "shop:count:x",
    "../shop:count",
    "\0",
  ])("a function called %j is not found", async (path) => {
    const { json } = await ask(path, "{}");
    expect(json.errorMessage).toContain("Could not find public function");
  });

  it("the runtime has no operations that it inherited", async () => {
    const names = ["constructor", "toString", "__proto__", "hasOwnProperty", "valueOf"];
    const { json } = await ask("shop:inherited", JSON.stringify({ names }), {}, "mutation");
    for (const text of json.value as string[]) expect(text).toMatch(/Unknown (async )?operation/);
  });
});

describe("HTTP", () => {
  interface Exchange {
    readonly status: number | undefined;
    readonly body: string;
  }
  /** Past everything that a well-meaning client would put right first. */
  const raw = (path: string, method = "GET", headers: Record<string, string | string[]> = {}): Promise<Exchange> =>
    new Promise((resolve, reject) => {
      const asking = rawRequest(backend.url, { path, method, headers }, (response) => {
        const parts: Buffer[] = [];
        response.on("data", (data: Buffer) => void parts.push(data));
        response.on("end", () => resolve({ status: response.statusCode, body: Buffer.concat(parts).toString() }));
        response.on("error", reject);
      });
      asking.on("error", reject);
      asking.end();
    });

  const bodies: [string, string | Buffer, Record<string, string>, number][] = [
    ["no JSON", "{", {}, 400],
    ["nothing", "", {}, 400],
    ["a form", "path=shop:count", { "Content-Type": "application/x-www-form-urlencoded" }, 400],
    ["bad UTF-8", Buffer.from([0x7b, 0xff, 0x7d]), {}, 400],
    ["a list", "[]", {}, 400],
    ["a path that is inherited", '{"__proto__":{"path":"shop:count","args":{}}}', {}, 400],
    ["a path that is an object", '{"path":{"toString":"x"},"args":{}}', {}, 400],
    ["a format of nobody", '{"path":"shop:count","args":{},"format":"__proto__"}', {}, 400],
    ["a scheme of nobody", '{"path":"shop:count","args":{}}', { Authorization: "Basic eDp5" }, 401],
    ["a component", '{"path":"shop:count","args":{},"componentPath":"x"}', {}, 400],
  ];
  it.each(bodies)("a body with %s is refused with a code and a sentence", async (_what, body, headers, status) => {
    const answer = await beside(send("/api/query", body, headers));
    expect(answer.status).toBe(status);
    expect(answer.json).toMatchObject({ code: expect.any(String) as string, message: expect.any(String) as string });
  });

  it("a JSON body under another content type is read as what it is", async () => {
    const answer = await send("/api/query", '{"path":"shop:count","args":{}}', { "Content-Type": "text/plain" });
    expect(answer.json).toMatchObject({ status: "success" });
  });

  it.each([
    ["PUT", "/api/query"],
    ["DELETE", "/api/mutation"],
    ["PATCH", "/api/storage/upload"],
    ["GET", "/api/mutation"],
    ["TRACE", "/"],
    ["PROPFIND", "/index.html"],
  ])("%s %s → 404 or 405", async (method, path) => {
    expect([404, 405]).toContain((await raw(path, method)).status);
  });

  it.each([
    "/../secret.txt",
    "/%2e%2e/secret.txt",
    "/..%2fsecret.txt",
    "/%2e%2e%2fsecret.txt",
    "/..%5csecret.txt",
    "/assets/../../secret.txt",
    "/a/b/../../../secret.txt",
    "//../secret.txt",
    "/%252e%252e/secret.txt",
    "/secret.txt%00.html",
    "/%00",
    "/%",
    "/%zz",
    "/%c0%ae%c0%ae/secret.txt",
  ])("%s leads nowhere outside", async (path) => {
    const { status, body } = await raw(path);
    expect(body).not.toContain("not for you");
    if (status === 200) expect(body).toBe("the app");
    else expect([400, 404]).toContain(status);
  });

  it.each(["/api/storage/%", "/api/storage/..", "/api/storage/%2e%2e%2fdata.sqlite", "/api/storage/__proto__"])(
    "%s gives no file",
    async (path) => {
      expect([400, 404]).toContain((await raw(path)).status);
    },
  );

  it("an upload without a token of ours is refused before its body is read", async () => {
    for (const token of ["", "x", "__proto__", "../../x"]) {
      const answer = await beside(
        send(`/api/storage/upload?token=${encodeURIComponent(token)}`, Buffer.alloc(100_000)),
      );
      expect([400, 401]).toContain(answer.status);
    }
  });

  it("a header that is mirrored cannot bring another with it", async () => {
    const { hostname, port } = new URL(backend.url);
    const answer = await exchange(
      hostname,
      Number(port),
      "OPTIONS /api/query HTTP/1.1\r\nHost: x\r\nConnection: close\r\nOrigin: http://a\u0001b\r\n" +
        "Access-Control-Request-Headers: a\r\n\tSet-Cookie: x=1\r\n\r\n",
    );
    expect(answer).toMatch(/^HTTP\/1\.1 [24]00 /);
    expect(answer).not.toMatch(/^set-cookie:/im);
  });

  const lines: [string, string][] = [
    ["no HTTP at all", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n"],
    ["two lengths", "POST /api/query HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabc"],
    [
      "a length and chunks",
      "POST /api/query HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    ],
    [
      "a chunk of a size that is none",
      "POST /api/query HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    ],
    ["headers without end", `GET / HTTP/1.1\r\nHost: x\r\n${"X-A: b\r\n".repeat(5_000)}`],
    ["an address of a megabyte", `GET /${"a".repeat(1_000_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
    ["an absolute address", "GET http://evil.test/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"],
    ["a tunnel", "CONNECT evil.test:443 HTTP/1.1\r\nHost: evil.test\r\n\r\n"],
  ];
  it.each(lines)("%s → an error for that connection alone", async (_what, text) => {
    const { hostname, port } = new URL(backend.url);
    const answer = await beside(exchange(hostname, Number(port), text));
    if (answer !== "") expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
  });

  it("100 MB of body → 413 at once, whether announced or not", async () => {
    expect(await beside(poured({ "Content-Length": String(100 * 1024 * 1024) }))).toBe(413);
    expect(await beside(poured({ "Transfer-Encoding": "chunked" }))).toBe(413);
  });

  /** @returns the status, as soon as there is one, while up to 100 MB are being sent */
  function poured(headers: Record<string, string>): Promise<number | undefined> {
    return new Promise((resolve, reject) => {
      let isAnswered = false;
      const asking = rawRequest(`${backend.url}/api/mutation`, { method: "POST", headers }, (response) => {
        isAnswered = true;
        response.resume();
        resolve(response.statusCode);
        asking.destroy();
      });
      // The other side may close while we are still writing.
      asking.on("error", (error) => (isAnswered ? undefined : reject(error)));
      const block = Buffer.alloc(1024 * 1024, 32);
      let left = 100;
      const pour = (): void => {
        while (!isAnswered && left-- > 0) if (!asking.write(block)) return void asking.once("drain", pour);
      };
      pour();
    });
  }

  it("bodies that never end hold nobody up", async () => {
    const { hostname, port } = new URL(backend.url);
    const slow = Array.from({ length: 50 }, () => connect(Number(port), hostname));
    for (const socket of slow) {
      socket.on("error", () => undefined);
      socket.write("POST /api/query HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{");
    }
    await beside(Promise.all(slow.map((socket) => new Promise((resolve) => socket.write('"', resolve)))));
    for (const socket of slow) socket.destroy();
  });

  it("more queries in one batch than anybody needs → 400", async () => {
    const queries = Array.from({ length: 5_000 }, () => ({ path: "shop:count", args: {} }));
    expect((await beside(send("/api/query_batch", JSON.stringify({ queries })))).status).toBe(400);
  });
});

/** Everything that comes back until the other side closes. */
function exchange(hostname: string, port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = "";
    const socket: Socket = connect(port, hostname, () => socket.write(Buffer.from(text, "latin1")));
    socket.on("data", (data) => (answer += data.toString("latin1")));
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(answer));
  });
}

const metric = async (name: string): Promise<number> => {
  const text = await (await fetch(`${backend.url}/metrics`)).text();
  const line = text.split("\n").find((candidate) => candidate.startsWith(`backend_${name} `));
  if (line === undefined) throw new Error(`No ${name} in ${text}`);
  return Number(line.split(" ")[1]);
};

describe("what piles up", () => {
  it("arguments of 12 MB, each another, are not kept", async () => {
    for (let i = 0; i < 40; i++) {
      const filler = String(i).padStart(2, "0").repeat(6_000_000);
      const path = i % 2 === 0 ? "shop:isAdmin" : "nowhere:at:all";
      expect((await ask(path, `{"value":"${filler}"}`)).status).toBe(200);
    }
    await regular.goesOn();
  });

  it("results of 4 MB, each another, are not kept", async () => {
    for (let i = 0; i < 100; i++) {
      const response = await fetch(`${backend.url}/api/query?path=shop:large&args={}`);
      expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(4_000_000);
      if (i % 10 === 0) await regular.goesOn();
    }
  });

  it("mutations of 8 MB behind each other wait on the sender's side, not in memory", async () => {
    const attacker = await RawSocket.connected(backend.url);
    const args = `[{"body":"${"x".repeat(900_000)}"}]`;
    for (let requestId = 0; requestId < 600; requestId++) {
      attacker.send(`{"type":"Mutation","requestId":${requestId},"udfPath":"shop:keep","args":${args}}`);
    }
    await regular.goesOn();
    attacker.socket.terminate();
    await regular.goesOn();
  });

  it("a reader that never drains and goes on asking is not listened to any more", async () => {
    const attacker = await RawSocket.connected(backend.url);
    attacker.send(modify(0, 1, add(0, "shop:large")));
    await attacker.heard("Transition");
    attacker.stopReading();
    for (let requestId = 0; requestId < 200; requestId++) {
      attacker.send(`{"type":"Action","requestId":${requestId},"udfPath":"shop:largeAction","args":[{}]}`);
    }
    for (let i = 0; i < 5; i++) await regular.goesOn();
    expect(await metric("unsent_bytes")).toBeLessThan(64 * 1024 * 1024);
    attacker.startReading();
    await vi.waitFor(() => expect(attacker.frames.filter(({ type }) => type === "ActionResponse")).toHaveLength(200), {
      timeout: 60_000,
    });
    attacker.socket.terminate();
  });

  it("a thousand connections that come and go leave nothing behind", async () => {
    for (let i = 0; i < 20; i++) {
      const attackers = await Promise.all(Array.from({ length: 50 }, () => RawSocket.connected(backend.url)));
      for (const attacker of attackers) attacker.send(modify(0, 1, add(0, "shop:count"), add(1, "shop:whoAmI")));
      await attackers[0]!.heard("Transition");
      for (const attacker of attackers) attacker.socket.terminate();
    }
    await vi.waitFor(async () => expect(await metric("connections")).toBe(1), { timeout: 30_000 });
    expect(await metric("subscriptions")).toBe(1);
    await regular.goesOn();
  });

  it("after all of it the backend is the one that was started, and serves", async () => {
    await regular.goesOn();
    expect((await fetch(`${backend.url}/health`)).status).toBe(200);
    expect(await metric("heap_used_bytes")).toBeLessThan(HEAP_MB * 1024 * 1024);
    expect(await metric("active_resources")).toBeLessThan(40);
  });
});
