import type { MouseEvent } from "react";

/** Whether a press was on the row itself: what a row opens over the page tells it of its presses too. */
export function isOfItself({ target, currentTarget }: MouseEvent): boolean {
  return target instanceof Node && currentTarget.contains(target);
}
