import { readFile, stat } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, resolve, sep } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";

const compress = promisify(gzip);

const CONTENT_TYPES: ReadonlyMap<string, string> = new Map([
  [".html", "text/html; charset=utf-8"],
  [".js", "text/javascript; charset=utf-8"],
  [".mjs", "text/javascript; charset=utf-8"],
  [".css", "text/css; charset=utf-8"],
  [".json", "application/json; charset=utf-8"],
  [".map", "application/json; charset=utf-8"],
  [".webmanifest", "application/manifest+json; charset=utf-8"],
  [".txt", "text/plain; charset=utf-8"],
  [".xml", "application/xml; charset=utf-8"],
  [".svg", "image/svg+xml"],
  [".png", "image/png"],
  [".jpg", "image/jpeg"],
  [".jpeg", "image/jpeg"],
  [".gif", "image/gif"],
  [".webp", "image/webp"],
  [".avif", "image/avif"],
  [".ico", "image/x-icon"],
  [".woff", "font/woff"],
  [".woff2", "font/woff2"],
  [".ttf", "font/ttf"],
  [".wasm", "application/wasm"],
  [".mp3", "audio/mpeg"],
  [".wav", "audio/wav"],
  [".mp4", "video/mp4"],
  [".pdf", "application/pdf"],
]);
const WORTH_COMPRESSING = /^(text\/|image\/svg|application\/(json|manifest|xml|wasm))/;
const SMALL_BYTES = 1024;

interface Asset {
  readonly contentType: string;
  readonly etag: string;
  readonly body: Buffer;
  readonly gzipped: Buffer | null;
}

/**
 * A folder of built files with single-page fallback: an address without a file of its own is the app's to route. A page
 * beside the app has its address without the ending: `/mp/return` is `mp/return.html`, where there is such a file.
 *
 * Holds each file it served, compressed once, until the file on disk changes. Does not know the reserved paths:
 * `http.ts` comes here last.
 */
export class StaticFiles {
  private readonly folder: string;
  private readonly assets = new Map<string, { stamp: string; asset: Promise<Asset> }>();

  constructor(folder: string) {
    this.folder = resolve(folder);
  }

  /**
   * Answers GET and HEAD.
   *
   * @param pathname still percent-encoded, beginning with a slash
   * @returns false when there is nothing to send: not even index.html, or a missing file that a page needs
   */
  async serve(request: IncomingMessage, response: ServerResponse, pathname: string): Promise<boolean> {
    if (request.method !== "GET" && request.method !== "HEAD") return false;
    const path = this.pathOf(pathname);
    if (path === null) return false;
    const own = (await this.load(path)) ?? (extname(path) === "" ? await this.load(`${path}.html`) : null);
    if (own !== null) {
      this.send(request, response, own, cacheControl(path.slice(this.folder.length)));
      return true;
    }
    // A page answered in place of a missing script would fail in a more puzzling way than a 404.
    if (pathname.startsWith("/assets/") || CONTENT_TYPES.has(extname(pathname).toLowerCase())) return false;
    const index = await this.load(resolve(this.folder, "index.html"));
    if (index === null) return false;
    this.send(request, response, index, "no-cache");
    return true;
  }

  /** The file an address means; null when it leads out of the folder or cannot be decoded. */
  private pathOf(pathname: string): string | null {
    let decoded: string;
    try {
      decoded = decodeURIComponent(pathname);
    } catch {
      return null;
    }
    if (decoded.includes("\0") || decoded.includes("\\")) return null;
    const path = resolve(this.folder, `.${decoded.endsWith("/") ? `${decoded}index.html` : decoded}`);
    return path.startsWith(this.folder + sep) ? path : null;
  }

  private async load(path: string): Promise<Asset | null> {
    const found = await stat(path).catch(() => null);
    if (found === null || !found.isFile()) return null;
    const stamp = `${found.size.toString(16)}-${found.mtimeMs.toString(16)}`;
    const known = this.assets.get(path);
    if (known?.stamp === stamp) return known.asset;
    const asset = readAsset(path, stamp);
    this.assets.set(path, { stamp, asset });
    asset.catch(() => this.assets.delete(path));
    return asset;
  }

  private send(request: IncomingMessage, response: ServerResponse, asset: Asset, caching: string): void {
    const headers: Record<string, string> = {
      "Cache-Control": caching,
      ETag: asset.etag,
      Vary: "Accept-Encoding",
      "X-Content-Type-Options": "nosniff",
    };
    if (request.headers["if-none-match"] === asset.etag) {
      response.writeHead(304, headers).end();
      return;
    }
    const acceptsGzip = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(String(request.headers["accept-encoding"] ?? ""));
    const isGzipped = acceptsGzip && asset.gzipped !== null;
    const body = isGzipped && asset.gzipped !== null ? asset.gzipped : asset.body;
    response.writeHead(200, {
      ...headers,
      "Content-Type": asset.contentType,
      "Content-Length": String(body.length),
      ...(isGzipped ? { "Content-Encoding": "gzip" } : {}),
    });
    response.end(request.method === "HEAD" ? undefined : body);
  }
}

/** Names under /assets/ carry a hash of their content, so they may be kept for ever; all else is asked again. */
function cacheControl(pathInFolder: string): string {
  return pathInFolder.startsWith(`${sep}assets${sep}`) ? "public, max-age=31536000, immutable" : "no-cache";
}

async function readAsset(path: string, stamp: string): Promise<Asset> {
  const contentType = CONTENT_TYPES.get(extname(path).toLowerCase()) ?? "application/octet-stream";
  const body = await readFile(path);
  const isWorthIt = WORTH_COMPRESSING.test(contentType) && body.length > SMALL_BYTES;
  return { contentType, etag: `W/"${stamp}"`, body, gzipped: isWorthIt ? await compress(body) : null };
}
