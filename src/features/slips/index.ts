import { lazy } from "react";

/** Printing slips: loaded when somebody prints. */
export const PrintSlips = lazy(() => import("./PrintSlips").then((module) => ({ default: module.PrintSlips })));
export type { PrintSlipsProps } from "./PrintSlips";
export { PAPER_SHAPES, PAPERS, isPaper, type Paper } from "./papers";
export type { SlipOrder } from "./useSlips";
export { usePaper } from "./usePaper";
