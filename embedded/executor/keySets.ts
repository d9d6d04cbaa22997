import { createLocalJWKSet } from "jose";
import type { JSONWebKeySet, JWTVerifyGetKey } from "jose";
import { AuthFailure } from "./contract";

/** Fetches a document; the caller decides how (addresses of our own site are answered in process). */
export type FetchUrl = (url: string) => Promise<{ status: number; contentType: string | null; text: string }>;

/** A key set as it was at `fetchedAt` (epoch ms). */
export interface KeySet {
  readonly getKey: JWTVerifyGetKey;
  readonly fetchedAt: number;
}

/** Keys withdrawn by an issuer stop counting after this long. */
const KEEP_MS = 10 * 60_000;
/** Tokens with invented key names must not turn into a flood of fetches. */
const REFETCH_PAUSE_MS = 5_000;

/**
 * The public keys of issuers, by address: fetched when first needed, kept for a while, fetched again
 * when a token asks for a key that is not there.
 */
export class KeySets {
  private readonly sets = new Map<string, Promise<KeySet>>();
  private readonly keyAddresses = new Map<string, Promise<{ address: string; fetchedAt: number }>>();

  constructor(
    private readonly fetchUrl: FetchUrl,
    private readonly now: () => number,
  ) {}

  /** @param address http(s) or data: @throws AuthFailure */
  async at(address: string): Promise<KeySet> {
    const pending = this.sets.get(address);
    if (pending !== undefined) {
      const known = await pending;
      if (this.now() - known.fetchedAt < KEEP_MS) return known;
    }
    return this.fetch(address);
  }

  /** A newer set than `seen`, or null when it was fetched too recently to ask again. @throws AuthFailure */
  async newerThan(seen: KeySet, address: string): Promise<KeySet | null> {
    const known = await this.sets.get(address);
    if (known !== undefined && known !== seen) return known;
    if (address.startsWith("data:") || this.now() - seen.fetchedAt < REFETCH_PAUSE_MS) return null;
    return this.fetch(address);
  }

  /** The address of an OIDC issuer's keys, by discovery. @param issuer normalised @throws AuthFailure */
  async discover(issuer: string, isSameIssuer: (found: string) => boolean): Promise<string> {
    const pending = this.keyAddresses.get(issuer);
    if (pending !== undefined) {
      const known = await pending;
      if (this.now() - known.fetchedAt < KEEP_MS) return known.address;
    }
    return (await remember(this.keyAddresses, issuer, this.fetchDiscovery(issuer, isSameIssuer))).address;
  }

  private fetch(address: string): Promise<KeySet> {
    return remember(this.sets, address, this.fetchKeySet(address));
  }

  private async fetchKeySet(address: string): Promise<KeySet> {
    const fetchedAt = this.now();
    const document = address.startsWith("data:") ? readDataUrl(address) : await this.fetchJson(address);
    try {
      // The library checks the shape and chooses by `kid`, algorithm and use; without a `kid`, one key must fit.
      return { getKey: createLocalJWKSet(document as JSONWebKeySet), fetchedAt };
    } catch {
      throw new AuthFailure("AuthProviderDiscoveryFailed", `No usable key set at ${shown(address)}`);
    }
  }

  private async fetchDiscovery(issuer: string, isSameIssuer: (found: string) => boolean) {
    const address = `${issuer}/.well-known/openid-configuration`;
    const fetchedAt = this.now();
    const document = await this.fetchJson(address);
    if (!isObject(document) || typeof document.issuer !== "string" || typeof document.jwks_uri !== "string") {
      throw new AuthFailure("AuthProviderDiscoveryFailed", `No usable provider description at ${address}`);
    }
    if (!isSameIssuer(document.issuer)) {
      throw new AuthFailure("AuthProviderDiscoveryFailed", `${address} describes another issuer`);
    }
    return { address: document.jwks_uri, fetchedAt };
  }

  private async fetchJson(address: string): Promise<unknown> {
    const answer = await this.fetchUrl(address).catch((error: unknown) => {
      throw new AuthFailure("AuthProviderDiscoveryFailed", `Could not fetch ${address}: ${String(error)}`);
    });
    if (answer.status !== 200) {
      throw new AuthFailure("AuthProviderDiscoveryFailed", `${address} answered with status ${answer.status}`);
    }
    if (!/^application\/([\w.-]+\+)?json\b/i.test(answer.contentType ?? "")) {
      throw new AuthFailure("AuthProviderDiscoveryFailed", `${address} did not answer with JSON`);
    }
    return parseJson(answer.text, address);
  }
}

/** Shares one fetch among those who ask meanwhile, and forgets it if it fails. */
function remember<T>(cache: Map<string, Promise<T>>, key: string, value: Promise<T>): Promise<T> {
  cache.set(key, value);
  value.catch(() => {
    if (cache.get(key) === value) cache.delete(key);
  });
  return value;
}

function readDataUrl(address: string): unknown {
  const match = /^data:([^,]*),(.*)$/s.exec(address);
  if (match === null) throw new AuthFailure("AuthProviderDiscoveryFailed", "The key set's data: address is malformed");
  const [, type = "", data = ""] = match;
  return parseJson(
    /;\s*base64$/i.test(type) ? Buffer.from(data, "base64").toString("utf8") : decodeURIComponent(data),
    address,
  );
}

function parseJson(text: string, address: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AuthFailure("AuthProviderDiscoveryFailed", `${shown(address)} is not JSON`);
  }
}

function shown(address: string): string {
  return address.startsWith("data:") ? "the data: address" : address;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
