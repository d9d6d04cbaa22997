/** The roles of a company's people. A super admin belongs to no company and has a role of their own. */
export const TENANT_ROLES = ["owner", "staff"] as const;
export type TenantRole = (typeof TENANT_ROLES)[number];

export const INVITE_LIFE_MS = 7 * 24 * 60 * 60 * 1000;
export const RECOVERY_CODE_LIFE_MS = 15 * 60 * 1000;
/** What a person reads in the mail and types. */
export const RECOVERY_CODE_DIGITS = 8;
