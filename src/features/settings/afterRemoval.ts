/** Where the focus goes when the row that opened a dialog is gone: the list's own button, else the heading (F4). */
export function afterRemoval(): HTMLElement | null {
  return document.querySelector<HTMLElement>("[data-after-removal]") ?? document.querySelector<HTMLElement>("h1");
}
