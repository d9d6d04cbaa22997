import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { api } from "../../convex/_generated/api";
import type { Doc } from "../../convex/_generated/dataModel";
import { holdJobs } from "../support/jobs";
import { aMessagingShop, hasOrders, prepared, type MessagingShop } from "../support/messaging";
import { sign } from "../support/till";

beforeEach(() => {
  holdJobs();
  process.env.SECRETS_KEY = btoa("0123456789abcdef0123456789abcdef");
});
afterEach(() => {
  vi.useRealTimers();
});

const SECRET = "segredo-dos-avisos";
const MARIA = "5531999990001";

interface Heard extends MessagingShop {
  readonly slug: string;
  /** What the company answers to a notice, signed with its secret. */
  readonly tell: (event: string, data: object) => Promise<number>;
}

async function aHearingShop(kind: "specified" | "evolution" = "specified", secret = SECRET): Promise<Heard> {
  const world = await aMessagingShop({ gateway: kind });
  const { shop, tenantId } = world;
  const owner = await shop.hasStaff("Dona", "owner");
  await owner.session.mutation(api.integrations.saveWhatsapp, { tenantId, webhookSecret: secret });
  const slug = (await shop.deployment.run(({ db }) => db.get("tenants", tenantId)))?.slug ?? "";
  const tell = async (event: string, data: object) => {
    const body = JSON.stringify({ event, instance: "loja", data, apikey: "CHAVE-DA-INSTANCIA" });
    return await post(world, slug, body, await signed(kind, secret, body));
  };
  return { ...world, slug, tell };
}

async function signed(kind: "specified" | "evolution", secret: string, body: string): Promise<Record<string, string>> {
  if (kind === "evolution") return { "x-hook-secret": secret };
  return { "x-signature": `sha256=${await sign(secret, body)}` };
}

async function post(
  { shop }: MessagingShop,
  slug: string,
  body: string,
  headers: Record<string, string>,
): Promise<number> {
  return (await shop.deployment.fetch(`/webhooks/wa/${slug}`, { method: "POST", headers, body })).status;
}

/** A message to Maria as the sender leaves it. */
async function aMessage({ shop, tenantId }: MessagingShop, fields: Partial<Doc<"outgoingMessages">> = {}) {
  await shop.deployment.run(({ db }) =>
    db.insert("outgoingMessages", {
      ...{ tenantId, kind: "order", event: "item_added", lane: 0, phone: MARIA, matchKey: "553199990001" },
      ...{ orderId: null, broadcastId: null, recipientId: null, subject: null, text: "Oi Maria!", key: "k" },
      ...{ state: "sent", attempts: 1, queuedAt: 1, dueAt: 1, expiresAt: null, tryId: null, begunAt: 1 },
      ...{ providerId: "m1", delivery: null, failure: null, reason: null, byName: "Ana", settledAt: 1 },
      ...fields,
    }),
  );
}

describe("who is believed", () => {
  const BODY = JSON.stringify({ event: "message.received", data: { from: MARIA, text: "SAIR" } });

  test.each([
    ["unsigned", () => Promise.resolve({}), 401],
    ["badly signed", async () => ({ "x-signature": `sha256=${await sign("outro", BODY)}` }), 401],
    ["signed over another body", async () => ({ "x-signature": `sha256=${await sign(SECRET, `${BODY} `)}` }), 401],
    ["another company's secret", async () => ({ "x-signature": `sha256=${await sign("da-outra-loja", BODY)}` }), 401],
    ["with Evolution's header, where the gateway is another", () => Promise.resolve({ "x-hook-secret": SECRET }), 401],
    ["well signed", async () => ({ "x-signature": `sha256=${await sign(SECRET, BODY)}` }), 200],
  ])("%s", async (_title, headers, status) => {
    const heard = await aHearingShop();
    const other = await aMessagingShop({}, { deployment: heard.shop.deployment, name: "Outra" });
    const owner = await other.shop.hasStaff("Dono", "owner");
    const theirs = { tenantId: other.tenantId, webhookSecret: "da-outra-loja" };
    await owner.session.mutation(api.integrations.saveWhatsapp, theirs);
    expect(await post(heard, heard.slug, BODY, await headers())).toBe(status);
    expect(await heard.shop.rows("optOuts")).toHaveLength(status === 200 ? 1 : 0);
    expect(await other.shop.rows("optOuts")).toEqual([]);
  });

  test("what is no notice, too long, or to nobody", async () => {
    const heard = await aHearingShop();
    const to = async (slug: string, body: string) =>
      await post(heard, slug, body, { "x-signature": `sha256=${await sign(SECRET, body)}` });
    expect(await to(heard.slug, "olá")).toBe(400);
    expect(await to(heard.slug, " ".repeat(256_001))).toBe(413);
    expect(await to("ninguem", BODY)).toBe(404);
  });

  test("a company that has chosen no secret believes nobody, whatever is sent as one", async () => {
    const world = await aMessagingShop({ gateway: "evolution" });
    const slug = (await world.shop.deployment.run(({ db }) => db.get("tenants", world.tenantId)))?.slug ?? "";
    for (const given of ["", "null", "undefined"]) {
      expect(await post(world, slug, BODY, { "x-hook-secret": given, "x-signature": "sha256=" })).toBe(401);
    }
  });
});

