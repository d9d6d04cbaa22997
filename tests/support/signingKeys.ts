import { exportJWK, exportPKCS8, generateKeyPair } from "jose";

/** The address our own tokens name as their issuer, in tests that run without a server. */
export const TEST_SITE_URL = "https://site.shop.test";

/** Gives the functions under test what a deployment gives them: an issuer and a key pair to sign tokens with. */
export async function setUpSigning(): Promise<void> {
  const { publicKey, privateKey } = await generateKeyPair("RS256", { extractable: true });
  const publicJwk = { use: "sig", ...(await exportJWK(publicKey)) };
  process.env.AUTH_LOG_LEVEL = "ERROR";
  process.env.CONVEX_SITE_URL = TEST_SITE_URL;
  process.env.JWT_PRIVATE_KEY = (await exportPKCS8(privateKey)).trimEnd().replace(/\n/g, " ");
  process.env.JWKS = JSON.stringify({ keys: [publicJwk] });
}
