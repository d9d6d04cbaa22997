import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { aPerson, aShop, type Deployment, type Person, type Shop } from "./builders";

/** Who may call what of everything that is not selling: one row per public function, read by access.test.ts. */

/** A company with one of each thing that its owner looks after. */
export interface Office {
  readonly shop: Shop;
  readonly slug: string;
  readonly owner: Person;
  readonly staff: Person;
  readonly couponId: Id<"coupons">;
  readonly giftId: Id<"gifts">;
  readonly inviteId: Id<"invites">;
  readonly inviteToken: string;
  readonly screenLinkId: Id<"screenLinks">;
  readonly screenKey: string;
}

/** Words that stand in company A's things alone: no answer to anybody else may hold them. */
export const SECRET_WORDS = [
  "SOCOLEGAS",
  "Caneca da Loja A",
  "TEST-segredo-da-loja-a",
  "Telão da Loja A",
  "Rita da Loja A",
];

export interface Offices {
  readonly deployment: Deployment;
  readonly a: Office;
  readonly b: Office;
  /** Signed in, of no company. */
  readonly nobody: Person;
  readonly superAdmin: Person;
  readonly master: Person;
}

export const MASTER_EMAIL = "mestre@loja.test";

export async function twoOffices(): Promise<Offices> {
  process.env.MASTER_ADMIN_EMAIL = MASTER_EMAIL;
  process.env.SECRETS_KEY = btoa("0123456789abcdef0123456789abcdef");
  const shopA = await aShop({ name: "Loja A" });
  const { deployment } = shopA;
  const shopB = await aShop({ deployment, name: "Loja B" });
  const a = await anOffice(shopA, { code: "SOCOLEGAS", gift: "Caneca da Loja A", screen: "Telão da Loja A" });
  const b = await anOffice(shopB, { code: "DELES", gift: "Chaveiro", screen: "Vitrine" });
  await a.owner.session.mutation(api.integrations.saveMercadoPago, {
    tenantId: shopA.tenantId,
    accessToken: "TEST-segredo-da-loja-a",
  });
  const [nobody, superAdmin, master] = await Promise.all([
    aPerson(deployment, { name: "Ninguém" }),
    aPerson(deployment, { name: "Super", role: "super_admin" }),
    aPerson(deployment, { name: "Mestre", role: "super_admin" }),
  ]);
  await deployment.run(({ db }) => db.patch("profiles", master.profileId, { email: MASTER_EMAIL }));
  return { deployment, a, b, nobody, superAdmin, master };
}

async function anOffice(shop: Shop, names: { code: string; gift: string; screen: string }): Promise<Office> {
  const { deployment, tenantId } = shop;
  const owner = await shop.hasStaff("Dona", "owner");
  const staff = await shop.hasStaff(names.code === "SOCOLEGAS" ? "Rita da Loja A" : "Beto");
  // Evolution API without its key: no gateway is ever called from here.
  const messaging = { apiUrl: "https://gateway.test", instanceName: "loja", isActive: false } as const;
  await deployment.run(({ db }) => db.insert("whatsappSettings", { tenantId, ...messaging, gateway: "evolution" }));
  await givePassword(deployment, staff);
  await givePassword(deployment, owner);
  const { session } = owner;
  const { couponId } = await session.mutation(api.coupons.create, { tenantId, ...COUPON, code: names.code });
  const { giftId } = await session.mutation(api.gifts.create, { tenantId, ...GIFT, name: names.gift });
  const invite = await session.mutation(api.people.invite, { tenantId, role: "staff" });
  const screen = await session.mutation(api.screenLinks.create, { tenantId, name: names.screen });
  const slug = (await deployment.run(({ db }) => db.get("tenants", tenantId)))?.slug ?? "";
  return {
    shop,
    slug,
    owner,
    staff,
    couponId,
    giftId,
    inviteId: invite.inviteId,
    inviteToken: invite.token,
    screenLinkId: screen.screenLinkId,
    screenKey: screen.key,
  };
}

/** An account of the built-in sign-in for somebody who was put into the database by hand. The password is "senha-antiga". */
export async function givePassword(deployment: Deployment, person: Person): Promise<string> {
  return await deployment.run(async ({ db }) => {
    const profile = await db.get("profiles", person.profileId);
    if (profile === null) throw new Error("the person should have a profile");
    await db.insert("authAccounts", {
      userId: person.userId,
      provider: "password",
      providerAccountId: profile.email,
      secret: OLD_PASSWORD_HASH,
    });
    return profile.email;
  });
}

export const OLD_PASSWORD = "senha-antiga";
/** Cost 4: made for tests, so that they do not wait. */
const OLD_PASSWORD_HASH = "$2b$04$Ry6g5wYwjBeWKEu2iT3WCuxI1HwX4QnFDe6bkmMgSHQhQ8fXva3Jm";

