import { isEventDate } from "../../domain/calendar";
import { refuseWith } from "./errors";

/** Refused with `invalid_event_date` when the text is not a calendar day that exists. */
export function requireEventDate(date: string): void {
  if (!isEventDate(date)) refuseWith("invalid_event_date");
}