describe("how far a message has come", () => {
  test("late, twice and in any order: nothing that was read becomes unread", async () => {
    const heard = await aHearingShop();
    await aMessage(heard);
    await aMessage(heard, { providerId: "m2" });
    const deliveries = async () => (await heard.shop.rows("outgoingMessages")).map(({ delivery }) => delivery);
    const seen = [];
    for (const status of ["delivered", "sent", "delivered", "read", "failed", "delivered"]) {
      expect(await heard.tell("message.status", { id: "m1", status })).toBe(200);
      seen.push((await deliveries())[0]);
    }
    expect(seen).toEqual(["delivered", "delivered", "delivered", "read", "read", "read"]);
    expect((await deliveries())[1]).toBeNull();
    // A message that somebody typed on the telephone itself.
    expect(await heard.tell("message.status", { id: "alheia", status: "read" })).toBe(200);
  });

  test("another company's message of the same id stays as it is", async () => {
    const heard = await aHearingShop();
    const other = await aMessagingShop({}, { deployment: heard.shop.deployment, name: "Outra" });
    await aMessage(other);
    await heard.tell("message.status", { id: "m1", status: "read" });
    expect(await other.shop.rows("outgoingMessages")).toMatchObject([{ delivery: null }]);
  });
});

describe("a message whose answer was lost", () => {
  const left = (text: string, id = "3EB0", to = "553199990001@s.whatsapp.net") => ({
    ...{ key: { remoteJid: to, fromMe: true, id }, message: { conversation: text } },
  });
  const unsure = { text: "Oi Maria!", providerId: null, settledAt: null } as const;
  const statesOf = async ({ shop }: Heard) =>
    (await shop.rows("outgoingMessages")).map(({ state, providerId }) => [state, providerId]);

  test.each(["asking", "in_doubt"] as const)("%s: the notice that it left settles it, once", async (state) => {
    const heard = await aHearingShop("evolution");
    await aMessage(heard, { ...unsure, state });
    await heard.tell("send.message", left("Outra coisa"));
    await heard.tell("send.message", left("Oi Maria!", "3EB1", "553188887777@s.whatsapp.net"));
    expect(await statesOf(heard)).toEqual([[state, null]]);
    await heard.tell("send.message", left("Oi Maria!"));
    await heard.tell("messages.upsert", left("Oi Maria!"));
    expect(await statesOf(heard)).toEqual([["sent", "3EB0"]]);
    expect(await heard.shop.rows("messageLog")).toMatchObject([{ outcome: "sent", providerId: "3EB0" }]);
  });

  test("of two with the same words, each notice settles one", async () => {
    const heard = await aHearingShop("evolution");
    await aMessage(heard, { ...unsure, state: "in_doubt", queuedAt: 1 });
    await aMessage(heard, { ...unsure, state: "asking", queuedAt: 2 });
    await heard.tell("send.message", left("Oi Maria!", "a"));
    expect(await statesOf(heard)).toEqual([
      ["in_doubt", null],
      ["sent", "a"],
    ]);
    await heard.tell("send.message", left("Oi Maria!", "b"));
    await heard.tell("send.message", left("Oi Maria!", "a"));
    expect(await statesOf(heard)).toEqual([
      ["sent", "b"],
      ["sent", "a"],
    ]);
  });

  test("one that is on its way keeps the id it was given, and how far it came is known before its answer", async () => {
    const heard = await aHearingShop("evolution");
    await aMessage(heard, { ...unsure, state: "sending", tryId: "t" });
    await heard.tell("send.message", left("Oi Maria!"));
    await heard.tell("messages.update", { keyId: "3EB0", status: "DELIVERY_ACK", fromMe: true });
    expect(await heard.shop.rows("outgoingMessages")).toMatchObject([
      { state: "sending", providerId: "3EB0", delivery: "delivered" },
    ]);
  });

  test("what somebody types on the telephone itself is no message of ours", async () => {
    const heard = await aHearingShop("evolution");
    await aMessage(heard);
    await heard.tell("messages.upsert", left("Oi Maria!", "digitada"));
    expect(await statesOf(heard)).toEqual([["sent", "m1"]]);
  });
});

