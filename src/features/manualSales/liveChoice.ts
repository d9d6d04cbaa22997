import type { EventType } from "../../../domain/events";

/** The live a person is working on. */
export interface WorkingLive {
  readonly eventDate: string;
  readonly eventType: EventType;
}
