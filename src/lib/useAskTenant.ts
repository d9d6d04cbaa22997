import { useConvex } from "convex/react";
import type { FunctionArgs, FunctionReference, FunctionReturnType, OptionalRestArgs } from "convex/server";
import { useCallback, useState } from "react";
import { useTenant } from "./tenant";
import type { WithoutTenant } from "./useTenantQuery";

/** Asks a query of the current company once, for what is not shown: a file, a paper. The function is stable. */
export function useAskTenant<Query extends FunctionReference<"query">>(
  query: Query,
): (args: WithoutTenant<FunctionArgs<Query>>) => Promise<FunctionReturnType<Query>> {
  // `api.orders.slips` is another object each time it is named.
  const [asked] = useState(() => query);
  const convex = useConvex();
  const { tenant } = useTenant();
  const tenantId = tenant?.id;
  return useCallback(
    async (args) => {
      if (tenantId === undefined) throw new Error("a company should be chosen before anything is asked of it");
      // Without and with the company are the same arguments; the compiler cannot add a key to a type it does not know.
      const complete = [{ ...args, tenantId }] as unknown as OptionalRestArgs<Query>;
      return await convex.query(asked, ...complete);
    },
    [convex, asked, tenantId],
  );
}
