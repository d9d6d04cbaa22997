import { refusalMessage } from "../../../domain/errors";
import { checkPicture, MAX_PICTURE_BYTES } from "../../../domain/pictures";

/** A chosen picture, ready to be sent. */
export interface ChosenPicture {
  readonly file: Blob;
  readonly thumbnail: Blob;
  /** For the preview; give it back with `URL.revokeObjectURL`. */
  readonly previewUrl: string;
}

export type PictureChoice =
  { readonly ok: true; readonly picture: ChosenPicture } | { readonly ok: false; readonly message: string };

/** Twice the largest size a list shows it in. */
const THUMBNAIL_PX = 192;

/**
 * Looks at a file as the server will, and makes it small. What the browser cannot draw is no picture, whatever its
 * first bytes say.
 *
 * Source: specification §5 "Product" (image upload).
 */
export async function choosePicture(file: Blob): Promise<PictureChoice> {
  if (file.size > MAX_PICTURE_BYTES) return { ok: false, message: refusalMessage("image_too_large") };
  const checked = checkPicture(new Uint8Array(await file.arrayBuffer()), MAX_PICTURE_BYTES);
  if (!checked.ok) return { ok: false, message: refusalMessage("not_an_image") };
  // What it is, not what its name says: the server keeps the type it is sent with.
  const typed = new Blob([file], { type: checked.value });
  const thumbnail = await makeThumbnail(typed);
  if (thumbnail === null) return { ok: false, message: refusalMessage("not_an_image") };
  return { ok: true, picture: { file: typed, thumbnail, previewUrl: URL.createObjectURL(typed) } };
}

/** The middle square of a picture; null where the browser cannot draw it. */
async function makeThumbnail(file: Blob): Promise<Blob | null> {
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (bitmap === null) return null;
  const side = Math.min(bitmap.width, bitmap.height);
  const sizePx = Math.min(THUMBNAIL_PX, side);
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = sizePx;
  const drawing = canvas.getContext("2d");
  if (drawing === null) return null;
  // JPEG knows nothing transparent: without this it would be black.
  drawing.fillStyle = "#fff";
  drawing.fillRect(0, 0, sizePx, sizePx);
  const [left, top] = [(bitmap.width - side) / 2, (bitmap.height - side) / 2];
  drawing.drawImage(bitmap, left, top, side, side, 0, 0, sizePx, sizePx);
  bitmap.close();
  return await new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.82));
}
