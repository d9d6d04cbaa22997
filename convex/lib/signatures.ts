/** Whether a text was signed with a secret: HMAC-SHA256 in hexadecimal, compared in constant time by the platform. */
export async function isSignedWith(secret: string, text: string, signatureHex: string): Promise<boolean> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", new TextEncoder().encode(secret), algorithm, false, ["verify"]);
  return await crypto.subtle.verify("HMAC", key, bytesOf(signatureHex), new TextEncoder().encode(text));
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}
