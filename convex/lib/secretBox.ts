/**
 * Encrypting what companies entrust to us: AES-256-GCM by WebCrypto, with a key that is not in the database.
 *
 * A sealed text reads `1.<key id>.<iv>.<ciphertext>`. The iv is random for each value; what it belongs to (company and
 * name) is authenticated with it, so a sealed text that is moved to another place cannot be opened there.
 */

export interface SecretKey {
  /** The first digits of the key's SHA-256: says which key opens a text, and nothing about the key. */
  readonly id: string;
  readonly key: CryptoKey;
}

const FORMAT = "1";
const KEY_BYTES = 32;
/** What NIST SP 800-38D recommends for GCM. */
const IV_BYTES = 12;
const KEY_ID_DIGITS = 8;

/** @param text 32 bytes as base64 */
export async function readSecretKey(text: string): Promise<SecretKey> {
  const bytes = fromBase64(text);
  if (bytes.length !== KEY_BYTES) throw new Error(`SECRETS_KEY should be ${KEY_BYTES} bytes as base64`);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const id = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0"))
    .join("")
    .slice(0, KEY_ID_DIGITS);
  return { id, key: await crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]) };
}

/** @param place what the value belongs to; opening needs the very same text */
export async function seal({ id, key }: SecretKey, place: string, plain: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const additionalData = new TextEncoder().encode(place);
  const sealed = await crypto.subtle.encrypt(
    { name: "AES-GCM", iv, additionalData },
    key,
    new TextEncoder().encode(plain),
  );
  return [FORMAT, id, toBase64(iv), toBase64(new Uint8Array(sealed))].join(".");
}

/** The value; null when none of the keys opens it at this place: another key's, moved, or damaged. */
export async function unseal(keys: readonly SecretKey[], place: string, sealed: string): Promise<string | null> {
  const [format, id, iv, text] = sealed.split(".");
  const key = keys.find((candidate) => candidate.id === id);
  if (format !== FORMAT || key === undefined || iv === undefined || text === undefined) return null;
  try {
    const algorithm = { name: "AES-GCM", iv: fromBase64(iv), additionalData: new TextEncoder().encode(place) };
    return new TextDecoder().decode(await crypto.subtle.decrypt(algorithm, key.key, fromBase64(text)));
  } catch {
    // Authentication failed, or the text is no base64: the caller says that the value cannot be read.
    return null;
  }
}

export function isSealedWith({ id }: SecretKey, sealed: string): boolean {
  return sealed.split(".")[1] === id;
}

function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
