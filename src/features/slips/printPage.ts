/** A browser that is going to print says so within this time; most before `print` even returns. */
const BEGINS_WITHIN_MS = 1_500;

export type Printed = "closed" | "blocked";

/**
 * Prints this page, of which only the paper is seen by the printer; where the browser does not do it (an app's built-in
 * browser, a page that was told to stop asking), a window with nothing but the paper.
 *
 * @returns `closed` when the print dialog has been closed, whatever was chosen in it; `blocked` when no window opened
 * Source: UX conventions I3.
 */
export async function printPage(paper: HTMLElement): Promise<Printed> {
  await document.fonts?.ready;
  if (await printsItself(window)) return "closed";
  const popup = window.open("", "_blank", "width=900,height=700");
  if (popup === null) return "blocked";
  popup.document.title = document.title;
  popup.document.body.append(popup.document.importNode(paper, true));
  await printsItself(popup);
  popup.close();
  return "closed";
}

/** @returns whether a print dialog was there and has been closed */
async function printsItself(target: Window): Promise<boolean> {
  if (typeof target.print !== "function") return false;
  return await new Promise<boolean>((resolve) => {
    let hasBegun = false;
    const begin = () => {
      hasBegun = true;
    };
    const end = (isPrinted: boolean) => {
      target.removeEventListener("beforeprint", begin);
      target.removeEventListener("afterprint", onAfter);
      resolve(isPrinted);
    };
    const onAfter = () => end(true);
    target.addEventListener("beforeprint", begin);
    target.addEventListener("afterprint", onAfter);
    target.print();
    window.setTimeout(() => {
      if (!hasBegun) end(false);
    }, BEGINS_WITHIN_MS);
  });
}
