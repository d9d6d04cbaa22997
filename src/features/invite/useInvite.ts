import { useMutation, useQueries, type RequestForQueries } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useMemo } from "react";
import { api } from "../../../convex/_generated/api";

export type InviteCard = NonNullable<FunctionReturnType<typeof api.people.inviteCard>>;

/** Which company invites; null when the link is used, withdrawn or none; undefined while it loads. */
export function useInviteCard(token: string): InviteCard | null | Error | undefined {
  const queries = useMemo<RequestForQueries>(
    () => ({ card: { query: api.people.inviteCard, args: { token } } }),
    [token],
  );
  return useQueries(queries).card as InviteCard | null | Error | undefined;
}

export function useAcceptInvite() {
  return useMutation(api.people.acceptInvite);
}
