import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { mutation, onOneBackend, query, WITHIN } from "./officialClients";

const keys = await generateKeyPair("ES256", { extractable: true });
const otherKeys = await generateKeyPair("ES256", { extractable: true });
const jwks = JSON.stringify({
  keys: [{ ...(await exportJWK(keys.publicKey)), kid: "shop", alg: "ES256", use: "sig" }],
});
const shop = onOneBackend({
  env: { TEST_JWKS: `data:application/json;base64,${Buffer.from(jwks).toString("base64")}` },
});

const LIFETIME_SECONDS = 3600;
let tokens = 0;

/** @param secondsLeft until it expires, of a life of an hour; what is left is what the client takes for the whole */
async function aToken(subject: string, { secondsLeft = LIFETIME_SECONDS, signedBy = keys.privateKey } = {}) {
  const expiresAt = Math.floor(Date.now() / 1000) + secondsLeft;
  return new SignJWT({ jti: `${tokens++}` })
    .setProtectedHeader({ alg: "ES256", kid: "shop" })
    .setIssuer("https://accounts.shop.test")
    .setAudience("shop")
    .setSubject(subject)
    .setIssuedAt(expiresAt - LIFETIME_SECONDS)
    .setExpirationTime(expiresAt)
    .sign(signedBy);
}

/** Lets the given seconds have passed for the clock that the backend reads, in this same process. Timers do not notice. */
const letPass = (seconds: number): void => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + seconds * 1000 });
};
afterEach(() => vi.useRealTimers());

const me = query<string | null>("people:me");
const iWrite = mutation<string | null>("people:iWrite");
let ana: string;
let bia: string;
beforeAll(async () => {
  [ana, bia] = await Promise.all([aToken("ana"), aToken("bia")]);
});

/** Signs a client in, and tells what it was told of it. */
function signIn(
  client: ReturnType<typeof shop.client>,
  fetchToken: (options: { forceRefreshToken: boolean }) => string | null | Promise<string | null>,
): boolean[] {
  const states: boolean[] = [];
  client.setAuth(
    async (options) => fetchToken(options),
    (isAuthenticated) => void states.push(isAuthenticated),
  );
  return states;
}

