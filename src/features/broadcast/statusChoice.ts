import type { texts } from "./texts";

export type StatusName = keyof typeof texts.statusChoices;

/** As a filter says it: absent for all. */
export function toIsPaid(name: StatusName): { readonly isPaid?: boolean } {
  return name === "all" ? {} : { isPaid: name === "paid" };
}
