import { crc32 } from "./crc32";
import { createHash } from "node:crypto";
import { deflateSync } from "node:zlib";

const MODULES = 29;
const MARGIN = 3;
const SCALE = 6;
const FINDER = 7;

/**
 * A PNG that looks like a QR code and is another for each text; no camera reads it. Nothing in a simulation is scanned:
 * what counts is that a picture arrives where the service sends one.
 *
 * @returns base64, without `data:`
 */
export function drawLikeQrCode(text: string): string {
  const noise = createHash("sha512").update(text).digest();
  const side = (MODULES + 2 * MARGIN) * SCALE;
  const rows = Array.from({ length: side }, (_, y) => {
    const row = Buffer.alloc(side + 1);
    for (let x = 0; x < side; x += 1) row[x + 1] = isDark(noise, at(x), at(y)) ? 0 : 255;
    return row;
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 8; // bits; colour 0 is grey, the rest are the defaults
  const chunks = [
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.concat(rows))),
    chunk("IEND", Buffer.alloc(0)),
  ];
  return Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), ...chunks]).toString("base64");
}

const at = (pixel: number): number => Math.floor(pixel / SCALE) - MARGIN;

function isDark(noise: Buffer, x: number, y: number): boolean {
  if (x < 0 || y < 0 || x >= MODULES || y >= MODULES) return false;
  for (const [left, top] of [
    [0, 0],
    [MODULES - FINDER, 0],
    [0, MODULES - FINDER],
  ] as const) {
    const [dx, dy] = [x - left, y - top];
    if (dx < -1 || dy < -1 || dx > FINDER || dy > FINDER) continue;
    const ring = Math.max(Math.abs(dx - 3), Math.abs(dy - 3));
    return ring === 3 || ring <= 1;
  }
  const bit = y * MODULES + x;
  const byte = noise[(bit >> 3) % noise.length] ?? 0;
  return (((byte >> (bit & 7)) ^ (x * 7 + y * 3)) & 1) === 1;
}

function chunk(kind: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, "latin1"), content]);
  const frame = Buffer.alloc(body.length + 8);
  frame.writeUInt32BE(content.length, 0);
  body.copy(frame, 4);
  frame.writeUInt32BE(crc32(body), body.length + 4);
  return frame;
}
