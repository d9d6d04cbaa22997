import { ok, refuse, type Result } from "./errors";

/** A filter of the order list with a name. */
export interface OrderView {
  readonly name: string;
  /** As the list's address has it, without the question mark. */
  readonly query: string;
}

export const MAX_VIEW_NAME = 40;
const MAX_VIEW_QUERY = 300;
/** What an address may carry: no name and no phone, which the list keeps out of it (UX conventions Q6). */
const QUERY = /^[\w.~%+=&:-]*$/;

/**
 * Whether a view can be kept; its name comes back without outer spaces.
 *
 * Refused with `view_name_required`, `value_too_long`, `invalid_view`.
 */
export function checkOrderView(view: OrderView): Result<OrderView> {
  const name = view.name.trim();
  if (name === "") return refuse("view_name_required");
  if (name.length > MAX_VIEW_NAME) return refuse("value_too_long", { max: MAX_VIEW_NAME });
  if (view.query.length > MAX_VIEW_QUERY || !QUERY.test(view.query)) return refuse("invalid_view");
  return ok({ name, query: view.query });
}

/** Names are told apart as people do: case and outer spaces do not matter. */
export function viewNameKey(name: string): string {
  return name.trim().toLocaleLowerCase("pt-BR");
}
