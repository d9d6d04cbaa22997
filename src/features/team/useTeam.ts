import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import { useTenantAction } from "../../lib/useTenantAction";
import { useTenantMutation } from "../../lib/useTenantMutation";
import { useTenantQuery } from "../../lib/useTenantQuery";

export type Team = FunctionReturnType<typeof api.people.team>;
export type Member = Team["members"][number];
export type Invite = Team["invites"][number];

/** The company's people and open invitations, live. */
export function useTeam() {
  return useTenantQuery(api.people.team, {});
}

/** What an owner does with the team. Permission changes are never shown before the server has said yes (UX O1). */
export function useTeamActions() {
  return {
    invite: useTenantMutation(api.people.invite),
    revokeInvite: useTenantMutation(api.people.revokeInvite),
    changeRole: useTenantMutation(api.people.changeRole),
    remove: useTenantMutation(api.people.remove),
    setStaffPassword: useTenantAction(api.people.setStaffPassword),
  };
}
