import { createLocalJWKSet, decodeProtectedHeader, jwtVerify, type JSONWebKeySet } from "jose";
import { describe, expect, it } from "vitest";
import { ANONYMOUS } from "../../../embedded/executor/contract";
import { startEmbedded } from "../../support/embeddedBackend";
import { post } from "../support/aProcess";
import { aRuntime, call, fixture, speak, valueOf } from "../support/aRuntime";
import { TestClock } from "../support/aClock";
import { aFolder } from "../support/aStore";

const CLOUD = "http://127.0.0.1:3210";
const claims = { sub: "tela-1", aud: "telao", role: "public", nested: { list: [1, "a", null] } };

describe("a token that a mutation signs", () => {
  it("is verified by the published key, and says who issued it, when, and until when it counts", async () => {
    const nowMs = 1_800_000_000_500;
    const runtime = await aRuntime("keeping", { clock: new TestClock(nowMs) });
    const token = (await speak(runtime).mutation("tokens:sign", { claims, expiresInSeconds: 3_600 })) as string;
    const keys = JSON.parse(runtime.jwksJson()) as JSONWebKeySet;
    const currentDate = new Date(nowMs);
    const { payload } = await jwtVerify(token, createLocalJWKSet(keys), {
      issuer: CLOUD,
      audience: "telao",
      currentDate,
    });
    expect(payload).toEqual({ ...claims, iss: CLOUD, iat: 1_800_000_000, exp: 1_800_003_600 });
    expect(decodeProtectedHeader(token)).toEqual({ alg: "ES256", kid: keys.keys[0]!.kid, typ: "JWT" });
    expect(Object.keys(keys.keys[0]!).sort()).toEqual(["alg", "crv", "kid", "kty", "use", "x", "y"]); // nothing secret
  });

  it("is accepted from a client by an app that trusts its own deployment, until it expires", async () => {
    const clock = new TestClock(Date.now());
    const runtime = await aRuntime("keeping", { clock });
    const token = (await speak(runtime).mutation("tokens:sign", { claims, expiresInSeconds: 60 })) as string;
    const caller = await runtime.authenticate(token);
    expect(valueOf((await runtime.query(call("tokens:whoAmI"), caller)).outcome)).toMatchObject({
      tokenIdentifier: `${CLOUD}|tela-1`,
      subject: "tela-1",
      role: "public",
    });
    clock.advance(66_000);
    await expect(runtime.authenticate(token)).rejects.toThrow("The token has expired");
  });

  it("for somebody else, or signed by another deployment, is not", async () => {
    const [runtime, other] = [await aRuntime("keeping"), await aRuntime("keeping")];
    const sign = async (of: typeof runtime, more: object) =>
      (await speak(of).mutation("tokens:sign", { claims: { ...claims, ...more }, expiresInSeconds: 60 })) as string;
    await expect(runtime.authenticate(await sign(runtime, { aud: "loja" }))).rejects.toThrow("No auth provider found");
    await expect(runtime.authenticate(await sign(other, {}))).rejects.toThrow("Could not verify the token");
  });

  it("still counts after a restart: the key stays with the data", async () => {
    const dataDir = aFolder();
    const first = await aRuntime("keeping", { dataDir });
    const token = (await speak(first).mutation("tokens:sign", { claims, expiresInSeconds: 600 })) as string;
    const keys = first.jwksJson();
    await first.close();
    const second = await aRuntime("keeping", { dataDir });
    expect(second.jwksJson()).toBe(keys);
    expect((await second.authenticate(token)).identity?.subject).toBe("tela-1");
  });

  it.each([
    [{ iss: "x" }, 60, 'the claim "iss" is reserved'],
    [{ iat: 1 }, 60, 'the claim "iat" is reserved'],
    [{ exp: 1 }, 60, 'the claim "exp" is reserved'],
    [{ nbf: 1 }, 60, 'the claim "nbf" is reserved'],
    [{ convexRole: 1 }, 60, 'the claim "convexRole" is reserved'],
    [{ ConVex: 1 }, 60, 'the claim "ConVex" is reserved'],
    [{ CVXx: 1 }, 60, 'the claim "CVXx" is reserved'],
    [[1], 60, "claims must be an object"],
    ["x", 60, "claims must be an object"],
    [{}, 0, "expiresInSeconds must be a whole number from 1 to 3600"],
    [{}, 3_601, "expiresInSeconds must be a whole number from 1 to 3600"],
    [{}, 1.5, "expiresInSeconds must be a whole number from 1 to 3600"],
    [{}, NaN, "expiresInSeconds must be a whole number from 1 to 3600"],
  ])("with claims %j for %s seconds is refused: %s", async (wanted, expiresInSeconds, text) => {
    const { mutationError } = speak(await aRuntime("keeping"));
    expect(await mutationError("tokens:sign", { claims: wanted, expiresInSeconds })).toContain(`auth.signJwt: ${text}`);
  });

  it("needs no claims, and lives from one second to an hour", async () => {
    const { mutation } = speak(await aRuntime("keeping"));
    for (const expiresInSeconds of [1, 3_600]) {
      expect(await mutation("tokens:sign", { expiresInSeconds })).toMatch(/^[\w-]+\.[\w-]+\.[\w-]{86}$/);
    }
  });

  it("cannot be had in queries and actions", async () => {
    const runtime = await aRuntime("keeping");
    expect(valueOf((await runtime.query(call("tokens:signInQuery"), ANONYMOUS)).outcome)).toBe("there is no signJwt");
    expect(await speak(runtime).action("tokens:signInAction")).toBe("there is no signJwt");
  });

  it("can be checked by anyone who knows the cloud address, and opens the API", async () => {
    const backend = await startEmbedded(fixture("keeping"));
    try {
      const token = await post<string>(backend.url, "mutation", "tokens:sign", { claims, expiresInSeconds: 60 });
      const answer = await fetch(`${backend.url}/.well-known/jwks.json`);
      expect(answer.headers.get("content-type")).toBe("application/json");
      const keys = createLocalJWKSet((await answer.json()) as JSONWebKeySet);
      expect((await jwtVerify(token, keys, { issuer: backend.url })).payload.sub).toBe("tela-1");
      const asked = await fetch(`${backend.url}/api/query`, {
        method: "POST",
        headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
        body: JSON.stringify({ path: "tokens:whoAmI", args: {} }),
      });
      expect(await asked.json()).toMatchObject({ status: "success", value: { subject: "tela-1" } });
    } finally {
      await backend.close();
    }
  });
});
