/** Work that takes longer than one request: it goes on by itself, in slices, with its progress written down. */

export const JOB_KINDS = [
  "product_import",
  "customer_import",
  "orders_printed",
  "orders_paid",
  "orders_remove",
] as const;
export type JobKind = (typeof JOB_KINDS)[number];

export const IMPORT_KINDS = ["product_import", "customer_import"] as const satisfies readonly JobKind[];
export type ImportKind = (typeof IMPORT_KINDS)[number];

export function isImportKind(kind: JobKind): kind is ImportKind {
  return (IMPORT_KINDS as readonly JobKind[]).includes(kind);
}

/** `collecting`: its rows are still being sent. `broken`: a mistake of ours stopped it. The last three are final. */
export const JOB_STATES = ["collecting", "running", "done", "canceled", "broken"] as const;
export type JobState = (typeof JOB_STATES)[number];
export type JobEnd = Exclude<JobState, "collecting" | "running">;

/** What is said of a job that a mistake of ours stopped. */
export const JOB_BROKEN = "Parou por um erro inesperado. O que já foi feito fica como está.";

/** The largest file that is imported. */
export const MAX_IMPORT_ROWS = 20_000;
/** Rows that are sent at once; every chunk of a file but the last has so many. */
export const ROWS_PER_CHUNK = 200;
/** A selection of records picked one by one. */
export const MAX_BULK_SELECTION = 1_000;

/** What is done to each order of a selection. */
export type BulkAction =
  | { readonly kind: "printed"; readonly printed: boolean }
  | { readonly kind: "paid"; readonly isPaid: boolean }
  | { readonly kind: "remove"; readonly returnPaidStock: boolean };

/** What a person reads of work on orders. */
export function bulkLabel(action: BulkAction): string {
  switch (action.kind) {
    case "printed":
      return action.printed ? "Marcar como impresso" : "Marcar como não impresso";
    case "paid":
      return action.isPaid ? "Marcar como pago" : "Marcar como pendente";
    case "remove":
      return "Excluir pedidos";
    default:
      return action satisfies never;
  }
}
