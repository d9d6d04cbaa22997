import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import { useTenantQuery, type Live } from "../../lib/useTenantQuery";

export type FeedLaunch = FunctionReturnType<typeof api.manualSales.feed>[number];

/** The last 50 launches of a live by everyone, newest first. */
export function useLaunchFeed(eventDate: string): Live<FeedLaunch[]> {
  return useTenantQuery(api.manualSales.feed, { eventDate });
}
