import { useMemo } from "react";
import type { Id } from "../../../convex/_generated/dataModel";
import { api } from "../../../convex/_generated/api";
import { useAuth } from "../../lib/auth";
import { useStored } from "../../lib/localStore";
import { useTenant } from "../../lib/tenant";
import { useTenantMutation } from "../../lib/useTenantMutation";
import { useTenantQuery } from "../../lib/useTenantQuery";
import { inOrder, parseViews, withoutView, withView, type SavedView } from "./savedViews";

/** A view in the menu: one's own on this device, or the team's. */
export interface ListedView extends SavedView {
  /** Whoever gave it its filter; null where it is one's own. */
  readonly team: { readonly viewId: Id<"orderViews">; readonly authorName: string } | null;
}

export interface SavedViews {
  readonly views: readonly ListedView[];
  /** Keeps a new one. Rejects as `orderViews.create` refuses. */
  readonly add: (view: SavedView, isForTeam: boolean) => Promise<void>;
  /** Gives one another filter. Rejects as `orderViews.change` refuses. */
  readonly change: (view: ListedView, query: string) => Promise<void>;
  /** Rejects as `orderViews.remove` refuses. */
  readonly remove: (view: ListedView) => Promise<void>;
}

/** Filters with a name (UX conventions Q5): one's own on this device, and those of the whole team. */
export function useSavedViews(): SavedViews {
  const { tenant } = useTenant();
  const { profile } = useAuth();
  const [stored, write] = useStored(`ordersViews:${tenant?.id ?? ""}:${profile?.profileId ?? ""}`);
  const own = useMemo(() => parseViews(stored), [stored]);
  const answer = useTenantQuery(api.orderViews.list, {});
  const team = answer.status === "ready" ? answer.value : NONE;
  const create = useTenantMutation(api.orderViews.create);
  const changeOfTeam = useTenantMutation(api.orderViews.change);
  const removeOfTeam = useTenantMutation(api.orderViews.remove);

  const views = useMemo(
    () =>
      inOrder<ListedView>([
        ...own.map((view) => ({ ...view, team: null })),
        ...team.map(({ name, query, ...rest }) => ({ name, query, team: rest })),
      ]),
    [own, team],
  );
  return {
    views,
    add: async (view, isForTeam) => {
      if (isForTeam) await create({ name: view.name, query: view.query });
      else write(JSON.stringify(withView(own, { name: view.name, query: view.query })));
    },
    change: async ({ name, query: seen, team: shared }, query) => {
      if (shared === null) write(JSON.stringify(withView(own, { name, query })));
      else await changeOfTeam({ viewId: shared.viewId, query, seen });
    },
    remove: async ({ name, team: shared }) => {
      if (shared === null) write(JSON.stringify(withoutView(own, name)));
      else await removeOfTeam({ viewId: shared.viewId });
    },
  };
}

const NONE: readonly never[] = [];
