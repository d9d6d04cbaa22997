import { formatDate, formatShortTime, saoPauloDate } from "../../../domain/calendar";
import { texts } from "./texts";

/** When something will be: 'às 20:14', on another day 'em 22/11/2026 às 08:00'. */
export function whenText(epochMs: number, now: number): string {
  const date = saoPauloDate(epochMs);
  const time = formatShortTime(epochMs);
  return date === saoPauloDate(now) ? texts.at(time) : texts.atOn(formatDate(date), time);
}

/** The same after 'por volta': 'das 20:14', 'de 22/11/2026 às 08:00'. */
export function aboutText(epochMs: number, now: number): string {
  const date = saoPauloDate(epochMs);
  const time = formatShortTime(epochMs);
  return date === saoPauloDate(now) ? texts.about(time) : texts.aboutOn(formatDate(date), time);
}
