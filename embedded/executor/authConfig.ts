/** Whose tokens the app trusts: the shapes of `auth.config.ts` (contract §6.1), read strictly. */

export type AuthProvider =
  | { readonly type: "oidc"; readonly issuer: string; readonly applicationId: string }
  | {
      readonly type: "customJwt";
      readonly issuer: string;
      /** http(s) or data: address of the key set. */
      readonly jwks: string;
      readonly algorithm: "RS256" | "ES256";
      readonly applicationId: string | null;
    };

/** The configuration cannot be used; loading the functions fails with this message. */
export class AuthConfigError extends Error {
  constructor(message: string) {
    super(`auth.config.ts: ${message}`);
    this.name = "AuthConfigError";
  }
}

/**
 * Reads the default export of `auth.config.ts`; nothing at all means no providers.
 *
 * @returns issuers with a scheme and without a trailing slash
 * @throws AuthConfigError naming the provider and the field
 */
export function parseAuthConfig(config: unknown): readonly AuthProvider[] {
  if (config === undefined || config === null) return [];
  if (!isObject(config) || !Array.isArray(config.providers)) {
    throw new AuthConfigError("the default export must be { providers: [...] }");
  }
  return config.providers.map((provider: unknown, position) => parseProvider(provider, `providers[${position}]`));
}

function parseProvider(provider: unknown, where: string): AuthProvider {
  if (!isObject(provider)) throw new AuthConfigError(`${where} must be an object`);
  if (provider.type === "customJwt") {
    const { algorithm } = provider;
    if (algorithm !== "RS256" && algorithm !== "ES256") {
      throw new AuthConfigError(`${where}.algorithm must be "RS256" or "ES256"`);
    }
    return {
      type: "customJwt",
      issuer: normalizeIssuer(text(provider, "issuer", where)),
      jwks: withScheme(text(provider, "jwks", where)),
      algorithm,
      applicationId: provider.applicationID === undefined ? null : text(provider, "applicationID", where),
    };
  }
  if (provider.type !== undefined && provider.type !== "oidc") {
    throw new AuthConfigError(`${where}.type is not known`);
  }
  return {
    type: "oidc",
    issuer: normalizeIssuer(text(provider, "domain", where)),
    applicationId: text(provider, "applicationID", where),
  };
}

/** Two spellings of one issuer become equal: a missing scheme is https, a trailing slash does not count. */
export function normalizeIssuer(issuer: string): string {
  return withScheme(issuer).replace(/\/+$/, "");
}

function withScheme(address: string): string {
  return /^(https?:\/\/|data:)/i.test(address) ? address : `https://${address}`;
}

function text(provider: Record<string, unknown>, field: string, where: string): string {
  const value = provider[field];
  if (typeof value !== "string" || value === "") {
    throw new AuthConfigError(`${where}.${field} must be a text that is not empty (is its environment variable set?)`);
  }
  return value;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
