import { getFunctionName, makeFunctionReference, type FunctionReference } from "convex/server";
import { beforeAll, describe, expect, test } from "vitest";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import schema from "../../convex/schema";
import type { Shop } from "../support/builders";
import { aPerson, aShop, LIVE_DATE, unique, type Person, type Session } from "../support/builders";
import { ACCESS_ROWS, OFFICE_INTERNALS } from "../support/accessRows";
import { refusalOf } from "../support/refusals";
import { setUpSigning } from "../support/signingKeys";

/**
 * Who may call what, one row per exported function. A function without a row fails, and so does a row without a
 * function: nothing is added to the API without saying who may call it and what a stranger gets.
 */

beforeAll(setUpSigning);

/** What the marks on an exported function say of it. */
interface Registered {
  readonly path: string;
  readonly type: "query" | "mutation" | "action";
  readonly isPublic: boolean;
}

const modules = import.meta.glob<Record<string, unknown>>(
  ["../../convex/**/*.ts", "!../../convex/_generated/**", "!../../convex/auth.config.ts"],
  { eager: true },
);

function registeredFunctions(): Registered[] {
  return Object.entries(modules).flatMap(([file, exports]) => {
    const module = file.replace("../../convex/", "").replace(/\.ts$/, "");
    return Object.entries(exports).flatMap(([name, value]) => {
      const registered = readMarks(value);
      return registered === null ? [] : [{ path: `${module}:${name}`, ...registered }];
    });
  });
}

