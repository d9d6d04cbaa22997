import { advance, isBought, isUnderWay, mergeTimes, stateOfLabel, type ShipmentState } from "../../domain/shipments";
import type { TenantWriter } from "../lib/tenantDb";
import type { LabelNews } from "../providers/melhorEnvioNews";
import type { Deed } from "./orderEvents";
import { withdrawCharge } from "./shipmentCharges";
import { changeShipment, type Shipment, type ShipmentFields } from "./shipments";

/**
 * What becomes of a shipment by what the service says of its label. Answers, notices and looks all end here; whatever
 * order they come in and however often, the same remains (`domain/shipments.ts`).
 */

/**
 * @param isAsked whether the service was asked just now: then its own word counts as the newest. A notice may be old.
 * @returns the shipment afterwards
 */
export async function takeNews(
  db: TenantWriter,
  shipment: Shipment,
  news: LabelNews,
  { deed, isAsked }: { readonly deed: Deed; readonly isAsked: boolean },
): Promise<Shipment> {
  if (shipment.labelId !== null && shipment.labelId !== news.labelId) return shipment;
  const times = mergeTimes(shipment.times, news.times);
  const begun: ShipmentState = shipment.labelId === null ? "created_awaiting_payment" : shipment.state;
  const state = advance(begun, stateOfLabel(news.status, times));
  const isNewest = isAsked && deed.at >= shipment.askedAt;
  const fields: Partial<ShipmentFields> = {
    labelId: news.labelId,
    times,
    state,
    trackingCode: news.trackingCode ?? shipment.trackingCode,
    priceCents: news.priceCents ?? shipment.priceCents,
    ...(isNewest ? { providerStatus: news.status, askedAt: deed.at } : {}),
    // What stood in the way does not any more.
    ...(state !== shipment.state ? { problem: null } : {}),
  };
  if (state === "cancelled" || state === "expired") await withdrawCharge(db, shipment, deed.at);
  if (shipment.step === null) fields.nextStepAt = nextLookAt({ ...shipment, ...fields }, deed.at);
  return await changeShipment(db, shipment, fields, deed);
}

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** Parcels that are still on their way by then are lost, or nobody says so any more. */
const LAST_LOOK_MS = 90 * DAY_MS;

/** When the service is asked how a label stands, should no notice come; null when never. */
export function nextLookAt(
  { state, labelId, createdAt, times }: Pick<Shipment, "state" | "labelId" | "createdAt" | "times">,
  now: number,
): number | null {
  if (labelId === null || !isUnderWay(state) || now - (createdAt ?? 0) > LAST_LOOK_MS) return null;
  if (!isBought(state)) return now + 6 * HOUR_MS;
  const since = times.postedAt ?? times.paidAt ?? now;
  return now + (now - since < 20 * DAY_MS ? 3 * HOUR_MS : DAY_MS);
}
