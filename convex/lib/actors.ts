import { makeFunctionReference } from "convex/server";
import { v, type Infer } from "convex/values";
import type { Id } from "../_generated/dataModel";
import { vRole } from "./validators";

/** What an action knows of whoever called it. */
export const vActor = v.object({
  profileId: v.id("profiles"),
  name: v.string(),
  email: v.string(),
  role: vRole,
  isMaster: v.boolean(),
});

export type ActorSeen = Infer<typeof vActor>;

type NoArgs = Record<string, never>;
type OfTenant = { tenantId: Id<"tenants"> };

/**
 * The questions of `convex/access.ts`, by address: the builders of actions ask them, and the generated list of addresses
 * is derived from what the builders make.
 */
export const accessQuestions = {
  asUser: makeFunctionReference<"query", NoArgs, ActorSeen>("access:asUser"),
  asStaff: makeFunctionReference<"query", OfTenant, ActorSeen>("access:asStaff"),
  asOwner: makeFunctionReference<"query", OfTenant, ActorSeen>("access:asOwner"),
  asSuperAdmin: makeFunctionReference<"query", NoArgs, ActorSeen>("access:asSuperAdmin"),
};
