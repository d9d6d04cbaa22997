import { ERP_LISTS } from "../../../domain/bling";
import type { BlingList } from "./texts";

export const LISTS = ["all", ...ERP_LISTS] as const satisfies readonly BlingList[];

/** As the address names them (UX conventions Q1). */
const WORDS: Readonly<Record<BlingList, string>> = {
  all: "todos",
  waiting: "fila",
  failed: "falhas",
  sent: "enviados",
  canceled: "cancelados",
};

/** What cannot be understood is everything (UX conventions Q2). */
export function toList(text: string | null): BlingList {
  return LISTS.find((list) => WORDS[list] === text) ?? "all";
}

/** The default is left out. */
export function writeList(list: BlingList): URLSearchParams {
  return new URLSearchParams(list === "all" ? {} : { lista: WORDS[list] });
}
