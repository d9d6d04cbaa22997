/** Whether a text was signed with a secret: HMAC-SHA256 in hexadecimal, compared in constant time by the platform. */
export async function isSignedWith(secret: string, text: string, signatureHex: string): Promise<boolean> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", new TextEncoder().encode(secret), algorithm, false, ["verify"]);
  return await crypto.subtle.verify("HMAC", key, bytesOf(signatureHex), new TextEncoder().encode(text));
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** The same, written in base64, as Melhor Envio does. */
export async function isSignedInBase64(secret: string, text: string, signature: string): Promise<boolean> {
  if (!/^[A-Za-z0-9+/]{43}=$/.test(signature)) return false;
  const hex = Array.from(atob(signature), (byte) => byte.charCodeAt(0).toString(16).padStart(2, "0")).join("");
  return await isSignedWith(secret, text, hex);
}
