import { useState } from "react";

/**
 * Gives the focus back when a dialog closes: to what had it when the dialog opened, or, when that is gone, to where the
 * caller says. For dialogs that are opened by state instead of by a trigger of their own.
 *
 * Source: UX conventions F3.
 *
 * @param fallback the neighbour of a row that is gone, or null
 * @returns the handler of `onCloseAutoFocus`
 */
export function useReturnFocus(fallback?: () => HTMLElement | null): (event: Event) => void {
  const [opener] = useState(() => document.activeElement);
  return (event) => {
    event.preventDefault();
    const isThere = opener instanceof HTMLElement && opener.isConnected && opener !== document.body;
    (isThere ? opener : (fallback?.() ?? null))?.focus();
  };
}
