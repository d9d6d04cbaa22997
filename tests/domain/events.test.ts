import { expect, test } from "vitest";
import { DEFAULT_EVENT_TYPE, EVENT_TYPES, isEventType } from "../../domain/events";

test("the four sales channels are a contract", () => {
  expect(EVENT_TYPES).toEqual(["MANUAL", "WHATSAPP", "BAZAR", "LIVE"]);
  expect(DEFAULT_EVENT_TYPE).toBe("MANUAL");
  expect(isEventType("LIVE")).toBe(true);
  expect(isEventType("live")).toBe(false);
});
