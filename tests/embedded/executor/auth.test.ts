import { exportJWK, generateKeyPair, SignJWT } from "jose";
import type { CryptoKey, JWK } from "jose";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { TokenVerifier } from "../../../embedded/executor/auth";
import { adminCaller, createTokenVerifier, parseAuthConfig } from "../../../embedded/executor/auth";
import { AuthFailure } from "../../../embedded/executor/contract";

const SITE = "http://127.0.0.1:3211";
const PARTNER = "https://parceiro.lojademo.test";
const NOW = 1_700_000_000_000;
const nowSeconds = NOW / 1000;

type Pair = { privateKey: CryptoKey; jwk: JWK };
let rsa: Pair, rsaOther: Pair, ed: Pair, ec: Pair;

const aPair = async (alg: string): Promise<Pair> => {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  return { privateKey, jwk: { ...(await exportJWK(publicKey)), use: "sig" } };
};

beforeAll(async () => {
  [rsa, rsaOther, ed, ec] = await Promise.all([aPair("RS256"), aPair("RS256"), aPair("EdDSA"), aPair("ES256")]);
});

/** The web as the verifier sees it, with a record of what it asked for. */
let web: Map<string, { status?: number; contentType?: string; body: unknown }>;
let fetched: string[];
let clock: number;
let verifier: TokenVerifier;

beforeEach(() => {
  clock = NOW;
  fetched = [];
  web = new Map([
    [`${SITE}/.well-known/openid-configuration`, { body: { issuer: SITE, jwks_uri: `${SITE}/.well-known/jwks.json` } }],
    [`${SITE}/.well-known/jwks.json`, { body: { keys: [rsa.jwk] } }],
    [`${PARTNER}/jwks`, { body: { keys: [{ ...ec.jwk, kid: "k1" }] } }],
  ]);
  verifier = aVerifier();
});

function aVerifier(providers?: unknown[]): TokenVerifier {
  return createTokenVerifier({
    providers: parseAuthConfig({
      providers: providers ?? [
        { domain: SITE, applicationID: "convex" },
        { type: "customJwt", issuer: PARTNER, jwks: `${PARTNER}/jwks`, algorithm: "ES256" },
      ],
    }),
    now: () => clock,
    fetchUrl: (url) => {
      fetched.push(url);
      const page = web.get(url);
      if (page === undefined) return Promise.reject(new Error("no such host"));
      return Promise.resolve({
        status: page.status ?? 200,
        contentType: page.contentType ?? "application/json",
        text: typeof page.body === "string" ? page.body : JSON.stringify(page.body),
      });
    },
  });
}

/** A good token of our own site, changed as a row asks. */
function aToken(
  changes: { claims?: Record<string, unknown>; header?: Record<string, unknown>; key?: CryptoKey } = {},
): Promise<string> {
  return new SignJWT({
    iss: SITE,
    aud: "convex",
    sub: "user1|session1",
    iat: nowSeconds,
    exp: nowSeconds + 3600,
    ...changes.claims,
  })
    .setProtectedHeader({ alg: "RS256", ...changes.header })
    .sign(changes.key ?? rsa.privateKey);
}

function aPartnerToken(changes: { claims?: Record<string, unknown>; header?: Record<string, unknown> } = {}) {
  return aToken({
    claims: { iss: PARTNER, aud: "any", sub: "p1", ...changes.claims },
    header: { alg: "ES256", kid: "k1", ...changes.header },
    key: ec.privateKey,
  });
}

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

async function refusal(token: string): Promise<string> {
  const error: unknown = await verifier.verify(token).then(
    () => new Error("it was accepted"),
    (failure: unknown) => failure,
  );
  expect(error).toBeInstanceOf(AuthFailure);
  return (error as AuthFailure).code;
}

