import type { World } from "./world";

export type StaffArgs = Record<string, unknown>;

/** A function for the staff of one company. */
export interface StaffRow {
  readonly who: "staff";
  /** A call about the things of company A. */
  readonly args: (world: World) => StaffArgs;
  /** What company B's staff gets for that call in company B: exactly what absent records give. */
  readonly stranger: { readonly refusal: string } | { readonly returns: unknown };
  /** What company A's staff gets, or the refusal that shows it came past the door. */
  readonly own: ((result: unknown) => void) | { readonly refusal: string };
}

export type Row = StaffRow | { readonly who: "anyone" | "signed in" | "internal" | "see access.test.ts" };
