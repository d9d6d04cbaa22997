import { getFunctionName, makeFunctionReference, type FunctionReference } from "convex/server";
import { beforeAll, describe, expect, test } from "vitest";
import { api } from "../../convex/_generated/api";
import schema from "../../convex/schema";
import { aPerson, aShop, type Session, type Shop } from "../support/builders";
import { ERP_ROWS } from "../support/isolation/erpRows";
import { GATEWAY_ROWS } from "../support/isolation/gatewayRows";
import { LABEL_ROWS } from "../support/isolation/labelRows";
import { MESSAGE_ROWS } from "../support/isolation/messageRows";
import { OFFICE_ROWS } from "../support/isolation/officeRows";
import type { Row, StaffArgs } from "../support/isolation/row";
import { SALE_ROWS } from "../support/isolation/saleRows";
import { SHIPPING_ROWS } from "../support/isolation/shippingRows";
import { aWorld } from "../support/isolation/world";
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

const ROWS: Record<string, Row> = {
  ...ERP_ROWS,
  ...SALE_ROWS,
  ...OFFICE_ROWS,
  ...GATEWAY_ROWS,
  ...LABEL_ROWS,
  ...MESSAGE_ROWS,
  ...SHIPPING_ROWS,
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
