import type { ComponentProps } from "react";

/**
 * The controls of a row: plain elements that look as those of Radix Themes do. A list shows a hundred of them at once, and theirs cost it
 * half of the time in which it should open (decision 030, `npm run bench -- list`). Those that the launch screen has none of are in `rowMarks`.
 */

/** A field of a row; needs a name. */
export function RowField({ className = "", ...input }: ComponentProps<"input">) {
  return <input autoComplete="off" spellCheck={false} className={`row-field ${className}`} {...input} />;
}

/** What a row is there for, in a word. */
export function RowButton({ className = "", ...button }: ComponentProps<"button">) {
  return <button type="button" className={`row-button ${className}`} {...button} />;
}

/** An icon that does something with its row; needs a name. The class alone makes the same of a link. */
export function RowAction({ className = "", ...button }: ComponentProps<"button">) {
  return <button type="button" className={`${ROW_ACTION} ${className}`} {...button} />;
}

export const ROW_ACTION = "row-action";
