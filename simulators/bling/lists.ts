import { json, type Answer, type Request } from "../server/exchange";
import { badRequest, refuse } from "./errors";

const MOST = 100;
const YEAR_MS = 366 * 86_400_000;

/** A page of a list; the one after the last is empty. Source: contracts/bling.md §3. */
export function listed({ query }: Request, all: readonly object[]): Answer {
  const page = Math.max(1, Number(query.get("pagina") ?? 1));
  const limit = Math.min(MOST, Math.max(1, Number(query.get("limite") ?? MOST)));
  return json(200, { data: all.slice((page - 1) * limit, page * limit) });
}

/** Refused with 400 when longer than a year. @returns null when none was asked for */
export function period({ query }: Request): { readonly from: string; readonly to: string } | null {
  const [from, to] = [query.get("dataInicial"), query.get("dataFinal")];
  if (from === null && to === null) return null;
  const [begin, end] = [Date.parse(from ?? ""), Date.parse(to ?? "")];
  if (Number.isNaN(begin) || Number.isNaN(end)) return refuse(badRequest("O período informado é inválido."));
  if (end - begin > YEAR_MS) return refuse(badRequest("O período do filtro não pode ultrapassar um ano."));
  return { from: from ?? "", to: to ?? "" };
}