describe("accepted", () => {
  it("a token of our own site without a kid → its person, until it expires", async () => {
    expect(await verifier.verify(await aToken())).toEqual({
      identity: {
        tokenIdentifier: `${SITE}|user1|session1`,
        issuer: SITE,
        subject: "user1|session1",
        aud: "convex",
        iat: nowSeconds,
        exp: nowSeconds + 3600,
      },
      key: expect.stringContaining("user1|session1") as string,
      isAdmin: false,
      expiresAt: (nowSeconds + 3600) * 1000,
    });
  });

  it("EdDSA, with a kid among several keys", async () => {
    web.set(`${SITE}/.well-known/jwks.json`, { body: { keys: [rsa.jwk, { ...ed.jwk, kid: "e" }, rsaOther.jwk] } });
    const token = await aToken({ header: { alg: "EdDSA", kid: "e" }, key: ed.privateKey });
    expect((await verifier.verify(token)).identity?.subject).toBe("user1|session1");
  });

  it("without a kid, the only key that fits the algorithm among others", async () => {
    web.set(`${SITE}/.well-known/jwks.json`, { body: { keys: [ed.jwk, ec.jwk, rsa.jwk] } });
    expect((await verifier.verify(await aToken())).identity?.issuer).toBe(SITE);
  });

  it.each([`${SITE}/`, "auth.lojademo.test", "auth.lojademo.test/"])(
    "a provider written as %s: scheme and trailing slash do not count",
    async (domain) => {
      const issuer = domain.startsWith("http") ? SITE : "https://auth.lojademo.test";
      web.set("https://auth.lojademo.test/.well-known/openid-configuration", {
        body: { issuer: "https://auth.lojademo.test/", jwks_uri: `${SITE}/.well-known/jwks.json` },
      });
      verifier = aVerifier([{ domain, applicationID: "convex" }]);
      const { identity } = await verifier.verify(await aToken({ claims: { iss: issuer } }));
      expect(identity?.tokenIdentifier).toBe(`${issuer}|user1|session1`);
    },
  );

  it("the second provider of one issuer, chosen by the audience", async () => {
    verifier = aVerifier([
      { domain: SITE, applicationID: "other" },
      { domain: SITE, applicationID: "convex" },
    ]);
    expect((await verifier.verify(await aToken())).identity?.subject).toBe("user1|session1");
  });

  it("a custom token, up to five seconds after its end", async () => {
    const token = await aPartnerToken({ claims: { exp: nowSeconds - 4 } });
    expect((await verifier.verify(token)).expiresAt).toBe((nowSeconds + 1) * 1000);
  });

  it("a custom token by keys in a data: address, RS256", async () => {
    const keys = JSON.stringify({ keys: [{ ...rsa.jwk, kid: "k" }] });
    for (const jwks of [
      `data:application/json;base64,${Buffer.from(keys).toString("base64")}`,
      `data:text/plain;charset=utf-8;base64,${Buffer.from(keys).toString("base64")}`,
      `data:application/json,${encodeURIComponent(keys)}`,
    ]) {
      verifier = aVerifier([{ type: "customJwt", issuer: PARTNER, jwks, algorithm: "RS256", applicationID: "loja" }]);
      const token = await aToken({ claims: { iss: PARTNER, aud: ["loja", "b"] }, header: { kid: "k" } });
      expect((await verifier.verify(token)).identity?.issuer).toBe(PARTNER);
    }
    expect(fetched).toEqual([]);
  });
});