describe("10: identity on the socket (contract §9.2)", () => {
  it("login: queries are run again as the new user, and only what differs is told", async () => {
    const client = shop.client();
    const [who, count] = [await shop.watched(client, "people:me", {}), await shop.watched(client, "launches:count")];
    const states = signIn(client, () => ana);
    await vi.waitFor(() => expect(states).toEqual([true]), WITHIN);
    expect([who, count]).toEqual([[null, "ana"], [0]]);
    expect(await client.mutation(iWrite, {})).toBe("ana");
  });

  it("a client that signs in before it asks is never anybody else", async () => {
    const client = shop.client();
    signIn(client, () => ana);
    const who = await shop.watched(client, "people:me", {});
    expect(await client.mutation(iWrite, {})).toBe("ana");
    expect(who).toEqual(["ana"]);
  });

  it("another user on the same client: everything is his from then on, in the order of asking", async () => {
    const client = shop.client();
    const who = await shop.watched(client, "people:me", {});
    const states = signIn(client, () => ana);
    await vi.waitFor(() => expect(states).toEqual([true]), WITHIN);
    const biaStates = signIn(client, () => bia);
    await vi.waitFor(() => expect(biaStates).toEqual([true]), WITHIN);
    expect(who).toEqual([null, "ana", "bia"]);
    expect(await client.mutation(iWrite, {})).toBe("bia");
  });

  it("logout: queries are nobody's again, mutations too", async () => {
    const client = shop.client();
    const who = await shop.watched(client, "people:me", {});
    signIn(client, () => ana);
    await vi.waitFor(() => expect(who.at(-1)).toBe("ana"), WITHIN);
    client.client.clearAuth();
    expect(await client.mutation(iWrite, {})).toBeNull();
    expect(who).toEqual([null, "ana", null]);
  });

  it("refresh: a fresh token of the same user disturbs nobody", async () => {
    // A leeway as long as a token's life: the client refreshes at once, until it is given the same token again.
    const client = shop.client({ authRefreshTokenLeewaySeconds: LIFETIME_SECONDS });
    const fresh = await aToken("ana");
    const asked: boolean[] = [];
    const states = signIn(client, ({ forceRefreshToken }) => {
      asked.push(forceRefreshToken);
      return forceRefreshToken ? fresh : ana;
    });
    const who = await shop.watched(client, "people:me", {});
    await vi.waitFor(() => expect(asked).toEqual([false, true, true]), WITHIN);
    const authenticated = shop.proxy.fromClient.filter(({ type }) => type === "Authenticate");
    expect([authenticated.length, shop.proxy.sockets]).toEqual([2, 1]);
    expect([who, states.includes(false)]).toEqual([["ana"], false]);
    expect(await client.mutation(iWrite, {})).toBe("ana");
  });

  it("wrong token: nobody is signed in, and the client goes on as nobody", async () => {
    const forged = await aToken("ana", { signedBy: otherKeys.privateKey });
    const client = shop.client();
    const states = signIn(client, () => forged);
    await vi.waitFor(() => expect(states).toEqual([false]), WITHIN);
    expect(await client.query(me, {})).toBeNull();
    expect(await client.mutation(iWrite, {})).toBeNull();
    const refusals = shop.proxy.fromServer.filter(({ type }) => type === "AuthError");
    expect(refusals.map(({ authUpdateAttempted }) => authUpdateAttempted)).toContain(true);
    expect(JSON.stringify(shop.proxy.fromServer)).not.toContain('"ana"');
  });

  it("a stale token is exchanged for the fresh one that the client fetches when it is refused", async () => {
    const stale = await aToken("ana", { secondsLeft: -60 });
    const client = shop.client();
    const states = signIn(client, ({ forceRefreshToken }) => (forceRefreshToken ? ana : stale));
    const who = await shop.watched(client, "people:me", {});
    await vi.waitFor(() => expect(states).toEqual([true]), WITHIN);
    expect(who).toEqual(["ana"]);
  });

  it("expiry: a mutation after it is not run as the old user but after a fresh token, once", async () => {
    const short = await aToken("ana", { secondsLeft: 20 });
    const client = shop.client();
    const states = signIn(client, ({ forceRefreshToken }) => (forceRefreshToken && isLater ? bia : short));
    let isLater = false;
    const who = await shop.watched(client, "people:me", {});
    await vi.waitFor(() => expect(states).toEqual([true]), WITHIN);
    letPass(40);
    isLater = true;
    expect(await client.mutation(iWrite, {})).toBe("bia");
    expect(who).toEqual(["ana", "bia"]);
    const [refusal] = shop.proxy.fromServer.filter(({ type }) => type === "AuthError");
    expect(refusal).toMatchObject({ authUpdateAttempted: false });
  });

  it("expiry: what others change is not told any more to a user whose token ran out", async () => {
    const short = await aToken("ana", { secondsLeft: 20 });
    const client = shop.client();
    let isLater = false;
    const states = signIn(client, ({ forceRefreshToken }) => (forceRefreshToken && isLater ? null : short));
    const [who, count] = [await shop.watched(client, "people:me", {}), await shop.watched(client, "launches:count")];
    await vi.waitFor(() => expect(states).toEqual([true]), WITHIN);
    letPass(40);
    isLater = true;
    await shop.http().mutation(mutation("launches:launch"), { room: shop.room, by: "other" });
    await vi.waitFor(() => expect([who.at(-1), count.at(-1)]).toEqual([null, 1]), WITHIN);
    expect(states).toEqual([true, false]);
    const refusedAt = shop.proxy.fromServer.findIndex(({ type }) => type === "AuthError");
    const news = shop.proxy.fromServer.findIndex(({ modifications = [] }) =>
      modifications.some(({ value }) => value === 1),
    );
    expect(refusedAt).toBeGreaterThan(-1);
    expect(news).toBeGreaterThan(refusedAt);
  });

  it("after a cut a client comes back as who it was", async () => {
    const client = shop.client();
    signIn(client, () => ana);
    const who = await shop.watched(client, "people:me", {});
    shop.proxy.cut();
    expect(await client.mutation(iWrite, {})).toBe("ana");
    expect(new Set(who)).toEqual(new Set(["ana"]));
  });
});

describe("10: identity over HTTP (contract §9.2)", () => {
  it("a token makes the client that user, none nobody, a wrong one is refused", async () => {
    const client = shop.http();
    expect(await client.query(me, {})).toBeNull();
    client.setAuth(ana);
    expect([await client.query(me, {}), await client.mutation(iWrite, {})]).toEqual(["ana", "ana"]);
    client.setAuth(await aToken("ana", { signedBy: otherKeys.privateKey }));
    await expect(client.query(me, {})).rejects.toThrow("Unauthenticated");
    client.setAuth(await aToken("ana", { secondsLeft: -60 }));
    await expect(client.query(me, {})).rejects.toThrow("Unauthenticated");
    client.clearAuth();
    expect(await client.query(me, {})).toBeNull();
  });
});