const COUPON = {
  code: "X",
  discount: { kind: "percentage", percent: 10 },
  expiresDate: null,
  usageLimit: null,
  isActive: true,
} as const;
const GIFT = { name: "X", description: null, minimumPurchaseCents: 5000, isActive: true };

/** Each step up includes the ones before: an owner may what staff may. */
export type Door = "staff" | "owner" | "super admin" | "master" | "signed in" | "link" | "anyone";

export interface AccessRow {
  readonly door: Door;
  /** A call about the things of company A, without `tenantId` and `linkKey`. */
  readonly args?: (offices: Offices) => Record<string, unknown>;
  /** For a company's functions: what owner B gets who calls in company B with the ids of company A. */
  readonly foreignIds?: string;
  /** The refusal that shows that a call came past the door, where the row's call does not succeed. */
  readonly refusedInside?: string;
}

const page = { paginationOpts: { numItems: 10, cursor: null } };
const NEW_PASSWORD = "senha-bem-nova";

export const ACCESS_ROWS: Record<string, AccessRow> = {
  "audit:installation": { door: "super admin", args: () => page },
  "audit:list": { door: "owner", args: () => page },
  "audit:people": { door: "owner" },
  "coupons:check": {
    door: "staff",
    args: () => ({ code: "socolegas", totalCents: 1000, today: "2026-11-20" }),
    foreignIds: "coupon_not_found",
  },
  "coupons:create": { door: "owner", args: () => ({ ...COUPON, code: "NOVO" }) },
  "coupons:list": { door: "owner" },
  "coupons:remove": { door: "owner", args: ({ a }) => ({ couponId: a.couponId }), foreignIds: "coupon_not_found" },
  "coupons:update": {
    door: "owner",
    args: ({ a }) => ({ ...COUPON, couponId: a.couponId }),
    foreignIds: "coupon_not_found",
  },
  "gifts:best": { door: "staff", args: () => ({ totalCents: 9000 }) },
  "gifts:create": { door: "owner", args: () => GIFT },
  "gifts:list": { door: "owner" },
  "gifts:remove": { door: "owner", args: ({ a }) => ({ giftId: a.giftId }), foreignIds: "gift_not_found" },
  "gifts:update": { door: "owner", args: ({ a }) => ({ ...GIFT, giftId: a.giftId }), foreignIds: "gift_not_found" },
  "bling:choices": { door: "owner", refusedInside: "bling_not_connected", foreignIds: "bling_not_connected" },
  "bling:connect": {
    door: "owner",
    refusedInside: "bling_credentials_missing",
    foreignIds: "bling_credentials_missing",
  },
  "bling:disconnect": { door: "owner" },
  "bling:saveSettings": { door: "owner", args: () => ({ postsStock: true }) },
  "bling:settings": { door: "owner" },
  "bling:testConnection": { door: "owner" },
  "integrations:get": { door: "owner" },
  "integrations:reveal": { door: "owner", args: () => ({ secret: "mercado_pago.access_token" }) },
  "integrations:saveBling": { door: "owner", args: () => ({ clientId: "1" }) },
  "integrations:saveMelhorEnvio": { door: "owner", args: () => ({ clientId: "1" }) },
  "integrations:saveMercadoPago": { door: "owner", args: () => ({ clientId: "1" }) },
  "integrations:saveWhatsapp": { door: "owner", args: () => ({ instanceName: "loja" }) },
  "people:acceptInvite": { door: "signed in", args: () => ({ token: "x" }), refusedInside: "invite_not_found" },
  "people:assign": {
    door: "super admin",
    args: ({ nobody, b }) => ({ profileId: nobody.profileId, tenantId: b.shop.tenantId, role: "staff" }),
  },
  "people:changeRole": {
    door: "owner",
    args: ({ a }) => ({ profileId: a.staff.profileId, role: "owner" }),
    foreignIds: "person_not_found",
  },
  "people:invite": { door: "owner", args: () => ({ role: "staff" }) },
  "people:inviteCard": { door: "anyone", args: () => ({ token: "x" }) },
  "people:remove": {
    door: "owner",
    args: ({ a }) => ({ profileId: a.staff.profileId }),
    foreignIds: "person_not_found",
  },
  "people:revokeInvite": { door: "owner", args: ({ a }) => ({ inviteId: a.inviteId }), foreignIds: "invite_not_found" },
  "people:setPassword": {
    door: "super admin",
    args: () => ({ email: "ninguem@nada.test", newPassword: NEW_PASSWORD }),
    refusedInside: "person_not_found",
  },
  "people:setStaffPassword": {
    door: "owner",
    args: ({ a }) => ({ profileId: a.staff.profileId, newPassword: NEW_PASSWORD }),
    foreignIds: "person_not_found",
  },
  "people:setSuperAdmin": {
    door: "master",
    args: ({ nobody }) => ({ profileId: nobody.profileId, isSuperAdmin: true }),
  },
  "people:superAdmins": { door: "super admin" },
  "people:team": { door: "owner" },
  "people:withoutCompany": { door: "super admin" },
  "profiles:changePassword": {
    door: "signed in",
    args: () => ({ currentPassword: "errada", newPassword: NEW_PASSWORD }),
    refusedInside: "wrong_password no_local_password",
  },
  "profiles:ensure": { door: "signed in" },
  "profiles:setName": { door: "signed in", args: () => ({ name: "Outro Nome" }) },
  "recovery:confirm": {
    door: "anyone",
    args: () => ({ email: "x@y.test", code: "00000000", newPassword: NEW_PASSWORD }),
    refusedInside: "invalid_recovery_code",
  },
  "recovery:request": { door: "anyone", args: () => ({ email: "x@y.test" }) },
  "payments:testConnection": { door: "owner" },
  "payments:webhookLog": { door: "owner", args: () => page },
  "screen:company": { door: "link" },
  "screenLinks:create": { door: "owner", args: () => ({ name: "Sala" }) },
  "screenLinks:list": { door: "owner" },
  "screenLinks:revoke": {
    door: "owner",
    args: ({ a }) => ({ screenLinkId: a.screenLinkId }),
    foreignIds: "link_not_found",
  },
  "settings:overview": { door: "owner", args: () => ({ today: "2026-11-20" }) },
  "settings:saveSystem": { door: "owner", args: () => ({ originCep: "30140071" }) },
  "settings:system": { door: "owner" },
  "shipping:connect": {
    door: "owner",
    refusedInside: "connection_incomplete",
    foreignIds: "connection_incomplete",
  },
  "shipping:disconnect": { door: "owner" },
  "shipping:finishConnecting": { door: "owner", args: () => ({ code: "c", state: "s" }) },
  "shipping:saveSettings": { door: "owner", args: () => ({ senderName: "Loja" }) },
  "shipping:settings": { door: "owner" },
  "tenants:consequences": { door: "super admin", args: ({ a }) => ({ id: a.shop.tenantId }) },
  "tenants:create": {
    door: "super admin",
    args: () => ({ name: "Loja Nova", adminEmail: "dona@nova.test", adminPassword: NEW_PASSWORD }),
  },
  "tenants:deletions": { door: "super admin" },
  "tenants:list": { door: "super admin" },
  "tenants:remove": { door: "super admin", args: ({ a }) => ({ id: a.shop.tenantId, slug: a.slug }) },
  "tenants:setActive": { door: "super admin", args: ({ a }) => ({ id: a.shop.tenantId, isActive: true }) },
  "whatsapp:testConnection": { door: "owner" },
  "tenants:update": { door: "super admin", args: ({ a }) => ({ id: a.shop.tenantId, name: "Loja A" }) },
};

