import type {
  DocumentByInfo,
  FunctionReference,
  IndexNames,
  IndexRange,
  IndexRangeBuilder,
  NamedIndex,
  NamedTableInfo,
  Query,
  QueryInitializer,
  WithoutSystemFields,
} from "convex/server";
import type { DataModel, Doc, Id, TableNames } from "../_generated/dataModel";
import type { DatabaseReader, DatabaseWriter, MutationCtx } from "../_generated/server";
import { assert } from "./errors";

/** Exactly the tables whose rows belong to one company. Any other table cannot be named here: it shows nothing. */
export type TenantTable = {
  [Table in TableNames]: Doc<Table> extends { tenantId: Id<"tenants"> } ? Table : never;
}[TableNames];

type TableInfo<Table extends TenantTable> = NamedTableInfo<DataModel, Table>;
/** A range builder on which `tenantId`, the first field of every index, is already fixed. */
type InsideTenant<Table extends TenantTable, Index extends IndexNames<TableInfo<Table>>> = IndexRangeBuilder<
  DocumentByInfo<TableInfo<Table>>,
  NamedIndex<TableInfo<Table>, Index>,
  1
>;
type NewRow<Table extends TenantTable> = Omit<WithoutSystemFields<Doc<Table>>, "tenantId">;

/**
 * The database as one company sees it, for reading.
 *
 * First wall: every query goes through an index and starts at this company's `tenantId`.
 * Second wall: a row fetched by id is shown only when it is this company's; a foreign row is `null`, as an absent one.
 * It does not decide who may act for the company: `access.ts` does, before one of these is made.
 */
export class TenantReader {
  constructor(
    private readonly reader: DatabaseReader,
    readonly tenantId: Id<"tenants">,
  ) {}

  async get<Table extends TenantTable>(table: Table, id: Id<Table>): Promise<Doc<Table> | null> {
    const row = await this.reader.get(table, id);
    return row !== null && this.isOwn(row) ? row : null;
  }

  query<Table extends TenantTable>(table: Table): TenantQuery<Table> {
    return new TenantQuery(this.reader.query(table), this.tenantId);
  }

  protected isOwn(row: object): boolean {
    return "tenantId" in row && row.tenantId === this.tenantId;
  }
}

/** A query that has yet to choose its index. */
export class TenantQuery<Table extends TenantTable> {
  constructor(
    private readonly table: QueryInitializer<TableInfo<Table>>,
    private readonly tenantId: Id<"tenants">,
  ) {}

  /** The rows of this company in an index, or the part of them that `range` names by the fields after `tenantId`. */
  withIndex<Index extends IndexNames<TableInfo<Table>>>(
    index: Index,
    range?: (q: InsideTenant<Table, Index>) => IndexRange,
  ): Query<TableInfo<Table>> {
    return this.table.withIndex(index, (q) => {
      // For a table known only as `Table` the compiler cannot see that the first indexed field is `tenantId`;
      // tests/convex/isolation.test.ts checks it of every index in the schema.
      const untyped = q as unknown as { eq: (field: "tenantId", value: Id<"tenants">) => InsideTenant<Table, Index> };
      const inside = untyped.eq("tenantId", this.tenantId);
      return range === undefined ? inside : range(inside);
    });
  }
}

/**
 * The database as one company sees it, for writing. Changing a row takes the row that was read, not its id: whoever
 * holds a row has passed the second wall already, so guarding a write costs no further read.
 */
export class TenantWriter extends TenantReader {
  constructor(
    private readonly writer: DatabaseWriter,
    tenantId: Id<"tenants">,
    private readonly scheduler: MutationCtx["scheduler"] | null = null,
  ) {
    super(writer, tenantId);
  }

  /**
   * Has one of the shop's own programs do something for this company right after the transaction. It is a matter of
   * sooner or later only: whoever calls this also writes down that there is something to do, where a sweep finds it.
   */
  async runSoon<Args extends { tenantId: Id<"tenants"> }>(
    work: FunctionReference<"action" | "mutation", "internal", Args>,
    args: Omit<Args, "tenantId">,
  ): Promise<void> {
    await this.runLater(0, work, args);
  }

  /** The same after a while. */
  async runLater<Args extends { tenantId: Id<"tenants"> }>(
    delayMs: number,
    work: FunctionReference<"action" | "mutation", "internal", Args>,
    args: Omit<Args, "tenantId">,
  ): Promise<void> {
    // The arguments without the company, and the company: the compiler cannot add it up generically.
    await this.scheduler?.runAfter(delayMs, work, { ...args, tenantId: this.tenantId } as never);
  }

  async insert<Table extends TenantTable>(table: Table, row: NewRow<Table>): Promise<Id<Table>> {
    // NewRow is the row without tenantId, and tenantId is what is added: the compiler cannot add it up generically.
    const whole = { ...row, tenantId: this.tenantId } as unknown as WithoutSystemFields<Doc<Table>>;
    return await this.writer.insert(table, whole);
  }

  async patch<Table extends TenantTable>(table: Table, row: Doc<Table>, fields: Partial<NewRow<Table>>): Promise<void> {
    this.assertOwn(row);
    // As in `insert`: a part of the row without tenantId is a part of the row.
    await this.writer.patch(table, row._id, fields as never);
  }

  async delete<Table extends TenantTable>(table: Table, row: Doc<Table>): Promise<void> {
    this.assertOwn(row);
    await this.writer.delete(table, row._id);
  }

  private assertOwn(row: object): void {
    assert(this.isOwn(row), "a row that is changed should belong to the company that changes it");
  }
}
