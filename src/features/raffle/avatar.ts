import { sha256 } from "../../../domain/sha256";

/** A picture made of a phone's digits: five by five cells, the right half mirroring the left. */
export interface Avatar {
  /** Degrees. */
  readonly hue: number;
  /** Which cells are filled, row by row. */
  readonly cells: readonly boolean[];
}

export const AVATAR_SIDE = 5;
const HALF = 3;

/** The same phone has the same picture, and neighbouring numbers have pictures of their own. */
export function avatarOf(phone: string): Avatar {
  const hash = sha256(phone.replace(/\D/g, ""));
  const nibble = (at: number) => parseInt(hash.charAt(at), 16);
  const cells = Array.from({ length: AVATAR_SIDE * AVATAR_SIDE }, (_, at) => {
    const [row, column] = [Math.floor(at / AVATAR_SIDE), at % AVATAR_SIDE];
    const mirrored = Math.min(column, AVATAR_SIDE - 1 - column);
    return nibble(row * HALF + mirrored) % 2 === 0;
  });
  return { hue: parseInt(hash.slice(-4), 16) % 360, cells };
}