describe("who wants no broadcasts", () => {
  test("'SAIR' alone in a message: the next broadcast leaves them out, also without the ninth digit", async () => {
    const heard = await aHearingShop();
    const { tenantId, ana } = heard;
    await heard.shop.hasCustomer({ phone: MARIA, name: "Maria" });
    await hasOrders(heard, [MARIA, "5531999990002"]);
    const sair = { from: "553199990001@c.us", text: "Sair." };
    expect([await heard.tell("message.received", sair), await heard.tell("message.received", sair)]).toEqual([
      200, 200,
    ]);
    const page = { paginationOpts: { numItems: 10, cursor: null } };
    const listed = await ana.session.query(api.messageOptOuts.list, { tenantId, ...page });
    expect(listed.page).toMatchObject([{ phone: MARIA, name: "Maria", source: "customer", byName: null }]);
    const broadcastId = await prepared(heard);
    const now = Date.now();
    expect(await ana.session.query(api.broadcasts.get, { tenantId, broadcastId, now })).toMatchObject({
      ...{ total: 1, optedOut: 1 },
    });
    // They have changed their mind.
    await ana.session.mutation(api.messageOptOuts.set, { tenantId, phone: MARIA, isOptedOut: false });
    expect(await ana.session.query(api.messageOptOuts.ofPhone, { tenantId, phone: MARIA })).toBeNull();
    const again = await prepared(heard);
    expect(await ana.session.query(api.broadcasts.get, { tenantId, broadcastId: again, now })).toMatchObject({
      ...{ total: 2, optedOut: 0 },
    });
  });

  test("a conversation about it is none, and nothing of it is kept", async () => {
    const heard = await aHearingShop();
    await heard.tell("message.received", { from: MARIA, text: "vou sair de casa, quero parar na loja" });
    expect(await heard.shop.rows("optOuts")).toEqual([]);
    const everything = await heard.shop.deployment.run(({ db }) => db.query("webhookLogs").collect());
    expect(everything).toEqual([]);
  });

  test("staff note it, and once is enough", async () => {
    const { ana, tenantId, shop } = await aMessagingShop();
    const set = () =>
      ana.session.mutation(api.messageOptOuts.set, { tenantId, phone: "31 99999-0001", isOptedOut: true });
    await set();
    await set();
    expect(await shop.rows("optOuts")).toMatchObject([{ phone: MARIA, source: "staff", byName: "Ana" }]);
  });
});

describe("the customer's group", () => {
  test.each([
    ["becomes theirs where they have none", null, "Bazar da Ana", "Bazar da Ana"],
    ["leaves the one they have", "VIP", "Bazar da Ana", "VIP"],
    ["is no id of a group", null, "120363000000@g.us", null],
  ])("%s", async (_title, before, group, after) => {
    const heard = await aHearingShop();
    await heard.shop.hasCustomer({ phone: MARIA, name: "Maria", whatsappGroup: before });
    await heard.tell("message.received", { from: MARIA, text: "quero", group });
    await heard.tell("message.received", { from: "5531988887777", text: "quero", group });
    expect(await heard.shop.rows("customers")).toMatchObject([{ phone: MARIA, whatsappGroup: after }]);
    const written = (await heard.shop.rows("auditLog")).filter(({ action }) => action === "customer_changed");
    expect(written).toHaveLength(before === after ? 0 : 1);
  });
});

describe("the telephones", () => {
  test("Evolution API tells of its own instance, and of other shops' nothing is kept", async () => {
    const heard = await aHearingShop("evolution");
    const { tenantId, ana } = heard;
    const status = () => ana.session.query(api.whatsapp.status, { tenantId });
    const code = { pairingCode: null, code: "2@x", base64: "data:image/png;base64,iVBORw0KGgo=" };
    expect(await heard.tell("qrcode.updated", { qrcode: { instance: "loja", ...code } })).toBe(200);
    expect(await status()).toMatchObject({ qr: { image: code.base64 }, instances: [{ state: "qr_code" }] });
    const open = { state: "open", wuid: "5531999990000@s.whatsapp.net" };
    await heard.tell("connection.update", { instance: "loja", ...open });
    expect(await status()).toMatchObject({ qr: null, instances: [{ state: "online", number: "5531999990000" }] });
    const foreign = JSON.stringify({ event: "connection.update", instance: "outra", data: open });
    expect(await post(heard, heard.slug, foreign, { "x-hook-secret": SECRET })).toBe(200);
    expect(await heard.shop.rows("messageInstances")).toHaveLength(1);
    expect(JSON.stringify(await heard.shop.rows("messageInstances"))).not.toContain("CHAVE-DA-INSTANCIA");
  });
});
