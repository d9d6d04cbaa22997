import type { Id } from "../../../convex/_generated/dataModel";
import { DEFAULT_PAGE_SIZE, toPageSize, type PageSize } from "../../ui/PageSizeSelect";

export type CustomerId = Id<"customers">;

/** The control centre, or one of the two tabs behind it. */
export type CustomersView = "centre" | "list" | "register";

/** What is open over the list. */
export type OpenDialog =
  { readonly kind: "view" | "edit" | "merge"; readonly customerId: CustomerId } | { readonly kind: "import" };

/** Where somebody is among the customers. */
export interface CustomersPlace {
  readonly view: CustomersView;
  readonly pageSize: PageSize;
  /** From 1. */
  readonly page: number;
  /** Somebody looks for a customer's orders: the list says what to do. */
  readonly isForHistory: boolean;
  readonly search: string;
  readonly open: OpenDialog | null;
}

/**
 * What of it a history entry remembers beside its address: phones, names and internal ids stay out of addresses (UX
 * conventions Q6, decision 017), and customers have nothing else to be named by.
 */
export interface EntryMemory {
  readonly search?: string;
  readonly open?: OpenDialog;
}

const TABS = { list: "lista", register: "cadastro" } as const;
/** A page further than this is no place anybody walked to. */
const MAX_PAGE = 2_000;

/** What cannot be understood is left out (UX conventions Q2). */
export function readPlace(query: URLSearchParams, memory: EntryMemory): CustomersPlace {
  const tab = query.get("aba");
  const page = query.get("pagina") ?? "";
  return {
    view: tab === TABS.list ? "list" : tab === TABS.register ? "register" : "centre",
    pageSize: toPageSize(query.get("por")),
    page: /^[1-9]\d{0,3}$/.test(page) ? Math.min(MAX_PAGE, Number(page)) : 1,
    isForHistory: query.get("para") === "historico",
    search: memory.search ?? "",
    open: memory.open ?? null,
  };
}

/** The address of a place; defaults are left out. */
export function writePlace({ view, pageSize, page, isForHistory }: CustomersPlace): URLSearchParams {
  const query = new URLSearchParams();
  if (view !== "centre") query.set("aba", TABS[view]);
  if (view !== "list") return query;
  if (isForHistory) query.set("para", "historico");
  if (pageSize !== DEFAULT_PAGE_SIZE) query.set("por", String(pageSize));
  if (page !== 1) query.set("pagina", String(page));
  return query;
}

/** The rest of it. */
export function memoryOf({ search, open }: CustomersPlace): EntryMemory {
  return { ...(search === "" ? {} : { search }), ...(open === null ? {} : { open }) };
}

/** What a history entry brought along, whoever wrote it. */
export function readMemory(state: unknown): EntryMemory {
  if (typeof state !== "object" || state === null) return {};
  const search = "search" in state && typeof state.search === "string" ? { search: state.search } : {};
  const open = "open" in state && isOpenDialog(state.open) ? { open: state.open } : {};
  return { ...search, ...open };
}

function isOpenDialog(value: unknown): value is OpenDialog {
  if (typeof value !== "object" || value === null || !("kind" in value)) return false;
  if (value.kind === "import") return true;
  const isOfOne = value.kind === "view" || value.kind === "edit" || value.kind === "merge";
  return isOfOne && "customerId" in value && typeof value.customerId === "string";
}