/** Functions of the shop's own programs: no client reaches them. */
export const OFFICE_INTERNALS = [
  "access:asOwner",
  "access:asStaff",
  "access:asSuperAdmin",
  "access:asUser",
  "accounts:addSuperAdmin",
  "accounts:byEmail",
  "accounts:requireFree",
  "clerk:deleteUser",
  "clerk:endSessions",
  "clerk:settleEnded",
  "clerkNotices:lookUpUser",
  "clerkNotices:noteEnd",
  "clerkNotices:settleUser",
  "housekeeping:sweepSessions",
  "housekeeping:deleteOldNotices",
  "mail:outbox",
  "mail:send",
  "mail:settle",
  "mail:toSend",
  "people:makeMaster",
  "people:master",
  "checkout:keepQuoted",
  "checkout:quoteQuestion",
  "paymentWork:begin",
  "paymentWork:linkFacts",
  "paymentWork:linkMade",
  "paymentWork:linkNotMade",
  "paymentWork:lookIntoNotice",
  "paymentWork:noticeFacts",
  "paymentWork:noticeLookedInto",
  "paymentWork:settle",
  "paymentWork:step",
  "paymentWork:stepped",
  "paymentWork:sweep",
  "payments:access",
  "payments:countReturnRefresh",
  "payments:orderFacts",
  "people:resetMaster",
  "people:settleMaster",
  "people:settlePassword",
  "people:whosePassword",
  "postalCodes:remember",
  "postalCodes:remembered",
  "postalCodes:services",
  "profiles:ownPassword",
  "profiles:settleOwnPassword",
  "recovery:accept",
  "recovery:deliver",
  "recovery:settle",
  "providers/guardedFetch:fetchGuarded",
  "secrets:rotate",
  "seed:connectSimulators",
  "seed:setProviderAddresses",
  "tenants:firstAtClerk",
  "tenants:purge",
  "tenants:settleCreation",
  "tenants:settleUpdate",
  "webhooks:log",
  "webhooks:mercadoPagoShop",
  "webhooks:take",
];
