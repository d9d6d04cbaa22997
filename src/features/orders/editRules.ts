import { parseBRL, type Cents } from "../../../domain/money";

/**
 * The quantity a field of the edit dialog means: what is no number is 1, and 0 or less is no change at all (null).
 *
 * Source: specification §5 "Edit dialog".
 */
export function readQuantity(text: string): number | null {
  const number = Number.parseInt(text.trim(), 10);
  if (Number.isNaN(number)) return 1;
  return number <= 0 ? null : number;
}

/** The price a field of the edit dialog means: what cannot be read is 0. Source: specification §5 "Edit dialog". */
export function readPrice(text: string): Cents {
  const parsed = parseBRL(text);
  return parsed.ok ? parsed.value : 0;
}