describe("refused", () => {
  const rows: [string, string, () => string | Promise<string>][] = [
    ["an empty token", "InvalidAuthHeader", () => ""],
    ["garbage", "InvalidAuthHeader", () => "not.a.token"],
    ["a token without an issuer", "InvalidAuthHeader", () => aToken({ claims: { iss: undefined } })],
    ["an unknown issuer", "NoAuthProvider", () => aToken({ claims: { iss: "https://ladrao.test" } })],
    ["another application's token", "NoAuthProvider", () => aToken({ claims: { aud: "other" } })],
    ["a token for nobody", "NoAuthProvider", () => aToken({ claims: { aud: undefined } })],
    ["two audiences", "Unauthenticated", () => aToken({ claims: { aud: ["convex", "other"] } })],
    ["an expired token", "Unauthenticated", () => aToken({ claims: { exp: nowSeconds - 1 } })],
    ["no end", "Unauthenticated", () => aToken({ claims: { exp: undefined } })],
    ["no subject", "Unauthenticated", () => aToken({ claims: { sub: undefined } })],
    ["not valid yet", "Unauthenticated", () => aToken({ claims: { nbf: nowSeconds + 60 } })],
    ["another's signature", "Unauthenticated", () => aToken({ key: rsaOther.privateKey })],
    [
      "an algorithm that OIDC does not use here",
      "Unauthenticated",
      () => aToken({ header: { alg: "ES256" }, key: ec.privateKey }),
    ],
    ["a custom token without a kid", "InvalidAuthHeader", () => aPartnerToken({ header: { kid: undefined } })],
    ["a custom token's unknown kid", "Unauthenticated", () => aPartnerToken({ header: { kid: "k2" } })],
    [
      "a custom token six seconds after its end",
      "Unauthenticated",
      () => aPartnerToken({ claims: { exp: nowSeconds - 6 } }),
    ],
    ["alg none", "Unauthenticated", async () => `${base64url({ alg: "none" })}.${(await aToken()).split(".")[1]}.`],
    [
      "claims changed after signing",
      "Unauthenticated",
      async () => {
        const [header, , signature] = (await aToken()).split(".");
        const claims = { iss: SITE, aud: "convex", sub: "admin", exp: nowSeconds + 3600 };
        return `${header}.${base64url(claims)}.${signature}`;
      },
    ],
    [
      "the public key used as a shared secret",
      "Unauthenticated",
      async () =>
        new SignJWT({ iss: SITE, aud: "convex", sub: "x", exp: nowSeconds + 60 })
          .setProtectedHeader({ alg: "HS256" })
          .sign(new TextEncoder().encode(JSON.stringify(rsa.jwk))),
    ],
  ];
  it.each(rows)("%s → %s", async (_name, code, token) => {
    expect(await refusal(await token())).toBe(code);
  });

  it("no kid where two keys fit → refused", async () => {
    web.set(`${SITE}/.well-known/jwks.json`, { body: { keys: [rsa.jwk, rsaOther.jwk] } });
    expect(await refusal(await aToken())).toBe("Unauthenticated");
  });

  const pages: [string, string, { status?: number; contentType?: string; body: unknown }][] = [
    ["a description of another issuer", "openid-configuration", { body: { issuer: PARTNER, jwks_uri: SITE } }],
    ["a description without keys", "openid-configuration", { body: { issuer: SITE } }],
    ["a failing provider", "openid-configuration", { status: 500, body: {} }],
    ["keys that are a page", "jwks.json", { contentType: "text/html", body: { keys: [] } }],
    ["keys that are no JSON", "jwks.json", { body: "{" }],
    ["keys that are no keys", "jwks.json", { body: { keys: "none" } }],
  ];
  it.each(pages)("%s → AuthProviderDiscoveryFailed, and the next try asks again", async (_name, file, page) => {
    const address = `${SITE}/.well-known/${file}`;
    const good = web.get(address);
    web.set(address, page);
    expect(await refusal(await aToken())).toBe("AuthProviderDiscoveryFailed");
    if (good !== undefined) web.set(address, good);
    expect((await verifier.verify(await aToken())).identity?.issuer).toBe(SITE);
  });
});

describe("remembered", () => {
  it("a verified token is not checked twice, and no longer counts once it is over", async () => {
    const token = await aToken({ claims: { exp: nowSeconds + 10 } });
    const first = await verifier.verify(token);
    web.clear();
    expect(await verifier.verify(token)).toBe(first);
    clock = NOW + 11_000;
    expect(await refusal(token)).toBe("Unauthenticated");
  });

  it("ten tokens at once fetch the keys once", async () => {
    const tokens = await Promise.all(Array.from({ length: 10 }, (_, n) => aToken({ claims: { sub: `u${n}` } })));
    await Promise.all(tokens.map((token) => verifier.verify(token)));
    expect(fetched).toHaveLength(2);
  });

  it.each([
    ["without a kid", undefined],
    ["under a new kid", "new"],
  ])("keys changed by the issuer, %s → fetched again", async (_name, kid) => {
    await verifier.verify(await aToken());
    web.set(`${SITE}/.well-known/jwks.json`, {
      body: { keys: [kid === undefined ? rsaOther.jwk : { ...rsaOther.jwk, kid }] },
    });
    clock += 10_000;
    const token = await aToken({ key: rsaOther.privateKey, header: { kid } });
    expect((await verifier.verify(token)).identity?.subject).toBe("user1|session1");
  });

  it("invented kids do not become a flood of fetches", async () => {
    for (let n = 0; n < 20; n++) await refusal(await aPartnerToken({ header: { kid: `invented${n}` } }));
    expect(fetched).toHaveLength(1);
  });

  it("a key withdrawn by the issuer stops counting after a while", async () => {
    await verifier.verify(await aToken());
    web.set(`${SITE}/.well-known/jwks.json`, { body: { keys: [rsaOther.jwk] } });
    clock += 11 * 60_000;
    expect(await refusal(await aToken({ claims: { sub: "later" } }))).toBe("Unauthenticated");
  });
});

