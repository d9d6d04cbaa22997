import type { FunctionReturnType } from "convex/server";
import { useCallback } from "react";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { refusalOf } from "../../lib/refusal";
import { useAskTenant } from "../../lib/useAskTenant";

type Answer = FunctionReturnType<typeof api.orders.slips>;
export type SlipOrder = Answer["slips"][number];
export type SlipTexts = Answer["texts"];

export interface SlipSet {
  readonly orders: readonly SlipOrder[];
  readonly fixed: SlipTexts;
  /** Orders that were deleted meanwhile: they have no slip. */
  readonly missing: number;
}

/** As many as the server gives at once. */
const PAGE = 50;

/**
 * Reads the slips of orders, in their order. Pages are asked for side by side; an order that is gone costs its own slip
 * and no other.
 */
export function useReadSlips(): (
  orderIds: readonly Id<"orders">[],
  onProgress: (done: number) => void,
) => Promise<SlipSet> {
  const ask = useAskTenant(api.orders.slips);
  return useCallback(
    async (orderIds, onProgress) => {
      let done = 0;
      const read = async (ids: Id<"orders">[]) => {
        const pages = await readPage(ask, ids);
        done += ids.length;
        onProgress(done);
        return pages;
      };
      const pages: Id<"orders">[][] = [];
      for (let at = 0; at < orderIds.length; at += PAGE) pages.push(orderIds.slice(at, at + PAGE));
      const answers = (await Promise.all(pages.map(read))).flat();
      const orders = answers.flatMap(({ slips }) => slips);
      return {
        orders,
        fixed: answers[0]?.texts ?? { shipping: "", payment: "" },
        missing: orderIds.length - orders.length,
      };
    },
    [ask],
  );
}

type Ask = (args: { orderIds: Id<"orders">[] }) => Promise<Answer>;

async function readPage(ask: Ask, orderIds: Id<"orders">[]): Promise<Answer[]> {
  try {
    return [await ask({ orderIds })];
  } catch (error) {
    if (refusalOf(error)?.code !== "order_not_found") throw error;
    if (orderIds.length === 1) return [];
    const halves = [orderIds.slice(0, orderIds.length / 2), orderIds.slice(orderIds.length / 2)];
    return (await Promise.all(halves.map((half) => readPage(ask, half)))).flat();
  }
}
