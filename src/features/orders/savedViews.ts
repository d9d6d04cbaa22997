import { viewNameKey, type OrderView } from "../../../domain/orderViews";

/** A filter with a name, as the address has it without the open order. */
export type SavedView = OrderView;

/** Reads what one's own device keeps; anything that is not a list of views is none. */
export function parseViews(stored: string | null): readonly SavedView[] {
  if (stored === null) return [];
  try {
    const value: unknown = JSON.parse(stored);
    return Array.isArray(value) ? value.filter(isView) : [];
  } catch {
    // Written by something else: there are no views yet, and the next one saved makes it right.
    return [];
  }
}

function isView(value: unknown): value is SavedView {
  return (
    typeof value === "object" &&
    value !== null &&
    "name" in value &&
    typeof value.name === "string" &&
    "query" in value &&
    typeof value.query === "string"
  );
}

/** The views with one more, or with the view of that name changed; names in order. */
export function withView(views: readonly SavedView[], view: SavedView): readonly SavedView[] {
  return inOrder([...views.filter(({ name }) => !isSameName(name, view.name)), view]);
}

export function inOrder<View extends SavedView>(views: readonly View[]): readonly View[] {
  return [...views].sort((a, b) => a.name.localeCompare(b.name, "pt-BR"));
}

export function withoutView(views: readonly SavedView[], name: string): readonly SavedView[] {
  return views.filter((view) => view.name !== name);
}

/** Names are unique, and told apart as people do: case and outer spaces do not matter. */
export function isSameName(a: string, b: string): boolean {
  return viewNameKey(a) === viewNameKey(b);
}
