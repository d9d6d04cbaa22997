import { v } from "convex/values";
import { requireEventDate } from "./lib/eventDate";
import { ownerMutation, ownerQuery, teamQuery } from "./lib/functions";
import { packageFields, vEnvironment } from "./lib/officeTables";
import { vSeen } from "./lib/settingShapes";
import { vCents, vEventDate } from "./lib/validators";
import { readAppSettings, saveAppSettings } from "./model/appSettings";
import { listIntegrations } from "./model/integrationStates";
import { TenantReader } from "./lib/tenantDb";
import { actorOf } from "./model/orderEvents";
import { countForHub, listVariables } from "./model/settingsOverview";
import { readShipping, saveShipping } from "./model/shippingSettings";
import { listMembers } from "./model/team";
import { readListTotals } from "./model/totals";

/** What a company sets of itself, beside what it sends from and with. */
const appFields = { publicBaseUrl: v.string(), slipShipping: v.string(), slipPayment: v.string() };
const systemShipping = { ...packageFields, originCep: v.string(), environment: vEnvironment };

/** Owner: every setting of Sistema; installation defaults where nothing was saved. */
export const system = ownerQuery({
  args: {},
  returns: v.object({ ...appFields, ...systemShipping }),
  handler: async (ctx) => {
    const shipping = await readShipping(ctx.db);
    return {
      ...(await readAppSettings(ctx.db)),
      originCep: shipping.originCep,
      environment: shipping.environment,
      defaultWeightGrams: shipping.defaultWeightGrams,
      defaultLengthCm: shipping.defaultLengthCm,
      defaultHeightCm: shipping.defaultHeightCm,
      defaultWidthCm: shipping.defaultWidthCm,
      defaultDiameterCm: shipping.defaultDiameterCm,
    };
  },
});

/**
 * Owner: saves what was given; `seen` is what the screen showed of it. Refused with `invalid_url`, `invalid_cep`,
 * `invalid_measure`, `value_too_long`, `changed_meanwhile`.
 */
export const saveSystem = ownerMutation({
  args: v
    .object({ ...appFields, ...systemShipping })
    .partial()
    .extend({ seen: vSeen }),
  returns: v.null(),
  handler: async (ctx, { publicBaseUrl, slipShipping, slipPayment, seen, ...shipping }) => {
    const deed = { actor: actorOf(ctx.profile), at: Date.now() };
    const own = { publicBaseUrl, slipShipping, slipPayment };
    if (Object.values(own).some((value) => value !== undefined)) await saveAppSettings(ctx.db, own, deed, seen);
    if (Object.keys(shipping).length > 0) await saveShipping(ctx.db, shipping, deed, seen);
    return null;
  },
});

/**
 * Owner: what the settings hub and its first tab show: true figures, how the services stand, and which variables of the
 * installation are set; never a value of one.
 *
 * @param today the asker's São Paulo day: queries do not read the clock
 */
export const overview = teamQuery({
  args: { today: vEventDate },
  returns: v.object({
    summary: v.object({
      activeCoupons: v.number(),
      activeGifts: v.number(),
      people: v.number(),
      connectedIntegrations: v.number(),
      integrations: v.number(),
    }),
    event: v.object({ today: vEventDate, orders: v.number(), paid: v.number(), totalCents: vCents }),
    shipping: v.object({
      originCep: v.string(),
      environment: vEnvironment,
      weightGrams: v.number(),
      lengthCm: v.number(),
      heightCm: v.number(),
      widthCm: v.number(),
      diameterCm: v.number(),
    }),
    project: v.object({
      tenantName: v.string(),
      slug: v.string(),
      publicBaseUrl: v.string(),
      createdAt: v.number(),
    }),
    integrations: v.array(
      v.object({ kind: v.string(), isConfigured: v.boolean(), isActive: v.boolean(), docsUrl: v.string() }),
    ),
    variables: v.array(v.object({ name: v.string(), isSet: v.boolean() })),
  }),
  handler: async (ctx, { today }) => {
    requireEventDate(today);
    const { tenant } = ctx;
    const db = new TenantReader(ctx.db, tenant._id);
    const integrations = await listIntegrations(db);
    const event = await readListTotals(db, { eventDate: today });
    const shipping = await readShipping(db);
    return {
      summary: {
        ...(await countForHub(db)),
        people: (await listMembers(ctx.db, tenant._id)).length,
        connectedIntegrations: integrations.filter(({ isActive }) => isActive).length,
        integrations: integrations.length,
      },
      event: { today, orders: event.orders, paid: event.paid, totalCents: event.totalCents },
      shipping: {
        originCep: shipping.originCep,
        environment: shipping.environment,
        weightGrams: shipping.defaultWeightGrams,
        lengthCm: shipping.defaultLengthCm,
        heightCm: shipping.defaultHeightCm,
        widthCm: shipping.defaultWidthCm,
        diameterCm: shipping.defaultDiameterCm,
      },
      project: {
        tenantName: tenant.name,
        slug: tenant.slug,
        publicBaseUrl: (await readAppSettings(db)).publicBaseUrl,
        createdAt: tenant._creationTime,
      },
      integrations,
      variables: listVariables(),
    };
  },
});