describe("identity", () => {
  it("OIDC claims get their names, the rest keeps its own, dropped ones are absent", async () => {
    const { identity } = await verifier.verify(
      await aToken({
        claims: {
          name: "Ana",
          given_name: "Ana",
          family_name: "Souza",
          preferred_username: "ana",
          profile: "https://lojademo.test/ana",
          picture: "https://lojademo.test/ana.png",
          email: "ana@lojademo.test",
          email_verified: true,
          birthdate: "1990-02-03",
          zoneinfo: "America/Sao_Paulo",
          locale: "pt-BR",
          phone_number: "+5531999990000",
          phone_number_verified: false,
          address: { formatted: "Rua A, 1" },
          updated_at: 1_700_000_000,
          gender: null,
          jti: "x",
          nbf: 1,
          fva: [1, 2],
          roles: ["seller"],
          org: { id: "o1" },
          subject: "forged",
          tokenIdentifier: "forged",
        },
      }),
    );
    expect(identity).toEqual({
      tokenIdentifier: `${SITE}|user1|session1`,
      issuer: SITE,
      subject: "user1|session1",
      name: "Ana",
      givenName: "Ana",
      familyName: "Souza",
      preferredUsername: "ana",
      profileUrl: "https://lojademo.test/ana",
      pictureUrl: "https://lojademo.test/ana.png",
      email: "ana@lojademo.test",
      emailVerified: true,
      birthday: "1990-02-03",
      timezone: "America/Sao_Paulo",
      language: "pt-BR",
      phoneNumber: "+5531999990000",
      phoneNumberVerified: false,
      address: "Rua A, 1",
      updatedAt: "2023-11-14T22:13:20.000Z",
      aud: "convex",
      iat: nowSeconds,
      exp: nowSeconds + 3600,
      roles: ["seller"],
      org: { id: "o1" },
    });
  });

  it("custom claims are flattened to dotted keys, registered ones are left out", async () => {
    const { identity } = await verifier.verify(
      await aPartnerToken({
        claims: { email: "p@lojademo.test", given_name: "Pia", org: { id: "o", plan: { tier: 2 } }, tags: ["a"] },
      }),
    );
    expect(identity).toEqual({
      tokenIdentifier: `${PARTNER}|p1`,
      issuer: PARTNER,
      subject: "p1",
      email: "p@lojademo.test",
      given_name: "Pia",
      "org.id": "o",
      "org.plan.tier": 2,
      tags: ["a"],
    });
  });

  it("the operator acts as the person described", () => {
    expect(adminCaller()).toEqual({ identity: null, key: "admin", isAdmin: true, expiresAt: null });
    expect(adminCaller({ issuer: "https://a.test", subject: "ana", email: "ana@lojademo.test" }).identity).toEqual({
      tokenIdentifier: "https://a.test|ana",
      issuer: "https://a.test",
      subject: "ana",
      email: "ana@lojademo.test",
    });
  });
});

describe("auth.config.ts", () => {
  const rows: [string, unknown, string][] = [
    ["not an object", 7, "auth.config.ts: the default export must be { providers: [...] }"],
    ["no providers", {}, "auth.config.ts: the default export must be { providers: [...] }"],
    ["an unset domain", { providers: [{ domain: undefined, applicationID: "convex" }] }, "providers[0].domain"],
    ["no application", { providers: [{ domain: SITE }] }, "providers[0].applicationID"],
    [
      "another algorithm",
      { providers: [{ type: "customJwt", issuer: "a", jwks: "b", algorithm: "HS256" }] },
      "providers[0].algorithm",
    ],
    ["an unknown type", { providers: [{ type: "saml" }] }, "providers[0].type is not known"],
  ];
  it.each(rows)("%s is refused", (_name, config, error) => {
    expect(() => parseAuthConfig(config)).toThrow(error);
  });

  it("nothing means no providers", () => {
    expect(parseAuthConfig(undefined)).toEqual([]);
  });
});
