import type { MouseEvent } from "react";

/**
 * Whether a click on a link is for the app to follow; one for a new tab or window is left to the browser. Of a plain click the browser's own
 * way is prevented. For the links of rows: one of the router's in each would resolve its address with every change of the page's.
 */
export function isPlainClick(event: MouseEvent): boolean {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return false;
  event.preventDefault();
  return true;
}
