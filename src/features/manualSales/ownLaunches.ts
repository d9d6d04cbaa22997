import type { Id } from "../../../convex/_generated/dataModel";
import { isEventDate } from "../../../domain/calendar";
import { isEventType, type EventType } from "../../../domain/events";
import type { Cents } from "../../../domain/money";

/** What a launch says, before anyone answered it. */
export interface LaunchDraft {
  /** Null while only the code is known: a code typed quicker than it could be looked up. */
  readonly productId: Id<"products"> | null;
  readonly code: string;
  readonly productName: string | null;
  /** As the screen knew it; what the server charges is the server's. Null while only the code is known. */
  readonly unitPriceCents: Cents | null;
  /** Digits, as `parsePhone` gives them. */
  readonly phone: string;
  /** In units. */
  readonly quantity: number;
}

/** One launch made on this screen that the server has not accepted (yet). */
export interface OwnLaunch extends LaunchDraft {
  /** Made once and kept through every retry, so that no retry launches twice. */
  readonly launchId: string;
  readonly eventDate: string;
  readonly eventType: EventType;
  readonly at: number;
  /** When the latest attempt left. */
  readonly sentAt: number;
  /** Counts the attempts; the answer of an older attempt cannot refuse a newer one. */
  readonly attempt: number;
  /** Null while it is on its way; the reason once it was refused. */
  readonly refusal: string | null;
}

export type OwnLaunchChange =
  | { readonly kind: "sent"; readonly launch: OwnLaunch }
  | { readonly kind: "resumed"; readonly launches: readonly OwnLaunch[] }
  | { readonly kind: "retried"; readonly launchId: string; readonly sentAt: number }
  | { readonly kind: "accepted" | "dismissed"; readonly launchId: string }
  | { readonly kind: "refused"; readonly launchId: string; readonly attempt: number; readonly refusal: string };

/**
 * ```
 *           retried                       retried
 *          ┌───────┐                ┌────────────────┐
 *   sent → │ on its way │ → refused → │  stays, with its reason  │ → dismissed
 *          └───→ accepted (gone: the shared feed has it)
 * ```
 * An answer to a launch that is gone changes nothing: results may arrive in any order and more than once.
 */
export function changeOwnLaunches(launches: readonly OwnLaunch[], change: OwnLaunchChange): readonly OwnLaunch[] {
  switch (change.kind) {
    case "sent":
      return [change.launch, ...launches];
    case "resumed":
      return [...launches, ...change.launches].sort((a, b) => b.at - a.at);
    case "retried":
      return replace(launches, change.launchId, (launch) => ({
        ...launch,
        attempt: launch.attempt + 1,
        sentAt: change.sentAt,
        refusal: null,
      }));
    case "accepted":
    case "dismissed":
      return launches.filter((launch) => launch.launchId !== change.launchId);
    case "refused":
      return replace(launches, change.launchId, (launch) =>
        launch.attempt === change.attempt ? { ...launch, refusal: change.refusal } : launch,
      );
    default:
      return change satisfies never;
  }
}

function replace(
  launches: readonly OwnLaunch[],
  launchId: string,
  update: (launch: OwnLaunch) => OwnLaunch,
): readonly OwnLaunch[] {
  return launches.map((launch) => (launch.launchId === launchId ? update(launch) : launch));
}

/**
 * Own launches that the shared feed does not show yet. Feed and stock come from the same moment of the server, so a
 * launch in the feed is already taken off the stock: from then on it must not be taken off a second time.
 */
export function notInFeed(
  launches: readonly OwnLaunch[],
  feed: readonly { readonly launchId: string }[],
): readonly OwnLaunch[] {
  const accepted = new Set(feed.map(({ launchId }) => launchId));
  return launches.filter(({ launchId }) => !accepted.has(launchId));
}

/** Units on their way per product. Source: UX conventions O4. */
export function unitsInFlight(launches: readonly OwnLaunch[]): ReadonlyMap<Id<"products">, number> {
  const units = new Map<Id<"products">, number>();
  for (const { productId, quantity, refusal } of launches) {
    if (productId === null || refusal !== null) continue;
    units.set(productId, (units.get(productId) ?? 0) + quantity);
  }
  return units;
}

/** What the launches on their way will add to the bag of a phone in a live, as far as their price is known. */
export function centsInFlight(
  launches: readonly OwnLaunch[],
  { phone, eventDate }: { readonly phone: string; readonly eventDate: string },
): Cents {
  let cents = 0;
  for (const launch of launches) {
    if (launch.refusal !== null || launch.phone !== phone || launch.eventDate !== eventDate) continue;
    cents += (launch.unitPriceCents ?? 0) * launch.quantity;
  }
  return cents;
}

/** A launch as it was kept on this device; null when something else stands there. */
export function parseOwnLaunch(text: string | null): OwnLaunch | null {
  try {
    const value: unknown = JSON.parse(text ?? "null");
    return isOwnLaunch(value) ? value : null;
  } catch {
    // Cut short or written by something else: no launch.
    return null;
  }
}

function isOwnLaunch(value: unknown): value is OwnLaunch {
  if (typeof value !== "object" || value === null) return false;
  const launch = value as Partial<Record<keyof OwnLaunch, unknown>>;
  const isTextOrNull = (field: unknown) => field === null || typeof field === "string";
  return (
    [launch.launchId, launch.code, launch.phone].every((field) => typeof field === "string" && field !== "") &&
    [launch.quantity, launch.at, launch.sentAt, launch.attempt].every(Number.isSafeInteger) &&
    [launch.productId, launch.productName, launch.refusal].every(isTextOrNull) &&
    (launch.unitPriceCents === null || Number.isSafeInteger(launch.unitPriceCents)) &&
    typeof launch.eventDate === "string" &&
    isEventDate(launch.eventDate) &&
    isEventType(launch.eventType)
  );
}
