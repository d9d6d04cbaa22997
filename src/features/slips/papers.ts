/** What slips are printed on. Source: UX conventions I1. */
export const PAPERS = ["a4", "roll80", "roll58", "label"] as const;
export type Paper = (typeof PAPERS)[number];

export interface PaperShape {
  readonly name: string;
  readonly widthMm: number;
  /** Null where each slip is as long as what it says: a roll is cut after it. */
  readonly heightMm: number | null;
  /** The white border within a slip. */
  readonly paddingMm: number;
}

export const PAPER_SHAPES: Readonly<Record<Paper, PaperShape>> = {
  a4: { name: "A4, 4 por folha", widthMm: 210, heightMm: 297, paddingMm: 7 },
  roll80: { name: "Bobina 80 mm", widthMm: 80, heightMm: null, paddingMm: 4 },
  roll58: { name: "Bobina 58 mm", widthMm: 58, heightMm: null, paddingMm: 4 },
  label: { name: "Etiqueta 100 × 150 mm", widthMm: 100, heightMm: 150, paddingMm: 5 },
};

export function isPaper(text: string | null): text is Paper {
  return PAPERS.some((paper) => paper === text);
}

/** Where a slip finds its place: a quarter, half or the whole of an A4 sheet, or a paper of its own. */
export type Cell = "quarter" | "half" | "whole" | "own";

export interface CellSize {
  readonly widthMm: number;
  /** Null: as high as its content. */
  readonly heightMm: number | null;
}

export function cellSize(paper: Paper, cell: Cell): CellSize {
  const { widthMm, heightMm } = PAPER_SHAPES[paper];
  if (heightMm === null || cell === "own" || cell === "whole") return { widthMm, heightMm };
  return { widthMm: cell === "quarter" ? widthMm / 2 : widthMm, heightMm: heightMm / 2 };
}
