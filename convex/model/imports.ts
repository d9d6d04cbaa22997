import { applyCustomerRow, checkCustomerRow, CUSTOMER_COLUMNS, customerRowLabel } from "../../domain/customerImport";
import { refuse } from "../../domain/errors";
import { isImportKind, MAX_IMPORT_ROWS, ROWS_PER_CHUNK, type ImportKind, type JobKind } from "../../domain/jobs";
import { checkProductRow, PRODUCT_COLUMNS, productRowLabel } from "../../domain/productImport";
import { tidyCells, type SheetCells } from "../../domain/sheet";
import type { Doc, Id } from "../_generated/dataModel";
import { appError, orThrow, refuseWith } from "../lib/errors";
import type { StaffMutationCtx } from "../lib/functions";
import type { JobRow, JobWork } from "../lib/jobTables";
import type { TenantWriter } from "../lib/tenantDb";
import { changeCustomer, pickFields, registerCustomer } from "./customerEdits";
import { findCustomer } from "./customerRows";
import { createJob, findChunk } from "./jobs";
import type { Deed } from "./orderEvents";
import { addProduct, changeProduct } from "./productEdits";
import { findByCode } from "./products";

/** Files of products and customers: their rows are sent in pieces, then worked through as a job. */

const COLUMNS = { product_import: PRODUCT_COLUMNS, customer_import: CUSTOMER_COLUMNS };
const MAX_FILE_NAME = 200;

export interface NewImport {
  readonly kind: ImportKind;
  readonly fileName: string;
  readonly total: number;
  /** Whether a row of a product or customer that is there already changes it; else such a row is a failure. */
  readonly updateExisting: boolean;
}

/** Refused with `sheet_empty`, `sheet_too_long`, `value_too_long`. */
export async function beginImport(
  { db, profile }: StaffMutationCtx,
  { kind, fileName, total, updateExisting }: NewImport,
): Promise<Id<"jobs">> {
  const label = fileName.trim();
  if (label.length > MAX_FILE_NAME) throw appError(refuse("value_too_long", { max: MAX_FILE_NAME }).refusal);
  if (!Number.isSafeInteger(total) || total < 1) return refuseWith("sheet_empty");
  if (total > MAX_IMPORT_ROWS) throw appError(refuse("sheet_too_long", { max: MAX_IMPORT_ROWS }).refusal);
  const work = { kind: "rows" as const, updateExisting, receivedRows: 0 };
  const job = { kind, label: label === "" ? "Arquivo" : label, state: "collecting" as const, total, work };
  return await createJob(db, job, { profile, at: Date.now() });
}

type RowsJob = Doc<"jobs"> & { readonly kind: ImportKind; readonly work: Extract<JobWork, { kind: "rows" }> };

/** An import whose rows are still being sent; any other job is none. */
function requireCollecting(job: Doc<"jobs">): RowsJob {
  const { kind, work, state } = job;
  if (state !== "collecting" || work.kind !== "rows" || !isImportKind(kind)) return refuseWith("job_not_found");
  return { ...job, kind, work };
}

/**
 * Keeps a piece of the file. Sent again it counts once.
 *
 * @param first the position of its first row: every piece but the last has 200
 * @returns how many rows are there
 * Refused with `job_not_found`, `too_many_items`, `import_incomplete` for a piece that fits nowhere.
 */
export async function addImportRows(
  db: TenantWriter,
  found: Doc<"jobs">,
  { first, rows }: { readonly first: number; readonly rows: readonly JobRow[] },
): Promise<number> {
  const job = requireCollecting(found);
  if (rows.length > ROWS_PER_CHUNK) throw appError(refuse("too_many_items", { max: ROWS_PER_CHUNK }).refusal);
  const isWhole = first % ROWS_PER_CHUNK === 0 && rows.length === Math.min(ROWS_PER_CHUNK, job.total - first);
  if (!isWhole || first < 0) return refuseWith("import_incomplete");
  const { receivedRows: before } = job.work;
  if ((await findChunk(db, job._id, first)) !== null) return before;
  const tidy = rows.map(({ line, cells }) => ({ line, cells: { ...tidyCells(cells, COLUMNS[job.kind]) } }));
  await db.insert("jobChunks", { jobId: job._id, first, content: { rows: tidy } });
  const receivedRows = before + rows.length;
  await db.patch("jobs", found, { work: { ...job.work, receivedRows } });
  return receivedRows;
}

/** Refused with `job_not_found`, and with `import_incomplete` where rows are missing. */
export async function startImport(db: TenantWriter, found: Doc<"jobs">): Promise<void> {
  const job = requireCollecting(found);
  if (job.work.receivedRows !== job.total) return refuseWith("import_incomplete");
  await db.patch("jobs", found, { state: "running" });
}

/**
 * Does what one row of an import says. Refused as the same thing typed by hand, and, where rows are not to change what is
 * there, with `product_code_in_use` or `customer_exists`.
 */
export async function performRow(db: TenantWriter, job: Doc<"jobs">, cells: SheetCells, deed: Deed): Promise<void> {
  const updateExisting = job.work.kind === "rows" && job.work.updateExisting;
  if (job.kind === "product_import") await importProduct(db, cells, { updateExisting, fileName: job.label }, deed);
  else await importCustomer(db, cells, updateExisting, deed);
}

async function importProduct(
  db: TenantWriter,
  cells: SheetCells,
  { updateExisting, fileName }: { readonly updateExisting: boolean; readonly fileName: string },
  deed: Deed,
): Promise<void> {
  const draft = orThrow(checkProductRow(cells));
  const known = await findByCode(db, draft.code);
  if (known === null || !updateExisting) {
    // A code that is taken is refused there.
    await addProduct(db, { stock: null, color: null, size: null, isActive: true, ...draft }, deed);
    return;
  }
  await changeProduct(db, known, { fields: draft, seen: null }, deed, { kind: "imported", reason: fileName });
}

async function importCustomer(db: TenantWriter, cells: SheetCells, updateExisting: boolean, deed: Deed): Promise<void> {
  const { phone, ...row } = orThrow(checkCustomerRow(cells, { updateExisting }));
  const known = await findCustomer(db, phone);
  const isNamed = known !== null && known.name !== null;
  // A known name is in the way, where it is not to be changed; so is a missing one.
  if (!isNamed || !updateExisting) await registerCustomer(db, { phone, name: row.fields.name ?? "" }, deed);
  const customer = await findCustomer(db, phone);
  if (customer === null) return refuseWith("customer_not_found");
  const stored = pickFields(customer);
  await changeCustomer(db, customer, { fields: orThrow(applyCustomerRow(stored, row)), seen: stored }, deed);
}

/** What a row is called where something is wrong with it. */
export function rowLabel(kind: JobKind, cells: SheetCells): string {
  return kind === "product_import" ? productRowLabel(cells) : customerRowLabel(cells);
}
