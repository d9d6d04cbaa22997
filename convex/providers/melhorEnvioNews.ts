import * as z from "zod/mini";
import { dayBounds, isEventDate } from "../../domain/calendar";
import { fromDecimal, type Cents } from "../../domain/money";
import { NO_TIMES, type LabelTimes } from "../../domain/shipments";

/**
 * Melhor Envio: what it says of a label, whether it was asked or not. Its field names and its times stop in this file.
 *
 * Source: contracts/melhor-envio.md §4 to §7.
 */

/** What the service says of a label. */
export interface LabelNews {
  readonly labelId: string;
  /** Its own word. */
  readonly status: string;
  readonly times: LabelTimes;
  readonly trackingCode: string | null;
  /** Null where it names none. */
  readonly priceCents: Cents | null;
}

export const vAmount = z.optional(z.nullable(z.union([z.string(), z.number()])));
const vWord = z.optional(z.nullable(z.string()));
const vFacts = {
  id: z.string(),
  status: vWord,
  tracking: vWord,
  self_tracking: vWord,
  paid_at: vWord,
  generated_at: vWord,
  posted_at: vWord,
  delivered_at: vWord,
  canceled_at: vWord,
  expired_at: vWord,
};
export const vLabel = z.object({
  ...vFacts,
  price: vAmount,
  tags: z.optional(z.nullable(z.array(z.object({ tag: vWord })))),
});
export type Label = z.infer<typeof vLabel>;
export const vMany = z.array(vLabel);
export const vPage = z.object({ data: vMany, last_page: z.optional(z.nullable(z.number())) });

export function toNews(label: Label): LabelNews {
  return {
    labelId: label.id,
    status: label.status ?? "pending",
    times: toTimes(label),
    trackingCode: label.tracking || label.self_tracking || null,
    priceCents: cents(label.price),
  };
}

export function cents(amount: string | number | null | undefined): Cents | null {
  return amount === null || amount === undefined ? null : fromDecimal(amount);
}

function toTimes(facts: z.infer<typeof vNoticed>): LabelTimes {
  return {
    paidAt: instantOf(facts.paid_at),
    generatedAt: instantOf(facts.generated_at),
    postedAt: instantOf(facts.posted_at),
    deliveredAt: instantOf(facts.delivered_at),
    canceledAt: instantOf(facts.canceled_at),
    expiredAt: instantOf(facts.expired_at),
  };
}

const SECOND_MS = 1_000;

/** `2026-11-20 10:50:53` is the time of São Paulo; notices say their offset. Null for anything else. */
export function instantOf(text: string | null | undefined): number | null {
  const [, date = "", hours, minutes, seconds] = /^(\d{4}-\d{2}-\d{2}) (\d{2}):(\d{2}):(\d{2})$/.exec(text ?? "") ?? [];
  if (isEventDate(date)) {
    const secondOfDay = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
    return dayBounds(date).startMs + secondOfDay * SECOND_MS;
  }
  const instant = Date.parse(text ?? "");
  return Number.isNaN(instant) ? null : instant;
}

const vNoticed = z.object(vFacts);
const vNotice = z.object({ event: z.string(), data: z.unknown() });

/** What a notice is about. `news` null: about no label, as the call that the address is registered with. */
export interface LabelNotice {
  readonly event: string;
  readonly news: LabelNews | null;
}

/**
 * Reads a notice, whose signature has been found good; null for what is none. Its status does not always follow its
 * event, so the event counts. Source: contracts/melhor-envio.md §7.
 */
export function parseNotice(body: string): LabelNotice | null {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    return null;
  }
  const notice = vNotice.safeParse(json);
  if (!notice.success) return null;
  const { event } = notice.data;
  const facts = vNoticed.safeParse(notice.data.data);
  if (!facts.success) return { event, news: null };
  const status = event.replace(/^order\./, "");
  const trackingCode = facts.data.tracking || facts.data.self_tracking || null;
  return {
    event,
    news: { labelId: facts.data.id, status, times: toTimes(facts.data), trackingCode, priceCents: null },
  };
}

/** For what is known to have been done although nobody could say when. */
export function newsWith(labelId: string, status: string, times: Partial<LabelTimes>): LabelNews {
  return { labelId, status, times: { ...NO_TIMES, ...times }, trackingCode: null, priceCents: null };
}
