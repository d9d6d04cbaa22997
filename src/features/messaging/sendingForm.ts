import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";

type Whatsapp = FunctionReturnType<typeof api.integrations.get>["whatsapp"];

/** How a shop wants its messages sent, beside where; null is the gateway's own pace. */
export type SendingValues = Pick<
  Whatsapp,
  "mergeItems" | "honoursKeys" | "intervalMs" | "batchSize" | "batchDelayMs" | "dailyCeiling"
>;

export const PACE_FIELDS = ["intervalMs", "batchSize", "batchDelayMs", "dailyCeiling"] as const;
export type PaceField = (typeof PACE_FIELDS)[number];

/** As the fields show it: waits in seconds, nothing for the gateway's own. */
export type SendingText = Readonly<Record<PaceField, string>> & Pick<SendingValues, "mergeItems" | "honoursKeys">;

const SECOND_MS = 1_000;
const SCALES: Readonly<Record<PaceField, number>> = {
  intervalMs: SECOND_MS,
  batchSize: 1,
  batchDelayMs: SECOND_MS,
  dailyCeiling: 1,
};

export function sendingOf(whatsapp: Whatsapp): SendingValues {
  const { mergeItems, honoursKeys, intervalMs, batchSize, batchDelayMs, dailyCeiling } = whatsapp;
  return { mergeItems, honoursKeys, intervalMs, batchSize, batchDelayMs, dailyCeiling };
}

export function sendingText(values: SendingValues): SendingText {
  const shown = (field: PaceField) => {
    const value = values[field];
    return value === null ? "" : String(value / SCALES[field]);
  };
  const { mergeItems, honoursKeys } = values;
  return {
    ...{ mergeItems, honoursKeys },
    ...{ intervalMs: shown("intervalMs"), batchSize: shown("batchSize") },
    ...{ batchDelayMs: shown("batchDelayMs"), dailyCeiling: shown("dailyCeiling") },
  };
}

/** What was typed into a field of the pace; undefined where it is no whole number above zero. */
export function readPace(field: PaceField, text: string): number | null | undefined {
  const trimmed = text.trim();
  if (trimmed === "") return null;
  return /^[1-9]\d{0,5}$/.test(trimmed) ? Number(trimmed) * SCALES[field] : undefined;
}
