import type { Id } from "../../../convex/_generated/dataModel";
import type { EventType } from "../../../domain/events";

/** What a launch says, before anyone answered it. */
export interface LaunchDraft {
  /** Null while only the code is known: a code typed quicker than it could be looked up. */
  readonly productId: Id<"products"> | null;
  readonly code: string;
  readonly productName: string | null;
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
