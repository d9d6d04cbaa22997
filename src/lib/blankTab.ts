/**
 * A tab for an address that is still to come: only the press itself may open one. Null where the browser does not allow
 * it. What is opened knows nothing of the page that opened it.
 */
export function openBlankTab(): Window | null {
  const tab = window.open("", "_blank");
  if (tab !== null) tab.opener = null;
  return tab;
}
