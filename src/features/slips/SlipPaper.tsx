import { useLayoutEffect, useMemo, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { firstFit, nextFit, toSheets, type Fit } from "./fitting";
import { cellSize, PAPER_SHAPES, type Cell, type Paper } from "./papers";
import { Slip } from "./Slip";
import css from "./slips.css?inline";
import type { SlipOrder, SlipTexts } from "./useSlips";

interface Props {
  readonly shop: string;
  readonly orders: readonly SlipOrder[];
  readonly fixed: SlipTexts;
  readonly paper: Paper;
  /** Every slip has found its place: the paper can be printed. */
  readonly onReady: (paper: HTMLElement) => void;
}

/** One paper of an order: most have one. */
interface Piece {
  readonly order: SlipOrder;
  readonly fit: Fit;
  readonly part: number;
}

const PX_PER_MM = 96 / 25.4;
/** Each round makes every slip smaller or its place larger; more than these are not needed. */
const MAX_ROUNDS = 8;
/** The sizes of a roll's pages go in steps, so that there are few of them. */
const ROLL_STEP_MM = 10;

/**
 * The slips beside the screen, where only the printer sees them. They are set at full size first and measured; those
 * that do not fit are set anew, until all do.
 */
export function SlipPaper({ shop, orders, fixed, paper, onReady }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [fits, setFits] = useState<readonly Fit[]>(() => orders.map(() => firstFit(paper)));
  const rounds = useRef(0);
  const [heightsMm, setHeightsMm] = useState<readonly number[] | null>(null);
  const pieces = useMemo(
    () => orders.flatMap((order, at) => piecesOf(order, fits[at] ?? firstFit(paper))),
    [orders, fits, paper],
  );

  useLayoutEffect(() => {
    if (heightsMm !== null || box.current === null) return;
    const measured = measure(box.current);
    const next = refit(paper, orders, fits, measured);
    rounds.current += 1;
    if (rounds.current >= MAX_ROUNDS || next.every((fit, at) => fit === fits[at])) setHeightsMm(measured);
    else setFits(next);
  }, [fits, heightsMm, orders, paper]);

  useLayoutEffect(() => {
    if (heightsMm !== null && box.current !== null) onReady(box.current);
  }, [heightsMm, onReady]);

  const sheets = heightsMm === null ? [] : toSheets(pieces.map(({ fit }) => fit.cell));
  const slipOf = (piece: Piece, at: number, cut: string) => {
    const { order, fit, part } = piece;
    return (
      <Placed key={`${order._id}:${part}`} paper={paper} fit={fit} cut={cut}>
        <Slip shop={shop} order={order} fixed={fixed} part={part} parts={fit.parts} key={at} />
      </Placed>
    );
  };
  const measuredMm = heightsMm ?? [];
  return createPortal(
    <div ref={box} className="slip-paper" data-paper={paper} aria-hidden>
      <style>{css + pageRules(paper, measuredMm)}</style>
      {heightsMm === null
        ? pieces.map((piece, at) => slipOf(piece, at, ""))
        : sheets.map(({ slips }) => (
            <section key={slips[0]} className="slip-sheet" style={sheetStyle(paper, measuredMm[slips[0] ?? 0] ?? 0)}>
              {slips.map((at, place) =>
                slipOf(pieces[at]!, at, cutOf(paper, pieces[at]!.fit.cell, slips, place, pieces)),
              )}
            </section>
          ))}
    </div>,
    document.body,
  );
}

function piecesOf(order: SlipOrder, fit: Fit): Piece[] {
  return Array.from({ length: fit.parts }, (_, part) => ({ order, fit, part }));
}

interface PlacedProps {
  readonly paper: Paper;
  readonly fit: Fit;
  readonly cut: string;
  readonly children: React.ReactNode;
}

/** A slip in its cell. */
function Placed({ paper, fit, cut, children }: PlacedProps) {
  const { widthMm, heightMm } = cellSize(paper, fit.cell);
  const padding = `${PAPER_SHAPES[paper].paddingMm}mm`;
  return (
    <article
      className="slip"
      data-cell={fit.cell}
      data-cut={cut === "" ? undefined : cut}
      style={{ width: `${widthMm}mm`, ...(heightMm === null ? {} : { height: `${heightMm}mm` }) }}
    >
      <div
        className="slip-content"
        style={{ "--slip-padding": padding, ...(fit.scale === 1 ? {} : { zoom: fit.scale }) } as React.CSSProperties}
      >
        {children}
      </div>
    </article>
  );
}

/** The height of each slip's content as it is set, at scale 1. */
function measure(box: HTMLElement): number[] {
  return [...box.querySelectorAll<HTMLElement>(".slip-content")].map((content) => {
    const zoom = Number(content.style.zoom || "1");
    return content.getBoundingClientRect().height / zoom / PX_PER_MM;
  });
}

function refit(paper: Paper, orders: readonly SlipOrder[], fits: readonly Fit[], heightsMm: readonly number[]): Fit[] {
  let at = 0;
  return fits.map((fit, index) => {
    const own = heightsMm.slice(at, at + fit.parts);
    at += fit.parts;
    return nextFit(paper, fit, Math.max(...own), Math.max(1, orders[index]?.lines.length ?? 1));
  });
}

/** Pages of the paper's size, and on a roll of the slip's own length. */
function pageRules(paper: Paper, heightsMm: readonly number[]): string {
  const { widthMm, heightMm } = PAPER_SHAPES[paper];
  if (heightMm !== null) return `@page{size:${widthMm}mm ${heightMm}mm;margin:0}`;
  const lengths = [...new Set(heightsMm.map(rollLength))];
  const named = lengths.map((length) => `@page long${length}{size:${widthMm}mm ${length}mm;margin:0}`);
  return `@page{size:${widthMm}mm 297mm;margin:0}${named.join("")}`;
}

function rollLength(heightMm: number): number {
  return Math.ceil((heightMm + 2) / ROLL_STEP_MM) * ROLL_STEP_MM;
}

function sheetStyle(paper: Paper, heightMm: number): React.CSSProperties {
  const shape = PAPER_SHAPES[paper];
  // A hair less than the page, so that rounding never makes an empty one.
  if (shape.heightMm !== null) return { width: `${shape.widthMm}mm`, height: `${shape.heightMm - 0.3}mm` };
  return { width: `${shape.widthMm}mm`, page: `long${rollLength(heightMm)}` };
}

/** Which edges of a slip on A4 are cut along: those to another place of the sheet. */
function cutOf(paper: Paper, cell: Cell, slips: readonly number[], place: number, pieces: readonly Piece[]): string {
  if (paper !== "a4" || cell === "whole") return "";
  const isInUpperHalf = place === 0 || (place === 1 && cell === "quarter" && pieces[slips[0]!]?.fit.cell === "quarter");
  const before = slips.slice(0, place).filter((at) => pieces[at]?.fit.cell === "quarter").length;
  const isLeft = cell === "quarter" && before % 2 === 0;
  return [isLeft ? "right" : "", isInUpperHalf ? "below" : ""].filter((edge) => edge !== "").join(" ");
}
