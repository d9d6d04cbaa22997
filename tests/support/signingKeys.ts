import { exportJWK, exportPKCS8, generateKeyPair } from "jose";

/** The address our own tokens name as their issuer, in tests that run without a server. */
export const TEST_SITE_URL = "https://site.shop.test";

/** One pair for all tests of a file: making one takes longer than most of them. */
let pair: ReturnType<typeof generateKeyPair> | null = null;

/** Gives the functions under test what a deployment gives them: an issuer and a key pair to sign tokens with. */
export async function setUpSigning(): Promise<void> {
  pair ??= generateKeyPair("RS256", { extractable: true });
  const { publicKey, privateKey } = await pair;
  const publicJwk = { use: "sig", ...(await exportJWK(publicKey)) };
  process.env.AUTH_LOG_LEVEL = "ERROR";
  process.env.CONVEX_SITE_URL = TEST_SITE_URL;
  process.env.JWT_PRIVATE_KEY = (await exportPKCS8(privateKey)).trimEnd().replace(/\n/g, " ");
  process.env.JWKS = JSON.stringify({ keys: [publicJwk] });
}
