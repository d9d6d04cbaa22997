import { DEFAULT_PAGE_SIZE, toPageSize, type PageSize } from "../../ui/PageSizeSelect";

/** The dialog that is open: codes and no ids, since it is part of the address (UX conventions Q6). */
export type OpenDialog =
  | { readonly kind: "create" }
  | { readonly kind: "import" }
  | { readonly kind: "edit"; readonly code: string }
  | { readonly kind: "stock"; readonly code: string };

/** What the address says. Source: UX conventions Q1. */
export interface ProductsAddress {
  readonly search: string;
  readonly pageSize: PageSize;
  /** From 1. */
  readonly page: number;
  readonly open: OpenDialog | null;
}

/** A page further than this is no place anybody walked to. */
const MAX_PAGE = 2_000;

/** What cannot be understood is left out (UX conventions Q2). */
export function readProductsAddress(query: URLSearchParams): ProductsAddress {
  const page = query.get("pagina") ?? "";
  return {
    search: query.get("q")?.trim() ?? "",
    pageSize: toPageSize(query.get("por")),
    page: /^[1-9]\d{0,3}$/.test(page) ? Math.min(MAX_PAGE, Number(page)) : 1,
    open: readOpen(query),
  };
}

function readOpen(query: URLSearchParams): OpenDialog | null {
  if (query.get("novo") === "sim") return { kind: "create" };
  if (query.get("importar") === "sim") return { kind: "import" };
  const [edited, stock] = [query.get("produto")?.trim() ?? "", query.get("estoque")?.trim() ?? ""];
  if (edited !== "") return { kind: "edit", code: edited };
  return stock === "" ? null : { kind: "stock", code: stock };
}

/** Defaults are left out. */
export function writeProductsAddress({ search, pageSize, page, open }: ProductsAddress): URLSearchParams {
  const query = new URLSearchParams();
  if (search !== "") query.set("q", search);
  if (pageSize !== DEFAULT_PAGE_SIZE) query.set("por", String(pageSize));
  if (page !== 1) query.set("pagina", String(page));
  if (open?.kind === "create") query.set("novo", "sim");
  if (open?.kind === "import") query.set("importar", "sim");
  if (open?.kind === "edit") query.set("produto", open.code);
  if (open?.kind === "stock") query.set("estoque", open.code);
  return query;
}
