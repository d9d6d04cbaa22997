import { useSearchParams } from "react-router-dom";
import type { CalendarDate } from "../../../domain/calendar";
import { DEFAULT_PERIOD, PERIODS, toDate, type PeriodChoice } from "./period";

/** As the address names them, in the order of the screen. */
export const TABS = ["geral", "produtos", "grupos"] as const;
export type ReportTab = (typeof TABS)[number];

export interface ReportsAddress {
  readonly tab: ReportTab;
  readonly period: PeriodChoice;
  /** The live that is looked at; null for the one that is being worked on. */
  readonly live: CalendarDate | null;
  /** Whether event types are of that live alone, or of all dates. */
  readonly isOfLive: boolean;
}

const OF_LIVE = "live";

/** Reads the screen's state; what it does not understand it ignores (UX conventions Q1, Q2). */
export function readAddress(params: URLSearchParams): ReportsAddress {
  const period = params.get("periodo");
  return {
    tab: TABS.find((tab) => tab === params.get("aba")) ?? TABS[0],
    period: {
      name: PERIODS.find((name) => name === period) ?? DEFAULT_PERIOD,
      from: toDate(params.get("de")),
      to: toDate(params.get("ate")),
    },
    live: toDate(params.get("live")),
    isOfLive: params.get("tipos") === OF_LIVE,
  };
}

/** Defaults are left out, and dates of a period that has none. */
export function writeAddress({ tab, period, live, isOfLive }: ReportsAddress): URLSearchParams {
  const params = new URLSearchParams();
  if (tab !== TABS[0]) params.set("aba", tab);
  if (period.name !== DEFAULT_PERIOD) params.set("periodo", period.name);
  if (period.name === "personalizado") {
    if (period.from !== null) params.set("de", period.from);
    if (period.to !== null) params.set("ate", period.to);
  }
  if (live !== null) params.set("live", live);
  if (isOfLive) params.set("tipos", OF_LIVE);
  return params;
}

/** Each choice is a step that Back undoes (UX conventions Q3). */
export function useReportsAddress(): {
  readonly address: ReportsAddress;
  readonly go: (next: Partial<ReportsAddress>) => void;
} {
  const [params, setParams] = useSearchParams();
  const address = readAddress(params);
  return { address, go: (next) => setParams(writeAddress({ ...address, ...next }), { preventScrollReset: true }) };
}
