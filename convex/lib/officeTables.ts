import { defineTable } from "convex/server";
import { v } from "convex/values";
import { AUDIT_ACTIONS, AUDIT_RECORDS } from "../../domain/audit";
import { TENANT_ROLES } from "../../domain/people";
import { SECRET_NAMES } from "../../domain/secrets";
import { ENVIRONMENTS } from "../../domain/shippingSettings";
import { messagingFields } from "./messageTables";
import { literals, vCents, vEventDate, vPlainValue } from "./validators";

/** The tables of people, access, settings, coupons and gifts: everything of a company that is not selling. */

export const vTenantRole = literals(TENANT_ROLES);
export const vEnvironment = literals(ENVIRONMENTS);
export const vSecretName = literals(SECRET_NAMES);
export const vAuditAction = literals(AUDIT_ACTIONS);
export const vAuditRecordKind = literals(AUDIT_RECORDS);
export const vAuditValues = v.record(v.string(), vPlainValue);

export const vDiscount = v.union(
  v.object({ kind: v.literal("percentage"), percent: v.number() }),
  v.object({ kind: v.literal("fixed"), amountCents: vCents }),
);

export const packageFields = {
  defaultWeightGrams: v.number(),
  defaultLengthCm: v.number(),
  defaultHeightCm: v.number(),
  defaultWidthCm: v.number(),
  defaultDiameterCm: v.number(),
};

/** `ShippingFields` of domain/shippingSettings.ts, as validators. */
export const shippingFields = {
  ...packageFields,
  originCep: v.string(),
  environment: vEnvironment,
  apiBaseUrl: v.string(),
  pickupUrl: v.string(),
  clientId: v.string(),
  redirectUri: v.string(),
  senderName: v.string(),
  senderDocument: v.string(),
  senderStreet: v.string(),
  senderNumber: v.string(),
  senderComplement: v.string(),
  senderNeighborhood: v.string(),
  senderCity: v.string(),
  senderState: v.string(),
  senderEmail: v.string(),
  senderPhone: v.string(),
};

/** One line of either log: who did what to which record, and what it was before and after. */
const auditFields = {
  /** Epoch milliseconds. */
  at: v.number(),
  /** The São Paulo day of `at`. */
  day: vEventDate,
  /** Null when the operator or the shop's own programs did it. */
  actorId: v.union(v.null(), v.id("profiles")),
  actorName: v.string(),
  action: vAuditAction,
  recordKind: vAuditRecordKind,
  /** The id of the record, or its name where there is one per company. */
  recordKey: v.string(),
  /** What people call it, also when it is gone. */
  recordLabel: v.string(),
  before: vAuditValues,
  after: vAuditValues,
};

