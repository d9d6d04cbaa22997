import { useAction, useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { useLiveQuery } from "../../lib/useLiveQuery";

export type TenantRow = FunctionReturnType<typeof api.tenants.list>[number];
export type SuperAdmin = FunctionReturnType<typeof api.people.superAdmins>[number];
export type WaitingPerson = FunctionReturnType<typeof api.people.withoutCompany>[number];

/** Every company, newest first. */
export function useTenants() {
  return useLiveQuery(api.tenants.list, {});
}

/** The companies one can work as, by name. */
export function useActiveTenants() {
  return useLiveQuery(api.tenants.listActive, {});
}

/** What deleting a company takes with it; null when it is gone. */
export function useConsequences(id: Id<"tenants">) {
  return useLiveQuery(api.tenants.consequences, { id });
}

/** The last deletions and how far they are. */
export function useDeletions() {
  return useLiveQuery(api.tenants.deletions, {});
}

export function useTenantChanges() {
  return {
    create: useAction(api.tenants.create),
    update: useAction(api.tenants.update),
    setActive: useMutation(api.tenants.setActive),
    remove: useMutation(api.tenants.remove),
  };
}

/** People who have signed up and belong to no company, newest first. */
export function useWaitingPeople() {
  return useLiveQuery(api.people.withoutCompany, {});
}

export function useAssign() {
  return useMutation(api.people.assign);
}

/** Who has the whole installation, by name. */
export function useSuperAdmins() {
  return useLiveQuery(api.people.superAdmins, {});
}

/** For the master alone; the server decides. */
export function useSetSuperAdmin() {
  return useMutation(api.people.setSuperAdmin);
}

export function useSetPassword() {
  return useAction(api.people.setPassword);
}
