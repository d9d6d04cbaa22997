import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import { formatPhone } from "../../../domain/phone";
import { useTenantAction } from "../../lib/useTenantAction";
import { useTenantQuery } from "../../lib/useTenantQuery";

export type Draw = FunctionReturnType<typeof api.raffle.list>[number];
export type DrawId = Draw["drawId"];
export type Proof = NonNullable<FunctionReturnType<typeof api.raffle.proof>>;

/** How many would take part now, and the fingerprint of their list; loading without a date. */
export function useEligible(eventDate: string | null) {
  return useTenantQuery(api.raffle.eligible, eventDate === null ? "skip" : { eventDate });
}

/** What has been drawn on any date, newest first. */
export function useDraws() {
  return useTenantQuery(api.raffle.list, {});
}

/** What has been drawn on one date, newest first; loading without a date. */
export function useDrawsOf(eventDate: string | null) {
  return useTenantQuery(api.raffle.list, eventDate === null ? "skip" : { eventDate });
}

export function useProof(drawId: DrawId) {
  return useTenantQuery(api.raffle.proof, { drawId });
}

export function useDraw() {
  return useTenantAction(api.raffle.draw);
}

/** The customer's name, or the phone where there is none. Source: specification §3 "Raffle winner". */
export function nameOf({ name, phone }: Draw["winner"]): string {
  return name ?? formatPhone(phone);
}
