import type { FunctionArgs, FunctionReturnType } from "convex/server";
import { useMemo } from "react";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { useTenantMutation } from "../../lib/useTenantMutation";
import { useFindProduct } from "./useCatalogue";

type LaunchArgs = Omit<FunctionArgs<typeof api.manualSales.launch>, "tenantId">;
export type LaunchReceipt = FunctionReturnType<typeof api.manualSales.launch>;
export type UndoReceipt = FunctionReturnType<typeof api.manualSales.undo>;

/** What the launch queue asks of the server. */
export interface LaunchServer {
  readonly launch: (args: LaunchArgs) => Promise<LaunchReceipt>;
  readonly undo: (launchId: string) => Promise<UndoReceipt>;
  /** Null when nobody has this code. */
  readonly findProductId: (code: string) => Promise<Id<"products"> | null>;
}

export function useLaunchServer(): LaunchServer {
  const launch = useTenantMutation(api.manualSales.launch);
  const undo = useTenantMutation(api.manualSales.undo);
  const findProduct = useFindProduct();
  return useMemo(
    () => ({
      launch,
      undo: (launchId) => undo({ launchId }),
      findProductId: async (code) => (await findProduct(code))?._id ?? null,
    }),
    [launch, undo, findProduct],
  );
}