function readMarks(value: unknown): Omit<Registered, "path"> | null {
  if (typeof value !== "function") return null;
  const type = (["query", "mutation", "action"] as const).find((kind) => {
    const mark = `is${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
    return mark in value && (value as unknown as Record<string, unknown>)[mark] === true;
  });
  return type === undefined ? null : { type, isPublic: "isPublic" in value };
}

/** Two companies with the same kind of things in them. */
interface World {
  readonly a: Filled;
  readonly b: Stocked;
}

interface Stocked {
  readonly shop: Shop;
  readonly staff: Person;
  readonly productId: Id<"products">;
  readonly orderId: Id<"orders">;
  readonly lineId: Id<"cartItems">;
  readonly launchId: string;
  /** A file that somebody of the company sent and that belongs to no product. */
  readonly strayFileId: Id<"_storage">;
  readonly customerId: Id<"customers">;
}

/** What company A alone has. */
interface Filled extends Stocked {
  readonly templateId: Id<"templates">;
  readonly drawId: Id<"raffleDraws">;
  /** An import that waits for its one row. */
  readonly jobId: Id<"jobs">;
}

const PHONE = "11987654321";
const PAGE = { paginationOpts: { numItems: 10, cursor: null } };
const SEEN_CUSTOMER = { name: null, cpf: null, email: null, address: null, whatsappGroup: null };
const TEMPLATE = { type: "BROADCAST", title: null, content: "Oi" };
/** The product of either company as a screen shows it. */
const SEEN_PRODUCT = {
  code: "C151",
  name: "Vestido Midi Lírio",
  priceCents: 1000,
  stock: 4,
  color: null,
  size: null,
  isActive: true,
};

async function aWorld(): Promise<World> {
  const shopA = await aShop({ name: "Loja A" });
  const shopB = await aShop({ deployment: shopA.deployment, name: "Loja B" });
  const a = await filled(await stocked(shopA, "C151", PHONE));
  const b = await stocked(shopB, "B9", "21912345678");
  return { a, b };
}

async function filled(company: Stocked): Promise<Filled> {
  const { tenantId, deployment } = company.shop;
  const ids = await deployment.run(async ({ db }) => {
    const templateId = await db.insert("templates", { tenantId, ...TEMPLATE, type: "BROADCAST", title: "Da loja A" });
    const none = { orders: 0, totalCents: 0, pieces: 0 };
    const open = { orders: 1, totalCents: 1000, pieces: 1 };
    await db.insert("groupTotals", { tenantId, group: "Grupo da loja A", open, paid: none });
    const winner = { orderId: company.orderId, orderNumber: 1, phone: PHONE, name: null, totalCents: 1000 };
    const drawId = await db.insert("raffleDraws", {
      tenantId,
      eventDate: LIVE_DATE,
      orderNumbers: [1],
      fingerprint: "f",
      redoReason: null,
      drawnByName: "Ana",
      result: { drawnAt: 0, seed: "s", winner },
    });
    const jobId = await db.insert("jobs", {
      tenantId,
      kind: "customer_import",
      label: "clientes-da-loja-a.csv",
      state: "collecting",
      ...{ total: 1, done: 0, ok: 0, failed: 0 },
      createdById: company.staff.profileId,
      createdByName: "Ana",
      createdAt: 0,
      finishedAt: null,
      work: { kind: "rows", updateExisting: false, receivedRows: 0 },
    });
    await db.insert("jobFailures", { tenantId, jobId, line: 2, label: "C1", reason: "Da loja A" });
    return { templateId, drawId, jobId };
  });
  return { ...company, ...ids };
}

async function stocked(shop: Shop, code: string, phone: string): Promise<Stocked> {
  const staff = await shop.hasStaff();
  const productId = await shop.hasProduct({ code, priceCents: 1000, stock: 5 });
  const launchId = unique("lancamento-");
  const { orderId } = await shop.launch(staff, { productId, phone, launchId });
  const [line] = await shop.rows("cartItems");
  if (line === undefined) throw new Error("a launch should have made a line");
  const strayFileId = await shop.deployment.run((ctx) => ctx.storage.store(new Blob(["texto"])));
  const [customer] = await shop.rows("customers");
  if (customer === undefined) throw new Error("a launch should have made a customer");
  const customerId = customer._id;
  return { shop, staff, productId, orderId, lineId: line._id, launchId, strayFileId, customerId };
}

type StaffArgs = Record<string, unknown>;

/** A function for the staff of one company. */
interface StaffRow {
  readonly who: "staff";
  /** A call about the things of company A. */
  readonly args: (world: World) => StaffArgs;
  /** What company B's staff gets for that call in company B: exactly what absent records give. */
  readonly stranger: { readonly refusal: string } | { readonly returns: unknown };
  /** What company A's staff gets, or the refusal that shows it came past the door. */
  readonly own: ((result: unknown) => void) | { readonly refusal: string };
}

type Row = StaffRow | { readonly who: "anyone" | "signed in" | "internal" | "see access.test.ts" };

const ROWS: Record<string, Row> = {
  ...Object.fromEntries(Object.keys(ACCESS_ROWS).map((path) => [path, { who: "see access.test.ts" as const }])),
  ...Object.fromEntries(OFFICE_INTERNALS.map((path) => [path, { who: "internal" as const }])),
  "accounts:assign": { who: "internal" },
  "accounts:countSignUp": { who: "internal" },
  "accounts:forSignIn": { who: "internal" },
  "accounts:settleSignIn": { who: "internal" },
  "auth:isAuthenticated": { who: "anyone" },
  "auth:signIn": { who: "anyone" },
  "auth:signOut": { who: "anyone" },
  "auth:store": { who: "internal" },
  "checkout:applyCoupon": {
    who: "staff",
    args: ({ a }) => ({ orderId: a.orderId, code: "X" }),
    stranger: { refusal: "order_not_found" },
    own: { refusal: "coupon_not_found" },
  },
  "checkout:cancelLink": {
    who: "staff",
    args: ({ a }) => ({ orderId: a.orderId }),
    stranger: { refusal: "order_not_found" },
    own: (result) => expect(result).toBeNull(),
  },
  "checkout:chooseFreight": {
    who: "staff",
    args: ({ a }) => ({ orderId: a.orderId, optionId: "retirada" }),
    stranger: { refusal: "order_not_found" },
    own: (result) => expect(result).toMatchObject({ grandTotalCents: 1000 }),
  },
  "checkout:finalize": {
    who: "staff",
    args: ({ a }) => ({ orderId: a.orderId, seenTotalCents: 1000 }),
    stranger: { refusal: "order_not_found" },
    own: { refusal: "checkout_customer_required" },
  },
  "checkout:find": {
    who: "staff",
    args: () => ({ text: PHONE }),
    stranger: { returns: { phone: "5511987654321", customerName: null, orders: [], paidNumber: null } },
    own: (result) => expect(result).toMatchObject({ orders: [{ number: 1, totalCents: 1000, lines: 1 }] }),
  },
  "checkout:history": {
    who: "staff",
    args: () => ({ phone: PHONE, ...PAGE }),
    stranger: { returns: expect.objectContaining({ page: [] }) },
    own: (result) => expect(result).toMatchObject({ page: [] }),
  },
  "checkout:order": {
    who: "staff",
    args: ({ a }) => ({ orderId: a.orderId, today: LIVE_DATE }),
    stranger: { returns: null },
    own: (result) => expect(result).toMatchObject({ number: 1, summary: { grandTotalCents: 1000 } }),
  },
  "checkout:overview": {
    who: "staff",
    args: () => ({}),
    stranger: { returns: expect.objectContaining({ open: { orders: 1, totalCents: 1000 }, attention: 0 }) },
    own: (result) => expect(result).toMatchObject({ open: { orders: 1 }, awaiting: { links: 0, newest: [] } }),
  },
  "checkout:quoteFreight": {
    who: "staff",
    args: ({ a }) => ({ orderId: a.orderId, cep: "01310930" }),
    stranger: { refusal: "order_not_found" },
    own: (result) => expect(result).toMatchObject({ outcome: "failed", found: 0 }),
  },
  "checkout:removeCoupon": {
    who: "staff",
    args: ({ a }) => ({ orderId: a.orderId }),
    stranger: { refusal: "order_not_found" },
    own: (result) => expect(result).toMatchObject({ discountCents: 0 }),
  },
  "checkout:saveCustomer": {
    who: "staff",
    args: ({ a }) => ({ orderId: a.orderId, name: "Maria", cpf: "", email: "", address: null }),
    stranger: { refusal: "order_not_found" },
    own: (result) => expect(result).toBeNull(),
  },
  "customers:create": {
    who: "staff",
    args: () => ({ phone: "11933334444", name: "Nova" }),
    stranger: { returns: { customerId: expect.any(String) } },
    own: (result) => expect(result).toMatchObject({ customerId: expect.any(String) }),
  },
  "customers:exportRows": {
    who: "staff",
    args: () => PAGE,
    stranger: { returns: expect.objectContaining({ page: [expect.objectContaining({ phone: "5521912345678" })] }) },
    own: (result) => expect(result).toMatchObject({ page: [{ phone: "5511987654321" }] }),
  },
  "customers:find": {
    who: "staff",
    args: () => ({ text: "54321", limit: 10 }),
    stranger: { returns: [] },
    own: (result) => expect(result).toMatchObject([{ phone: "5511987654321", totals: { orders: 1 } }]),
  },
  "customers:get": {
    who: "staff",
    args: ({ a }) => ({ customerId: a.customerId }),
    stranger: { returns: null },
    own: (result) => expect(result).toMatchObject({ phone: "5511987654321" }),
  },
  "customers:history": {
    who: "staff",
    args: ({ a }) => ({ customerId: a.customerId, ...PAGE }),
    stranger: { refusal: "customer_not_found" },
    own: (result) => expect(result).toMatchObject({ page: [{ number: 1, lines: [{ code: "C151" }] }] }),
  },
  "customers:list": {
    who: "staff",
    args: () => PAGE,
    stranger: { returns: expect.objectContaining({ page: [expect.objectContaining({ phone: "5521912345678" })] }) },
    own: (result) => expect(result).toMatchObject({ page: [{ phone: "5511987654321" }] }),
  },
  "customers:merge": {
    who: "staff",
    args: ({ a, b }) => ({ fromCustomerId: b.customerId, intoCustomerId: a.customerId }),
    stranger: { refusal: "customer_not_found" },
    own: { refusal: "customer_not_found" },
  },
  "customers:overview": {
    who: "staff",
    args: () => ({}),
    stranger: { returns: expect.objectContaining({ customers: 1, activeCustomers: 1 }) },
    own: (result) => expect(result).toMatchObject({ customers: 1, activeCustomers: 1, revenueCents: 0 }),
  },
  "customers:remove": {
    who: "staff",
    args: ({ a }) => ({ customerId: a.customerId }),
    stranger: { refusal: "customer_not_found" },
    own: (result) => expect(result).toBeNull(),
  },
  "customers:update": {
    who: "staff",
    args: ({ a }) => ({ customerId: a.customerId, fields: { name: "Maria" }, seen: SEEN_CUSTOMER }),
    stranger: { refusal: "customer_not_found" },
    own: (result) => expect(result).toBeNull(),
  },
  "customers:peek": {
    who: "staff",
    args: () => ({ phone: PHONE, eventDate: LIVE_DATE }),
    stranger: { returns: null },
    own: (result) => expect(result).toMatchObject({ openOrders: 1 }),
  },
  "demo:addCatalogue": { who: "internal" },
  "demo:addOrders": { who: "internal" },
  "demo:begin": { who: "internal" },
  "housekeeping:deleteOldReceipts": { who: "internal" },
  "imports:addRows": {
    who: "staff",
    args: ({ a }) => ({ jobId: a.jobId, first: 0, rows: [{ line: 2, cells: { phone: "11955556666" } }] }),
    stranger: { refusal: "job_not_found" },
    own: (result) => expect(result).toEqual({ received: 1 }),
  },
  "imports:begin": {
    who: "staff",
    args: () => ({ kind: "product_import", fileName: "a.csv", total: 1, updateExisting: false }),
    stranger: { returns: { jobId: expect.any(String) } },
    own: (result) => expect(result).toMatchObject({ jobId: expect.any(String) }),
  },
  "imports:start": {
    who: "staff",
    args: ({ a }) => ({ jobId: a.jobId }),
    stranger: { refusal: "job_not_found" },
    own: { refusal: "import_incomplete" },
  },
  "jobs:cancel": {
    who: "staff",
    args: ({ a }) => ({ jobId: a.jobId }),
    stranger: { refusal: "job_not_found" },
    own: (result) => expect(result).toEqual({ state: "canceled" }),
  },
  "jobs:clear": { who: "internal" },
  "jobs:failures": {
    who: "staff",
    args: ({ a }) => ({ jobId: a.jobId, ...PAGE }),
    stranger: { returns: expect.objectContaining({ page: [] }) },
    own: (result) => expect(result).toMatchObject({ page: [{ reason: "Da loja A" }] }),
  },
  "jobs:get": {
    who: "staff",
    args: ({ a }) => ({ jobId: a.jobId }),
    stranger: { returns: null },
    own: (result) => expect(result).toMatchObject({ label: "clientes-da-loja-a.csv" }),
  },
  "jobs:list": {
    who: "staff",
    args: () => ({}),
    stranger: { returns: [] },
    own: (result) => expect(result).toMatchObject([{ label: "clientes-da-loja-a.csv" }]),
  },
  "jobs:perform": { who: "internal" },
  "jobs:run": { who: "internal" },
  "jobs:sweep": { who: "internal" },
  "maintenance:companies": { who: "internal" },
  "maintenance:countCustomerTotals": { who: "internal" },
  "maintenance:countTotals": { who: "internal" },
  "maintenance:keptTotals": { who: "internal" },
  "maintenance:migrate": { who: "internal" },
  "manualSales:feed": {
    who: "staff",
    args: () => ({ eventDate: LIVE_DATE }),
    stranger: { returns: [expect.objectContaining({ productCode: "B9" })] },
    own: (result) => expect(result).toMatchObject([{ productCode: "C151" }]),
  },
  "manualSales:launch": {
    who: "staff",
    args: ({ a }) => ({
      productId: a.productId,
      phone: PHONE,
      quantity: 1,
      eventDate: LIVE_DATE,
      launchId: "lancamento-alheio",
    }),
    stranger: { refusal: "product_not_found" },
    own: (result) => expect(result).toMatchObject({ created: false, stockLeft: 3 }),
  },
  "manualSales:orders": {
    who: "staff",
    args: () => ({ paginationOpts: { numItems: 10, cursor: null } }),
    stranger: {
      returns: expect.objectContaining({ page: [expect.objectContaining({ customerPhone: "5521912345678" })] }),
    },
    own: (result) => expect(result).toMatchObject({ page: [{ customerPhone: "5511987654321" }] }),
  },
  "manualSales:undo": {
    who: "staff",
    args: ({ a }) => ({ launchId: a.launchId }),
    stranger: { refusal: "launch_not_found" },
    own: { refusal: "launch_not_yours" },
  },
  "orders:addLine": {
    who: "staff",
    args: ({ a }) => ({ orderId: a.orderId, productId: a.productId, quantity: 1 }),
    stranger: { refusal: "order_not_found" },
    own: (result) => expect(result).toEqual({ orderTotalCents: 2000, stockLeft: 3 }),
  },
  "orders:byNumber": {
    who: "staff",
    args: () => ({ number: 1 }),
    stranger: { returns: expect.objectContaining({ customerPhone: "5521912345678" }) },
    own: (result) => expect(result).toMatchObject({ customerPhone: "5511987654321", lines: [{ code: "C151" }] }),
  },
  "orders:list": {
    who: "staff",
    args: () => ({ paginationOpts: { numItems: 10, cursor: null } }),
    stranger: {
      returns: expect.objectContaining({ page: [expect.objectContaining({ customerPhone: "5521912345678" })] }),
    },
    own: (result) => expect(result).toMatchObject({ page: [{ customerPhone: "5511987654321" }] }),
  },
  "orders:merge": {
    who: "staff",
    args: ({ a }) => ({ fromOrderId: a.orderId, intoOrderId: a.orderId }),
    stranger: { refusal: "order_not_found" },
    own: { refusal: "cannot_merge" },
  },
  "orders:remove": {
    who: "staff",
    args: ({ a }) => ({ orderIds: [a.orderId], returnPaidStock: false }),
    stranger: { refusal: "order_not_found" },
    own: (result) => expect(result).toEqual({ removed: 1 }),
  },
  "orders:removeLine": {
    who: "staff",
    args: ({ a }) => ({ orderId: a.orderId, lineId: a.lineId }),
    stranger: { refusal: "order_not_found" },
    own: (result) => expect(result).toEqual({ orderTotalCents: 0, stockLeft: 5 }),
  },
  "orders:search": {
    who: "staff",
    args: () => ({ text: "54321", limit: 10 }),
    stranger: { returns: { rows: [], hasMore: false } },
    own: (result) => expect(result).toMatchObject({ rows: [{ customerPhone: "5511987654321" }], hasMore: false }),
  },
  "orders:setLinePrice": {
    who: "staff",
    args: ({ a }) => ({ orderId: a.orderId, lineId: a.lineId, unitPriceCents: 900, seenUnitPriceCents: 1000 }),
    stranger: { refusal: "order_not_found" },
    own: (result) => expect(result).toEqual({ orderTotalCents: 900, stockLeft: 4 }),
  },
  "orders:setLineQuantity": {
    who: "staff",
    args: ({ a }) => ({ orderId: a.orderId, lineId: a.lineId, quantity: 3, seenQuantity: 1 }),
    stranger: { refusal: "order_not_found" },
    own: (result) => expect(result).toEqual({ orderTotalCents: 3000, stockLeft: 2 }),
  },
  "orders:setObservation": {
    who: "staff",
    args: ({ a }) => ({ orderId: a.orderId, observation: "Retira sexta", seen: null }),
    stranger: { refusal: "order_not_found" },
    own: (result) => expect(result).toBeNull(),
  },
  "orders:setPaid": {
    who: "staff",
    args: ({ a }) => ({ orderIds: [a.orderId], isPaid: true }),
    stranger: { refusal: "order_not_found" },
    own: (result) => expect(result).toEqual({ changed: 1 }),
  },
  "orders:selected": {
    who: "staff",
    args: ({ a }) => ({ orderIds: [a.orderId] }),
    stranger: { refusal: "order_not_found" },
    own: (result) => expect(result).toMatchObject([{ number: 1 }]),
  },
  "orders:slips": {
    who: "staff",
    args: ({ a }) => ({ orderIds: [a.orderId] }),
    stranger: { refusal: "order_not_found" },
    own: (result) => expect(result).toMatchObject({ slips: [{ number: 1, lines: [{ code: "C151" }] }] }),
  },
  "orders:setPrinted": {
    who: "staff",
    args: ({ a }) => ({ orderIds: [a.orderId], printed: true }),
    stranger: { refusal: "order_not_found" },
    own: (result) => expect(result).toEqual({ changed: 1 }),
  },
  "orders:startBulk": {
    who: "staff",
    args: ({ a }) => ({ orderIds: [a.orderId], action: { kind: "remove", returnPaidStock: false } }),
    stranger: { returns: { jobId: expect.any(String), total: 1 } },
    own: (result) => expect(result).toMatchObject({ total: 1 }),
  },
  "orders:timeline": {
    who: "staff",
    args: ({ a }) => ({ orderId: a.orderId, paginationOpts: { numItems: 10, cursor: null } }),
    stranger: { returns: expect.objectContaining({ page: [] }) },
    own: (result) => expect(result).toMatchObject({ page: [{ change: { kind: "launched" } }] }),
  },
  "orders:totals": {
    who: "staff",
    args: () => ({ eventDate: LIVE_DATE }),
    stranger: { returns: expect.objectContaining({ orders: 1, pieces: 1 }) },
    own: (result) => expect(result).toMatchObject({ orders: 1, pieces: 1 }),
  },
  "orders:update": {
    who: "staff",
    args: ({ a }) => ({ orderId: a.orderId, phone: "11911112222", totalCents: 900, seenTotalCents: 1000 }),
    stranger: { refusal: "order_not_found" },
    own: (result) =>
      expect(result).toEqual({
        orderNumber: 1,
        customerPhone: "5511911112222",
        totalCents: 900,
        adjustmentCents: -100,
      }),
  },
  "payments:acknowledge": {
    who: "staff",
    args: ({ a }) => ({ orderId: a.orderId }),
    stranger: { refusal: "order_not_found" },
    own: { refusal: "order_not_found" },
  },
  "payments:attention": {
    who: "staff",
    args: () => ({}),
    stranger: { returns: [] },
    own: (result) => expect(result).toEqual([]),
  },
  "payments:refresh": {
    who: "staff",
    args: ({ a }) => ({ orderId: a.orderId }),
    stranger: { refusal: "order_not_found" },
    own: { refusal: "payments_not_configured" },
  },
  "payments:refreshReturn": { who: "anyone" },
  "payments:returnStatus": { who: "anyone" },
  "postalCodes:lookUp": {
    who: "staff",
    args: () => ({ cep: "1" }),
    stranger: { refusal: "invalid_cep" },
    own: { refusal: "invalid_cep" },
  },
  "products:checkImageTargets": { who: "internal" },
  "products:create": {
    who: "staff",
    args: () => ({ code: "N1", name: "Novo", priceCents: 100 }),
    stranger: { returns: expect.objectContaining({ code: "N1" }) },
    own: (result) => expect(result).toMatchObject({ code: "N1" }),
  },
  "products:deleteFiles": { who: "internal" },
  "products:discardFiles": { who: "internal" },
  "products:exportRows": {
    who: "staff",
    args: () => PAGE,
    stranger: { returns: expect.objectContaining({ page: [expect.objectContaining({ code: "B9" })] }) },
    own: (result) => expect(result).toMatchObject({ page: [{ code: "C151", stock: 4 }] }),
  },
  "products:find": {
    who: "staff",
    args: () => ({ text: "151", limit: 10 }),
    stranger: { returns: [] },
    own: (result) => expect(result).toMatchObject([{ code: "C151" }]),
  },
  "products:get": {
    who: "staff",
    args: ({ a }) => ({ productId: a.productId }),
    stranger: { returns: null },
    own: (result) => expect(result).toMatchObject({ code: "C151", stock: 4 }),
  },
  "products:list": {
    who: "staff",
    args: () => PAGE,
    stranger: { returns: expect.objectContaining({ page: [expect.objectContaining({ code: "B9" })] }) },
    own: (result) => expect(result).toMatchObject({ page: [{ code: "C151" }] }),
  },
  "products:moveStockBy": {
    who: "staff",
    args: ({ a }) => ({ productId: a.productId, delta: 1, reason: "" }),
    stranger: { refusal: "product_not_found" },
    own: (result) => expect(result).toEqual({ stock: 5 }),
  },
  "products:movements": {
    who: "staff",
    args: ({ a }) => ({ productId: a.productId, ...PAGE }),
    stranger: { returns: expect.objectContaining({ page: [] }) },
    own: (result) => expect(result).toMatchObject({ page: [] }),
  },
  "products:nextCode": {
    who: "staff",
    args: () => ({}),
    stranger: { returns: { code: "C1" } },
    own: (result) => expect(result).toEqual({ code: "C152" }),
  },
  "products:remove": {
    who: "staff",
    args: ({ a }) => ({ productId: a.productId }),
    stranger: { refusal: "product_not_found" },
    own: (result) => expect(result).toBeNull(),
  },
  "products:removeImage": {
    who: "staff",
    args: ({ a }) => ({ productId: a.productId }),
    stranger: { refusal: "product_not_found" },
    own: (result) => expect(result).toBeNull(),
  },
  "products:sales": {
    who: "staff",
    args: ({ a }) => ({ productId: a.productId, ...PAGE }),
    stranger: { returns: expect.objectContaining({ page: [] }) },
    own: (result) => expect(result).toMatchObject({ page: [{ openPieces: 1 }] }),
  },
  "products:settleImage": { who: "internal" },
  "products:setImage": {
    who: "staff",
    args: ({ a }) => ({ productId: a.productId, fileId: a.strayFileId }),
    stranger: { refusal: "product_not_found" },
    own: { refusal: "not_an_image" },
  },
  "products:search": {
    who: "staff",
    args: () => ({ text: "151", limit: 10 }),
    stranger: { returns: [] },
    own: (result) => expect(result).toMatchObject([{ code: "C151" }]),
  },
  "products:stock": {
    who: "staff",
    args: ({ a }) => ({ productIds: [a.productId] }),
    stranger: { returns: [] },
    own: (result) => expect(result).toMatchObject([{ stock: 4 }]),
  },
  "products:update": {
    who: "staff",
    args: ({ a }) => ({ productId: a.productId, fields: { name: "Outro" }, seen: SEEN_PRODUCT }),
    stranger: { refusal: "product_not_found" },
    own: (result) => expect(result).toMatchObject({ code: "C151" }),
  },
  "products:uploadUrl": {
    who: "staff",
    args: () => ({}),
    stranger: { returns: { url: expect.any(String) } },
    own: (result) => expect(result).toMatchObject({ url: expect.any(String) }),
  },
  "profiles:me": { who: "signed in" },
  "raffle:draw": {
    who: "staff",
    args: () => ({ eventDate: LIVE_DATE }),
    stranger: { refusal: "no_eligible_orders" },
    own: { refusal: "redo_reason_required" },
  },
  "raffle:eligible": {
    who: "staff",
    args: () => ({ eventDate: LIVE_DATE }),
    stranger: { returns: expect.objectContaining({ count: 0 }) },
    own: (result) => expect(result).toMatchObject({ count: 0 }),
  },
  "raffle:list": {
    who: "staff",
    args: () => ({ eventDate: LIVE_DATE }),
    stranger: { returns: [] },
    own: (result) => expect(result).toMatchObject([{ winner: { orderNumber: 1 } }]),
  },
  "raffle:prepare": { who: "internal" },
  "raffle:proof": {
    who: "staff",
    args: ({ a }) => ({ drawId: a.drawId }),
    stranger: { returns: null },
    own: (result) => expect(result).toMatchObject({ orderNumbers: [1] }),
  },
  "raffle:settle": { who: "internal" },
  "reports:byEventType": {
    who: "staff",
    args: () => ({ eventDate: "2026-11-21" }),
    stranger: { returns: expect.not.arrayContaining([expect.objectContaining({ orders: 1 })]) },
    own: (result) => expect(result).toHaveLength(4),
  },
  "reports:groups": {
    who: "staff",
    args: () => ({}),
    stranger: { returns: [] },
    own: (result) => expect(result).toMatchObject([{ group: "Grupo da loja A" }]),
  },
  "reports:liveByHour": {
    who: "staff",
    args: () => ({ eventDate: "2026-11-21" }),
    stranger: { returns: [] },
    own: (result) => expect(result).toEqual([]),
  },
  "reports:overview": {
    who: "staff",
    args: () => ({ today: LIVE_DATE }),
    stranger: { returns: expect.objectContaining({ all: expect.objectContaining({ totalCents: 1000 }) }) },
    own: (result) => expect(result).toMatchObject({ all: { orders: 1, totalCents: 1000 } }),
  },
  "reports:salesByDay": {
    who: "staff",
    args: () => ({ from: "2020-01-01", to: "2020-01-02" }),
    stranger: { returns: [] },
    own: (result) => expect(result).toEqual([]),
  },
  "reports:sumUpMonth": { who: "internal" },
  "reports:sumUpMonths": { who: "internal" },
  "reports:topProducts": {
    who: "staff",
    args: () => ({ from: "2026-01-01", to: "2029-12-31" }),
    stranger: { returns: [expect.objectContaining({ code: "B9" })] },
    own: (result) => expect(result).toMatchObject([{ code: "C151" }]),
  },
  "templates:create": {
    who: "staff",
    args: () => TEMPLATE,
    stranger: { returns: { templateId: expect.any(String) } },
    own: (result) => expect(result).toMatchObject({ templateId: expect.any(String) }),
  },
  "templates:list": {
    who: "staff",
    args: () => ({}),
    stranger: { returns: [] },
    own: (result) => expect(result).toMatchObject([{ title: "Da loja A" }]),
  },
  "templates:preview": {
    who: "staff",
    args: () => ({ content: "{nome}", orderNumber: 1 }),
    stranger: { returns: { orderNumber: 1, text: "5521912345678" } },
    own: (result) => expect(result).toEqual({ orderNumber: 1, text: "5511987654321" }),
  },
  "templates:remove": {
    who: "staff",
    args: ({ a }) => ({ templateId: a.templateId }),
    stranger: { refusal: "template_not_found" },
    own: (result) => expect(result).toBeNull(),
  },
  "templates:update": {
    who: "staff",
    args: ({ a }) => ({ templateId: a.templateId, ...TEMPLATE, seen: { ...TEMPLATE, title: "Da loja A" } }),
    stranger: { refusal: "template_not_found" },
    own: (result) => expect(result).toMatchObject({ templateId: expect.any(String) }),
  },
  "seed:addAccounts": { who: "internal" },
  "seed:addProducts": { who: "internal" },
  "seed:addTenant": { who: "internal" },
  "seed:company": { who: "internal" },
  "seed:demo": { who: "internal" },
  "seed:superAdmin": { who: "internal" },
  "tenants:byId": { who: "anyone" },
  "tenants:bySlug": { who: "anyone" },
  "tenants:listActive": { who: "anyone" },
};

const functions = registeredFunctions();
const staffRows = Object.entries(ROWS).flatMap(([path, row]) => (row.who === "staff" ? [{ path, row }] : []));

function call(
  session: Pick<Session, "query" | "mutation" | "action">,
  path: string,
  args: StaffArgs,
): Promise<unknown> {
  const type = functions.find((registered) => registered.path === path)?.type;
  switch (type) {
    case "query":
      return session.query(makeFunctionReference<"query">(path), args);
    case "mutation":
      return session.mutation(makeFunctionReference<"mutation">(path), args);
    case "action":
      return session.action(makeFunctionReference<"action">(path), args);
    case undefined:
      throw new Error(`${path} should be exported`);
    default:
      return type satisfies never;
  }
}

const TENANT_TABLES = Object.entries(schema.tables).flatMap(([name, table]) => {
  const validator = table.validator;
  const tenantId =
    validator.kind === "object" ? (validator.fields as Record<string, { kind: string }>).tenantId : undefined;
  return tenantId?.kind === "id" ? [{ name: name as keyof typeof schema.tables, table }] : [];
});

/** Everything company A has, to see that a stranger's call left it alone. */
async function everythingOf(shop: Shop): Promise<unknown> {
  const tables = await Promise.all(TENANT_TABLES.map(async ({ name }) => [name, await shop.rows(name)] as const));
  return Object.fromEntries(tables);
}

describe("the table", () => {
  test("has a row for every exported function, and none for a function that is gone", () => {
    expect(Object.keys(ROWS).sort()).toEqual(functions.map(({ path }) => path).sort());
  });

  test("knows which functions a client can reach at all", () => {
    for (const { path, isPublic } of functions) {
      expect({ path, isPublic }).toEqual({ path, isPublic: ROWS[path]?.who !== "internal" });
    }
  });

  test("agrees with the addresses that screens use", () => {
    expect(getFunctionName(api.manualSales.launch as FunctionReference<"mutation">)).toBe("manualSales:launch");
  });
});

describe("the builders", () => {
  const sources = import.meta.glob<string>(["../../convex/**/*.ts", "!../../convex/_generated/**"], {
    eager: true,
    query: "?raw",
    import: "default",
  });
  const RAW = /\b(query|mutation|action|internalQuery|internalMutation|internalAction|httpAction|\w+Generic)\b/;

  test("are the only way in: nothing but lib/functions.ts takes the raw ones", () => {
    const takers = Object.entries(sources)
      .filter(([, source]) => {
        const imports = source.matchAll(
          /^import (?!type)([^;]*?) from "(?:[./]*_generated\/server|convex\/server)";/gms,
        );
        return [...imports].some(([, names = ""]) => RAW.test(names.replace(/\btype \w+/g, "")));
      })
      .map(([file]) => file.replace("../../convex/", ""));
    expect(takers).toEqual(["lib/functions.ts"]);
  });
});

describe("the first wall", () => {
  test("stands in every index of every company's table: each begins with the company", () => {
    expect(TENANT_TABLES.length).toBeGreaterThan(10);
    for (const { name, table } of TENANT_TABLES) {
      for (const { indexDescriptor, fields } of table[" indexes"]()) {
        expect({ name, indexDescriptor, first: fields[0] }).toEqual({ name, indexDescriptor, first: "tenantId" });
      }
    }
  });
});

describe.each(staffRows)("$path", ({ path, row }) => {
  const NOT_FOUND = { code: "tenant_not_found", message: "Empresa não encontrada" };

  test("signed out: 'Não autenticado'", async () => {
    const world = await aWorld();
    const args = { tenantId: world.a.shop.tenantId, ...row.args(world) };
    const answer = await refusalOf(call(world.a.shop.deployment, path, args));
    expect(answer).toEqual({ code: "unauthenticated", message: "Não autenticado" });
  });

  test("company B's staff naming company A: 'Empresa não encontrada', as for a company that is gone", async () => {
    const world = await aWorld();
    const before = await everythingOf(world.a.shop);
    const args = row.args(world);
    expect(await refusalOf(call(world.b.staff.session, path, { tenantId: world.a.shop.tenantId, ...args }))).toEqual(
      NOT_FOUND,
    );

    const gone = await aShop({ deployment: world.a.shop.deployment });
    await gone.deployment.run(({ db }) => db.delete("tenants", gone.tenantId));
    expect(await refusalOf(call(world.b.staff.session, path, { tenantId: gone.tenantId, ...args }))).toEqual(NOT_FOUND);
    expect(await everythingOf(world.a.shop)).toEqual(before);
  });

  test("company B's staff with ids of company A: what absent records give, and company A stays as it was", async () => {
    const world = await aWorld();
    const before = await everythingOf(world.a.shop);
    const calling = call(world.b.staff.session, path, { tenantId: world.b.shop.tenantId, ...row.args(world) });
    if ("refusal" in row.stranger) expect(await refusalOf(calling)).toMatchObject({ code: row.stranger.refusal });
    else expect(await calling).toEqual(row.stranger.returns);
    expect(await everythingOf(world.a.shop)).toEqual(before);
  });

  test("a person of no company: 'Empresa não encontrada'", async () => {
    const world = await aWorld();
    const nobody = await aPerson(world.a.shop.deployment);
    const args = { tenantId: world.a.shop.tenantId, ...row.args(world) };
    expect(await refusalOf(call(nobody.session, path, args))).toEqual(NOT_FOUND);
  });

  test("staff of a company that is switched off: 'Empresa não encontrada'", async () => {
    const world = await aWorld();
    const { shop, staff } = world.a;
    await shop.deployment.run(({ db }) => db.patch("tenants", shop.tenantId, { isActive: false }));
    const args = { tenantId: shop.tenantId, ...row.args(world) };
    expect(await refusalOf(call(staff.session, path, args))).toEqual(NOT_FOUND);
  });

  test.each(["staff", "owner", "super_admin"] as const)("own %s: may", async (role) => {
    const world = await aWorld();
    const person = await world.a.shop.hasStaff("Rita", role);
    const calling = call(person.session, path, { tenantId: world.a.shop.tenantId, ...row.args(world) });
    if (typeof row.own === "function") row.own(await calling);
    else expect(await refusalOf(calling)).toMatchObject({ code: row.own.refusal });
  });
});

describe("functions without a company", () => {
  test("profiles:me, signed out: 'Não autenticado'", async () => {
    const { a } = await aWorld();
    expect(await refusalOf(a.shop.deployment.query(api.profiles.me, {}))).toEqual({
      code: "unauthenticated",
      message: "Não autenticado",
    });
  });

  test("profiles:me shows each person themselves", async () => {
    const { a, b } = await aWorld();
    expect(await a.staff.session.query(api.profiles.me, {})).toMatchObject({ profileId: a.staff.profileId });
    expect(await b.staff.session.query(api.profiles.me, {})).toMatchObject({ profileId: b.staff.profileId });
  });

  test("auth:isAuthenticated and auth:signOut tell a stranger nothing", async () => {
    const { a } = await aWorld();
    expect(await a.shop.deployment.query(api.auth.isAuthenticated, {})).toBe(false);
    expect(await a.shop.deployment.action(api.auth.signOut, {})).toBeNull();
  });

  test("tenants:bySlug gives anyone the id, the name and the label, and nothing more", async () => {
    const { a } = await aWorld();
    const tenant = await a.shop.deployment.run(({ db }) => db.get("tenants", a.shop.tenantId));
    const found = await a.shop.deployment.query(api.tenants.bySlug, { slug: tenant?.slug ?? "" });
    expect(Object.keys(found ?? {}).sort()).toEqual(["id", "name", "slug"]);
  });
});
