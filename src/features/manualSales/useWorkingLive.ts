import { useCallback, useMemo, useState } from "react";
import { isEventDate } from "../../../domain/calendar";
import { DEFAULT_EVENT_TYPE, isEventType } from "../../../domain/events";
import { useAuth } from "../../lib/auth";
import { useToday } from "../../lib/clock";
import { useStored, writeStored } from "../../lib/localStore";
import { useTenant } from "../../lib/tenant";
import type { WorkingLive } from "./liveChoice";

/**
 * Working date and event type: chosen once per person and company, kept on this device, never rolling over at midnight
 * by themselves (product.md "The live"). Until something is chosen, it is the day this screen was first opened on.
 */
export function useWorkingLive(): {
  live: WorkingLive;
  isToday: boolean;
  today: string;
  choose: (live: WorkingLive) => void;
} {
  const { profile } = useAuth();
  const { tenant } = useTenant();
  const today = useToday();
  const key = `workingLive:${tenant?.id ?? ""}:${profile?.profileId ?? ""}`;
  const [stored] = useStored(key);
  const [openedOn] = useState(today);
  const live = useMemo(
    () => parseLive(stored) ?? { eventDate: openedOn, eventType: DEFAULT_EVENT_TYPE },
    [stored, openedOn],
  );
  const choose = useCallback((next: WorkingLive) => writeStored(key, JSON.stringify(next)), [key]);
  return { live, isToday: live.eventDate === today, today, choose };
}

function parseLive(text: string | null): WorkingLive | null {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || !("eventDate" in value) || !("eventType" in value)) return null;
    const { eventDate, eventType } = value;
    if (typeof eventDate !== "string" || !isEventDate(eventDate) || !isEventType(eventType)) return null;
    return { eventDate, eventType };
  } catch {
    // Something else wrote under this key: as if nothing had been chosen.
    return null;
  }
}
