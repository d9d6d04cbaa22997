import { useState } from "react";

const DIALOG = '[role="dialog"], [role="alertdialog"]';

/** What had the focus before the dialog whose place another has taken: the other gives it back. */
const inherited = new WeakMap<EventTarget, Element>();

/**
 * Gives the focus back when a dialog closes: to what had it when the dialog opened, or, when that is gone, to where the
 * caller says. For dialogs that are opened by state instead of by a trigger of their own.
 *
 * A dialog that another has taken the place of (a record that has been loading is there, looking at it became editing
 * it) leaves the focus where the other put it.
 *
 * Source: UX conventions F3.
 *
 * @param fallback the neighbour of a row that is gone, or null
 * @returns the handler of `onCloseAutoFocus`
 */
export function useReturnFocus(fallback?: () => HTMLElement | null): (event: Event) => void {
  const [openedBy] = useState(() => document.activeElement);
  return (event) => {
    event.preventDefault();
    const opener = (event.target === null ? undefined : inherited.get(event.target)) ?? openedBy;
    const successor = document.activeElement?.closest(DIALOG) ?? null;
    if (successor !== null) {
      if (opener !== null && !successor.contains(opener)) inherited.set(successor, opener);
      return;
    }
    const isThere = opener instanceof HTMLElement && opener.isConnected && opener !== document.body;
    (isThere ? opener : (fallback?.() ?? null))?.focus();
  };
}
