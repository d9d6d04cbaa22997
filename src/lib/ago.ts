import { formatDate, formatShortTime, saoPauloDate } from "../../domain/calendar";

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;

/** `20/11/2026 20:14`, in São Paulo. */
export function formatInstant(epochMs: number): string {
  return `${formatDate(saoPauloDate(epochMs))} ${formatShortTime(epochMs)}`;
}

/** How long ago, up to a day: 'há 5 s', 'há 3 min', 'há 2 h'; after that the date. Source: UX conventions N7. */
export function agoText(epochMs: number, now: number): string {
  const seconds = Math.max(0, Math.round((now - epochMs) / 1000));
  if (seconds < MINUTE_S) return `há ${seconds} s`;
  if (seconds < HOUR_S) return `há ${Math.floor(seconds / MINUTE_S)} min`;
  if (seconds < DAY_S) return `há ${Math.floor(seconds / HOUR_S)} h`;
  return `em ${formatInstant(epochMs)}`;
}