export const officeTables = {
  /** An invitation to a company's team, until it is used, withdrawn or swept away. Written by `model/invites.ts`. */
  invites: defineTable({
    tenantId: v.id("tenants"),
    role: vTenantRole,
    createdByName: v.string(),
    createdAt: v.number(),
    expiresAt: v.number(),
  }).index("by_tenantId", ["tenantId"]),

  /** A way to look at a company's big screen without signing in. Written by `model/screenLinks.ts`. */
  screenLinks: defineTable({
    tenantId: v.id("tenants"),
    name: v.string(),
    createdByName: v.string(),
    createdAt: v.number(),
  }).index("by_tenantId", ["tenantId"]),

  /**
   * Which invitation or big screen a key belongs to. Whoever brings a key does not say of which company, so the hashes
   * stand apart from the companies' tables. The keys themselves are kept nowhere. Written by `model/linkKeys.ts`.
   */
  linkKeys: defineTable({
    /** SHA-256 of the key, hexadecimal. */
    hash: v.string(),
    targetId: v.union(v.id("invites"), v.id("screenLinks")),
  })
    .index("by_hash", ["hash"])
    .index("by_targetId", ["targetId"]),

  /** Codes that set a new password, hashed, for fifteen minutes. Written by `model/recovery.ts`. */
  recoveryCodes: defineTable({
    email: v.string(),
    /** SHA-256 of e-mail and code. */
    hash: v.string(),
    expiresAt: v.number(),
    /** Wrong codes it stands before it is worth nothing. */
    triesLeft: v.number(),
  })
    .index("by_email_and_expiresAt", ["email", "expiresAt"])
    .index("by_expiresAt", ["expiresAt"]),

  /** Browsers that signed in to an e-mail: nobody else's wrong passwords close the door to them. Written by `model/trustedDevices.ts`. */
  trustedDevices: defineTable({ email: v.string(), deviceHash: v.string(), lastAt: v.number() })
    .index("by_email_and_deviceHash", ["email", "deviceHash"])
    .index("by_lastAt", ["lastAt"]),

  /**
   * Sessions that an outside service (Clerk) keeps and that were ended: a token of one is refused though it has not run
   * out. Written by `model/sessions.ts`, swept when no such token can be alive.
   */
  endedSessions: defineTable({ sessionId: v.string(), at: v.number() })
    .index("by_sessionId", ["sessionId"])
    .index("by_at", ["at"]),

  /**
   * Mail to people: handed to the configured service, or, where there is none, left for the operator of the machine to
   * read. Written by `model/mails.ts`, deleted after seven days.
   */
  mails: defineTable({
    to: v.string(),
    subject: v.string(),
    text: v.string(),
    createdAt: v.number(),
    state: v.union(
      v.object({ kind: v.literal("outbox") }),
      v.object({ kind: v.literal("sending"), attempts: v.number() }),
      v.object({ kind: v.literal("sent"), at: v.number() }),
      v.object({ kind: v.literal("failed"), reason: v.string() }),
    ),
  }).index("by_createdAt", ["createdAt"]),

  /** What a company sets of itself; at most one row. Written by `model/appSettings.ts`. */
  appSettings: defineTable({
    tenantId: v.id("tenants"),
    publicBaseUrl: v.string(),
    /** Absent where the company has never set them: the installation's own texts. */
    slipShipping: v.optional(v.string()),
    slipPayment: v.optional(v.string()),
  }).index("by_tenantId", ["tenantId"]),

  /** What a company sends from and with; at most one row. Written by `model/shippingSettings.ts`. */
  shippingSettings: defineTable({
    tenantId: v.id("tenants"),
    ...shippingFields,
    /** Of earlier versions; it stands with the connection now (`oauthConnections`). */
    tokenExpiresAt: v.optional(v.union(v.null(), v.number())),
  }).index("by_tenantId", ["tenantId"]),

  /** The readable part of a company's payment connection; at most one row. Written by `model/integrations.ts`. */
  mercadoPagoSettings: defineTable({
    tenantId: v.id("tenants"),
    publicKey: v.string(),
    clientId: v.string(),
  }).index("by_tenantId", ["tenantId"]),

  /** The readable part of a company's ERP connection; at most one row. Written by `model/integrations.ts`. */
  blingSettings: defineTable({
    tenantId: v.id("tenants"),
    clientId: v.string(),
    environment: vEnvironment,
    isActive: v.boolean(),
    tokenExpiresAt: v.union(v.null(), v.number()),
  }).index("by_tenantId", ["tenantId"]),

  /** The readable part of a company's messaging connection; at most one row. Written by `model/integrations.ts`. */
  whatsappSettings: defineTable({
    tenantId: v.id("tenants"),
    apiUrl: v.string(),
    instanceName: v.string(),
    isActive: v.boolean(),
    ...messagingFields,
  }).index("by_tenantId", ["tenantId"]),

  /** Values nobody reads by accident: encrypted, at most one row per name. Written by `model/secrets.ts`. */
  secrets: defineTable({
    tenantId: v.id("tenants"),
    name: vSecretName,
    /** As `lib/secretBox.ts` gives it. */
    sealed: v.string(),
    /** Its last characters, for the mask. */
    ending: v.string(),
    updatedAt: v.number(),
  }).index("by_tenantId_and_name", ["tenantId", "name"]),

  /** Written by `model/coupons.ts`. `usedCount` grows when an order that uses it is paid. */
  coupons: defineTable({
    tenantId: v.id("tenants"),
    /** In capitals; unique in a company. */
    code: v.string(),
    discount: vDiscount,
    expiresDate: v.union(v.null(), vEventDate),
    usageLimit: v.union(v.null(), v.number()),
    usedCount: v.number(),
    isActive: v.boolean(),
  }).index("by_tenantId_and_code", ["tenantId", "code"]),

  /** Written by `model/gifts.ts`. */
  gifts: defineTable({
    tenantId: v.id("tenants"),
    name: v.string(),
    description: v.union(v.null(), v.string()),
    minimumPurchaseCents: vCents,
    isActive: v.boolean(),
  }).index("by_tenantId_and_minimumPurchaseCents", ["tenantId", "minimumPurchaseCents"]),

  /** Filters of the order list that the whole team has. Written by `model/orderViews.ts`. */
  orderViews: defineTable({
    tenantId: v.id("tenants"),
    name: v.string(),
    /** By which names are told apart; unique in a company. */
    nameKey: v.string(),
    /** As the list's address has it. */
    query: v.string(),
    /** Who gave it this filter. */
    authorName: v.string(),
  }).index("by_tenantId_and_nameKey", ["tenantId", "nameKey"]),

  /**
   * Who did what in a company, when, before and after. Only ever appended to, by `model/audit.ts`. One index per
   * combination of the filters by person and record, each ending in the day.
   */
  auditLog: defineTable({ tenantId: v.id("tenants"), ...auditFields })
    .index("by_tenantId_and_day", ["tenantId", "day"])
    .index("by_tenantId_and_actorId_and_day", ["tenantId", "actorId", "day"])
    .index("by_tenantId_and_recordKey_and_day", ["tenantId", "recordKey", "day"])
    .index("by_tenantId_and_actorId_and_recordKey_and_day", ["tenantId", "actorId", "recordKey", "day"]),

  /** The same for what belongs to no company: companies themselves, super admins, people without one. */
  installationLog: defineTable(auditFields)
    .index("by_day", ["day"])
    .index("by_actorId_and_day", ["actorId", "day"])
    .index("by_recordKey_and_day", ["recordKey", "day"])
    .index("by_actorId_and_recordKey_and_day", ["actorId", "recordKey", "day"]),

  /** Companies that were deleted, and how far their rows and files are gone. Written by `model/tenantRemoval.ts`. */
  tenantDeletions: defineTable({
    /** The id the company had. */
    removedTenantId: v.id("tenants"),
    name: v.string(),
    slug: v.string(),
    startedAt: v.number(),
    finishedAt: v.union(v.null(), v.number()),
    deletedRows: v.number(),
  }).index("by_startedAt", ["startedAt"]),
};
