import { createHash, createPrivateKey, generateKeyPairSync, sign, type JsonWebKey, type KeyObject } from "node:crypto";
import { AppError } from "./errors";
import { keptSecret } from "./keptSecret";

const LONGEST_SECONDS = 3_600;
/** Ours to set, or kept for the platform (contract §6.6). */
const RESERVED = /^(?:iss|iat|exp|nbf|(?:convex|cvx).*)$/is;

const base64url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/**
 * Tokens that mutations sign (`ctx.auth.signJwt`, contract §6.6): ES256, with the one key of this deployment, for anyone to verify.
 *
 * Holds: the key, kept beside the data. Does not hold: what was signed; a token counts until it expires.
 */
export class OwnTokens {
  readonly #key: KeyObject;
  readonly #keyId: string;
  /** What `/.well-known/jwks.json` on the cloud origin answers. */
  readonly jwksJson: string;

  /** @param issuer the deployment's public address */
  constructor(
    file: string,
    private readonly issuer: string,
  ) {
    const jwk = JSON.parse(keptSecret(file, newKey)) as JsonWebKey;
    const { crv, kty, x, y } = jwk;
    this.#key = createPrivateKey({ key: jwk, format: "jwk" });
    this.#keyId = createHash("sha256").update(JSON.stringify({ crv, kty, x, y })).digest("base64url"); // RFC 7638
    this.jwksJson = JSON.stringify({ keys: [{ kty, crv, x, y, kid: this.#keyId, use: "sig", alg: "ES256" }] });
  }

  /** @param nowMs when it is issued @throws AppError for a reserved claim, claims that are no object, or a lifetime outside 1 to 3600 s */
  sign({ claims = {}, expiresInSeconds }: { claims?: unknown; expiresInSeconds?: unknown }, nowMs: number): string {
    if (typeof claims !== "object" || claims === null || Array.isArray(claims)) {
      throw new AppError("auth.signJwt: claims must be an object.");
    }
    const reserved = Object.keys(claims).find((claim) => RESERVED.test(claim));
    if (reserved !== undefined) throw new AppError(`auth.signJwt: the claim ${JSON.stringify(reserved)} is reserved.`);
    const seconds = expiresInSeconds as number;
    if (!Number.isInteger(seconds) || seconds < 1 || seconds > LONGEST_SECONDS) {
      throw new AppError(`auth.signJwt: expiresInSeconds must be a whole number from 1 to ${LONGEST_SECONDS}.`);
    }
    const iat = Math.floor(nowMs / 1000);
    const header = base64url({ alg: "ES256", kid: this.#keyId, typ: "JWT" });
    const text = `${header}.${base64url({ ...claims, iss: this.issuer, iat, exp: iat + seconds })}`;
    const signature = sign("sha256", Buffer.from(text), { key: this.#key, dsaEncoding: "ieee-p1363" });
    return `${text}.${signature.toString("base64url")}`;
  }
}

function newKey(): string {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return JSON.stringify(privateKey.export({ format: "jwk" }));
}
