import { useAction } from "convex/react";
import type { FunctionArgs, FunctionReference, FunctionReturnType, OptionalRestArgs } from "convex/server";
import { useCallback } from "react";
import { useTenant } from "./tenant";
import type { WithoutTenant } from "./useTenantQuery";

/** An action of the current company. The function is stable and safe in dependency lists. */
export function useTenantAction<Action extends FunctionReference<"action">>(
  action: Action,
): (args: WithoutTenant<FunctionArgs<Action>>) => Promise<FunctionReturnType<Action>> {
  const { tenant } = useTenant();
  const act = useAction(action);
  const tenantId = tenant?.id;
  return useCallback(
    async (args) => {
      if (tenantId === undefined) throw new Error("a company should be chosen before anything is done in it");
      // Without and with the company are the same arguments; the compiler cannot add a key to a type it does not know.
      const complete = [{ ...args, tenantId }] as unknown as OptionalRestArgs<Action>;
      return act(...complete);
    },
    [act, tenantId],
  );
}
