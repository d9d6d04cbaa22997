import type { FunctionArgs, FunctionReference, FunctionReturnType } from "convex/server";
import { createContext, useCallback, useContext, useState } from "react";
import { api } from "../../../convex/_generated/api";
import type { CalendarDate } from "../../../domain/calendar";
import { useTenantQuery, type Live, type WithoutTenant } from "../../lib/useTenantQuery";
import type { Dates } from "./period";

export type ReportCard = FunctionReturnType<typeof api.reports.overview>["today"];
export type Overview = FunctionReturnType<typeof api.reports.overview>;
export type TopProduct = FunctionReturnType<typeof api.reports.topProducts>[number];
export type GroupRow = FunctionReturnType<typeof api.reports.groups>[number];
export type DayRow = FunctionReturnType<typeof api.reports.salesByDay>[number];
export type EventTypeRow = FunctionReturnType<typeof api.reports.byEventType>[number];
export type HourRow = FunctionReturnType<typeof api.reports.liveByHour>[number];

/** Whether the reports have let go of their subscriptions for a moment, so that the server answers anew. */
export const RefreshContext = createContext(false);

/** The figures are live; asking anew is for who wants to be sure. They stay on screen meanwhile. */
export function useRefresh(): {
  readonly isPaused: boolean;
  readonly refreshedAt: number | null;
  readonly refresh: () => void;
} {
  const [isPaused, setIsPaused] = useState(false);
  const [refreshedAt, setRefreshedAt] = useState<number | null>(null);
  const refresh = useCallback(() => {
    setIsPaused(true);
    window.setTimeout(() => {
      setIsPaused(false);
      setRefreshedAt(Date.now());
    });
  }, []);
  return { isPaused, refreshedAt, refresh };
}

function useReport<Query extends FunctionReference<"query">>(
  query: Query,
  args: WithoutTenant<FunctionArgs<Query>> | "skip",
): Live<FunctionReturnType<Query>> {
  const isPaused = useContext(RefreshContext);
  return useTenantQuery(query, isPaused ? "skip" : args);
}

/** @param period null where no period of one's own is asked for */
export function useOverview(today: CalendarDate, period: Dates | null) {
  return useReport(api.reports.overview, { today, ...(period ?? {}) });
}

export function useTopProducts(dates: Dates | null) {
  return useReport(api.reports.topProducts, dates ?? "skip");
}

export function useGroups() {
  return useReport(api.reports.groups, {});
}

export function useSalesByDay(dates: Dates) {
  return useReport(api.reports.salesByDay, dates);
}

/** @param eventDate null for all dates */
export function useByEventType(eventDate: CalendarDate | null) {
  return useReport(api.reports.byEventType, eventDate === null ? {} : { eventDate });
}

export function useLiveByHour(eventDate: CalendarDate) {
  return useReport(api.reports.liveByHour, { eventDate });
}
