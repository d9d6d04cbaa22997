import { expect } from "vitest";
import type { Row } from "./row";
import { PAGE } from "./world";

const INTERNALS = [
  "housekeeping:deleteOldMessages",
  "messageSending:ask",
  "messageSending:facts",
  "messageSending:give",
  "messageSending:look",
  "messageSending:looked",
  "messageSending:overdue",
  "messageSending:probe",
  "messageSending:question",
  "messageSending:send",
  "messageSending:settingsChanged",
  "messageSending:settle",
  "messageSending:settleQuestion",
  "messageSending:sweep",
  "messageSending:turn",
];

/** What is said to customers of their orders, and who sends it. */
export const MESSAGE_ROWS: Record<string, Row> = {
  ...Object.fromEntries(INTERNALS.map((path) => [path, { who: "internal" as const }])),
  "messages:attention": {
    who: "staff",
    args: () => ({ since: 0 }),
    stranger: { returns: [] },
    own: (result) => expect(result).toMatchObject([{ state: "failed", reason: "Da loja A" }]),
  },
  "messages:log": {
    who: "staff",
    args: () => PAGE,
    stranger: { returns: expect.objectContaining({ page: [] }) },
    own: (result) => expect(result).toMatchObject({ page: [{ text: "Oi, da loja A" }] }),
  },
  "messages:ofOrder": {
    who: "staff",
    args: ({ a }) => ({ orderId: a.orderId }),
    stranger: { returns: [] },
    own: (result) => expect(result).toMatchObject([{ event: "item_added", state: "failed", canRetry: true }]),
  },
  "messages:retry": {
    who: "staff",
    args: ({ a }) => ({ messageId: a.messageId }),
    stranger: { refusal: "message_not_found" },
    own: (result) => expect(result).toBeNull(),
  },
};
