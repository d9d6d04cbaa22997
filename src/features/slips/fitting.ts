import { cellSize, type Cell, type Paper } from "./papers";

/** How a slip is to be set: where, at what scale, and as how many papers. */
export interface Fit {
  readonly cell: Cell;
  /** 1 is the size it is written in. */
  readonly scale: number;
  /** More than one when its lines do not fit on a paper in a size that can be read. */
  readonly parts: number;
}

/** A slip set smaller than this cannot be read at arm's length. Inferred. */
export const SMALLEST_SCALE = 0.7;

/** Down to this a slip is rather set smaller than given a larger place. Inferred. */
const RATHER_SMALLER = 0.85;

export function firstFit(paper: Paper): Fit {
  return { cell: paper === "a4" ? "quarter" : "own", scale: 1, parts: 1 };
}

/**
 * How to set a slip whose content turned out higher than its place: a little smaller, then (on A4) in a larger place, then
 * on several papers, each whole in itself: a slip never breaks across pages (UX conventions I2). The same fit when all is
 * well.
 *
 * @param heightMm of the highest of its parts, measured at `fit`'s width and at scale 1
 * @param maxParts as many parts as it has lines
 */
export function nextFit(paper: Paper, fit: Fit, heightMm: number, maxParts: number): Fit {
  const room = cellSize(paper, fit.cell).heightMm;
  if (room === null || heightMm * fit.scale <= room) return fit;
  // What is set smaller has longer lines and fewer of them: it ends below its place rather than beyond it.
  const scale = Math.floor((room / heightMm) * 100) / 100;
  if (fit.cell === "quarter") return scale >= RATHER_SMALLER ? { ...fit, scale } : { ...fit, cell: "half", scale: 1 };
  if (fit.cell === "half") return scale >= RATHER_SMALLER ? { ...fit, scale } : { ...fit, cell: "whole", scale: 1 };
  if (scale >= SMALLEST_SCALE || fit.parts >= maxParts) return { ...fit, scale };
  const parts = Math.min(maxParts, Math.max(fit.parts + 1, Math.ceil((fit.parts * SMALLEST_SCALE) / scale)));
  return { ...fit, parts };
}

/** A sheet and the slips on it, by their position among all. */
export interface Sheet {
  readonly slips: readonly number[];
}

const QUARTERS: Readonly<Record<Cell, number>> = { quarter: 1, half: 2, whole: 4, own: 4 };

/** The sheets for slips of these sizes, in their order: one that does not fit on a sheet any more begins the next. */
export function toSheets(cells: readonly Cell[]): Sheet[] {
  const sheets: number[][] = [];
  let free = 0;
  cells.forEach((cell, at) => {
    const wanted = QUARTERS[cell];
    // A half is a row: beside a single quarter there is none.
    if (cell === "half" && free === 3) free = 2;
    if (wanted > free) {
      sheets.push([]);
      free = 4;
    }
    sheets.at(-1)?.push(at);
    free -= wanted;
  });
  return sheets.map((slips) => ({ slips }));
}

/** The lines of one part. */
export function linesOfPart<Line>(lines: readonly Line[], part: number, parts: number): readonly Line[] {
  const each = Math.ceil(lines.length / parts);
  return lines.slice(part * each, (part + 1) * each);
}
