import type { PaginatedQueryArgs, PaginatedQueryItem, PaginatedQueryReference } from "convex/react";
import { useConvex } from "convex/react";
import type { OptionalRestArgs } from "convex/server";
import { useCallback } from "react";
import { useTenant } from "./tenant";
import type { WithoutTenant } from "./useTenantQuery";

/** As many rows as the server gives at once. */
const PAGE = 200;

interface RowsPage<Row> {
  readonly page: readonly Row[];
  readonly continueCursor: string;
  readonly isDone: boolean;
}

/** Reads every row of a paginated query of the current company once, page after page: for a file. */
export function useAllRows<Query extends PaginatedQueryReference>(
  query: Query,
): (args: WithoutTenant<PaginatedQueryArgs<Query>>) => Promise<PaginatedQueryItem<Query>[]> {
  const convex = useConvex();
  const { tenant } = useTenant();
  const tenantId = tenant?.id;
  return useCallback(
    async (args) => {
      if (tenantId === undefined) throw new Error("a company should be chosen before its rows are read");
      const rows: PaginatedQueryItem<Query>[] = [];
      for (let cursor: string | null = null, isDone = false; !isDone;) {
        const paginationOpts = { numItems: PAGE, cursor };
        // With company and page they are complete; the compiler cannot see it of a query it does not know.
        const complete = [{ ...args, tenantId, paginationOpts }] as unknown as OptionalRestArgs<Query>;
        const page: RowsPage<PaginatedQueryItem<Query>> = await convex.query(query, ...complete);
        rows.push(...page.page);
        [cursor, isDone] = [page.continueCursor, page.isDone];
      }
      return rows;
    },
    [convex, query, tenantId],
  );
}
