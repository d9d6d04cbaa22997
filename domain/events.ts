/** The sales channels. The values are part of the product's contract. Source: specification §1. */
export const EVENT_TYPES = ["MANUAL", "WHATSAPP", "BAZAR", "LIVE"] as const;

export type EventType = (typeof EVENT_TYPES)[number];

/** What a launch is when nobody chose: product.md "The live". */
export const DEFAULT_EVENT_TYPE: EventType = "MANUAL";

export function isEventType(text: unknown): text is EventType {
  return EVENT_TYPES.some((type) => type === text);
}
