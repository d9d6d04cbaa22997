import { useMutation } from "convex/react";
import type { OptimisticLocalStore } from "convex/browser";
import type { FunctionArgs, FunctionReference, FunctionReturnType, OptionalRestArgs } from "convex/server";
import { useCallback, useMemo } from "react";
import { useTenant } from "./tenant";
import type { WithoutTenant } from "./useTenantQuery";

/** What a mutation will probably do to the answers on screen; undone by itself when the server says otherwise. */
type OptimisticUpdate<Mutation extends FunctionReference<"mutation">> = (
  store: OptimisticLocalStore,
  args: FunctionArgs<Mutation>,
) => void;

/**
 * A mutation of the current company. The function is stable and safe in dependency lists.
 *
 * @param optimistic a function that does not change between renders, or none
 */
export function useTenantMutation<Mutation extends FunctionReference<"mutation">>(
  mutation: Mutation,
  optimistic?: OptimisticUpdate<Mutation>,
): (args: WithoutTenant<FunctionArgs<Mutation>>) => Promise<FunctionReturnType<Mutation>> {
  const { tenant } = useTenant();
  const plain = useMutation(mutation);
  const mutate = useMemo(
    () => (optimistic === undefined ? plain : plain.withOptimisticUpdate(optimistic)),
    [plain, optimistic],
  );
  const tenantId = tenant?.id;
  return useCallback(
    async (args) => {
      if (tenantId === undefined) throw new Error("a company should be chosen before anything is written to it");
      // Without and with the company are the same arguments; the compiler cannot add a key to a type it does not know.
      const complete = [{ ...args, tenantId }] as unknown as OptionalRestArgs<Mutation>;
      return mutate(...complete);
    },
    [mutate, tenantId],
  );
}
