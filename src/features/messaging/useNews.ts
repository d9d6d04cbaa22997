import type { FunctionReturnType } from "convex/server";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { useTenantQuery } from "../../lib/useTenantQuery";

export type News = FunctionReturnType<typeof api.whatsapp.news>;

const NOTHING: News = { pausedFor: null, message: null, pausedAt: null, broadcastId: null };

/** What everybody on the staff is to know of messages: that they wait, and that one goes to many. */
export function useNews(): News {
  const news = useTenantQuery(api.whatsapp.news, {});
  return news.status === "ready" ? news.value : NOTHING;
}

/** The broadcast that runs, and after its end still that one, for who wants to know how it ended. */
export function useFollowedBroadcast({ broadcastId }: News): News["broadcastId"] {
  const [followed, setFollowed] = useState(broadcastId);
  if (broadcastId !== null && broadcastId !== followed) setFollowed(broadcastId);
  return broadcastId ?? followed;
}
