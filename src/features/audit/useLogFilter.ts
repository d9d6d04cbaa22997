import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import type { Id } from "../../../convex/_generated/dataModel";
import { isEventDate } from "../../../domain/calendar";
import type { AuditFilter } from "./useAudit";

/** One record whose lines are wanted alone. */
export interface ChosenRecord {
  readonly key: string;
  readonly label: string;
}

/** What of a log is shown, and the ways to change it. */
export interface LogFilter {
  readonly filter: AuditFilter;
  readonly record: ChosenRecord | null;
  readonly setActor: (actorId: Id<"profiles"> | null) => void;
  readonly setDay: (day: string | null) => void;
  readonly setRecord: (record: ChosenRecord | null) => void;
  readonly clear: () => void;
}

/**
 * The day stands in the address; person and record do not, because an address carries no internal ids (UX conventions
 * Q6).
 */
export function useLogFilter(): LogFilter {
  const [params, setParams] = useSearchParams();
  const [actorId, setActor] = useState<Id<"profiles"> | null>(null);
  const [record, setRecord] = useState<ChosenRecord | null>(null);
  const typed = params.get("dia");
  const day = typed !== null && isEventDate(typed) ? typed : null;

  function setDay(next: string | null) {
    setParams((before) => {
      const after = new URLSearchParams(before);
      if (next === null) after.delete("dia");
      else after.set("dia", next);
      return after;
    });
  }
  return {
    filter: {
      ...(actorId === null ? {} : { actorId }),
      ...(record === null ? {} : { recordKey: record.key }),
      ...(day === null ? {} : { day }),
    },
    record,
    setActor,
    setDay,
    setRecord,
    clear: () => {
      setActor(null);
      setRecord(null);
      if (day !== null) setDay(null);
    },
  };
}
