import { ok, refuse, type Result } from "./errors";

export const PICTURE_TYPES = ["image/jpeg", "image/png", "image/webp"] as const;
export type PictureType = (typeof PICTURE_TYPES)[number];

const MEGABYTE = 1024 * 1024;
/** Source: specification §5 "Product" (image upload). */
export const MAX_PICTURE_BYTES = 5 * MEGABYTE;
export const MAX_THUMBNAIL_BYTES = 300 * 1024;

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const JPEG = [0xff, 0xd8, 0xff];
const RIFF = [0x52, 0x49, 0x46, 0x46];
const WEBP = [0x57, 0x45, 0x42, 0x50];

/**
 * What kind of picture the bytes are, by what they begin with: what a browser says of a file, or its name, proves
 * nothing. An SVG is text that can hold a script, so it is none.
 *
 * Refused with `image_too_large`, `not_an_image`.
 * Source: specification §5 "Product" (image upload).
 */
export function checkPicture(bytes: Uint8Array, maxBytes: number): Result<PictureType> {
  if (bytes.length > maxBytes) return refuse("image_too_large");
  if (startsWith(bytes, JPEG, 0)) return ok("image/jpeg");
  if (startsWith(bytes, PNG, 0)) return ok("image/png");
  if (startsWith(bytes, RIFF, 0) && startsWith(bytes, WEBP, 8)) return ok("image/webp");
  return refuse("not_an_image");
}

function startsWith(bytes: Uint8Array, signature: readonly number[], at: number): boolean {
  return signature.every((byte, index) => bytes[at + index] === byte);
}
