import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Backend, StoredFile } from "../executor/contract";
import { badRequest, HttpFailure, sendJson } from "./responses";

/** Files in and out of storage (contract §4.3). Bytes are streamed, never held whole. */

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const CACHE_SECONDS = 2_592_000;
/** Opened as a page of our own origin, these could run scripts with a signed-in person's rights. */
const ACTIVE_TYPES = /^(text\/html|application\/xhtml\+xml|image\/svg\+xml|text\/xml|application\/xml)\b/i;

/** Receives a file. @throws AuthFailure, HttpFailure 400 Sha256Mismatch */
export async function serveUpload(
  backend: Backend,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  backend.checkUploadToken(url.searchParams.get("token") ?? "");
  const expectedSha256 = digestOf(request.headers.digest);
  const tempPath = backend.newTempPath();
  try {
    const { size, sha256 } = await receive(request, tempPath);
    if (expectedSha256 !== null && expectedSha256 !== sha256) {
      throw new HttpFailure(400, "Sha256Mismatch", "The body's SHA-256 is not the one in the Digest header");
    }
    const contentType = request.headers["content-type"] ?? null;
    const storageId = await backend.storeUpload({ tempPath, size, sha256, contentType });
    sendJson(response, 200, JSON.stringify({ storageId }));
  } catch (error) {
    await rm(tempPath, { force: true });
    throw error;
  }
}

/** @returns size in bytes and the hash in standard base64 */
async function receive(request: IncomingMessage, tempPath: string): Promise<{ size: number; sha256: string }> {
  const hash = createHash("sha256");
  let size = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      size += chunk.length;
      done(null, chunk);
    },
  });
  await pipeline(request, measure, createWriteStream(tempPath, { flags: "wx" }));
  return { size, sha256: hash.digest("base64") };
}

/** @throws HttpFailure 400 for a sha-256 that cannot be one */
function digestOf(header: string | string[] | undefined): string | null {
  const value = /(?:^|,)\s*sha-256=([^,\s]*)/i.exec(String(header ?? ""))?.[1];
  if (value === undefined) return null;
  const bytes = Buffer.from(value, "base64");
  if (bytes.length !== 32) throw badRequest("The Digest header must be sha-256=<base64 of 32 bytes>");
  return bytes.toString("base64");
}

/** Sends a file, whole or one range of it, to GET or HEAD. @throws HttpFailure 400, 404 FileNotFound, 416 */
export async function serveDownload(
  backend: Backend,
  request: IncomingMessage,
  response: ServerResponse,
  uuid: string,
): Promise<void> {
  if (!UUID.test(uuid)) throw new HttpFailure(400, "InvalidStoragePath", "A file's address ends in a UUID");
  const file = await backend.fileByUuid(uuid.toLowerCase());
  if (file === null) throw new HttpFailure(404, "FileNotFound", "There is no such file");
  const range = rangeOf(request.headers.range, file.size);
  const [from, to] = range ?? [0, file.size - 1];
  response.writeHead(range === null ? 200 : 206, {
    ...fileHeaders(file),
    "Content-Length": to - from + 1,
    ...(range === null ? {} : { "Content-Range": `bytes ${from}-${to}/${file.size}` }),
  });
  if (request.method === "HEAD" || file.size === 0) {
    response.end();
    return;
  }
  await pipeline(createReadStream(file.path, { start: from, end: to }), response);
}

function fileHeaders(file: StoredFile): Record<string, string> {
  return {
    ...(file.contentType === null ? {} : { "Content-Type": file.contentType }),
    ...(ACTIVE_TYPES.test(file.contentType ?? "") ? { "Content-Security-Policy": "sandbox" } : {}),
    "X-Content-Type-Options": "nosniff",
    Digest: `sha-256=${file.sha256}`,
    "Accept-Ranges": "bytes",
    "Cache-Control": `private, max-age=${CACHE_SECONDS}`,
  };
}

/**
 * The one range asked for, both ends inclusive; null for the whole file, also when the header makes no sense
 * (it is then ignored, as RFC 9110 §14.2 allows).
 *
 * @throws HttpFailure 416 for several ranges or one outside the file
 */
function rangeOf(header: string | undefined, size: number): readonly [number, number] | null {
  const [, ranges] = /^bytes=(.*)$/i.exec(header?.trim() ?? "") ?? [];
  if (ranges === undefined) return null;
  const refused = (why: string) =>
    new HttpFailure(416, "RangeNotSatisfiable", why, { "Content-Range": `bytes */${size}` });
  if (ranges.includes(",")) throw refused("Only one range can be asked for");
  const [, first, last] = /^(\d*)-(\d*)$/.exec(ranges.trim()) ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) return null;
  const from = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === "" || last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== "" && last !== "" && Number(last) < Number(first)) return null;
  if (from >= size || to < from) throw refused("The range lies outside the file");
  return [from, to];
}
