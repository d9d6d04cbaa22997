import { makeFunctionReference } from "convex/server";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { api } from "../../convex/_generated/api";
import {
  ACCESS_ROWS,
  givePassword,
  MASTER_EMAIL,
  SECRET_WORDS,
  twoOffices,
  type AccessRow,
  type Door,
  type Offices,
} from "../support/accessRows";
import { convexModules, type Session } from "../support/builders";
import { refusalOf } from "../support/refusals";
import { setUpSigning } from "../support/signingKeys";

/**
 * Every function of people, access, settings, coupons, gifts and the log, called by everybody: signed out, another company's
 * owner, somebody of no company, staff, owner, super admin, master, and whoever holds a big screen's link.
 */

beforeAll(async () => {
  await setUpSigning();
  // What a call schedules runs when a test lets it, not after the test.
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  // No service of the outside is reached from here: whatever is asked of one, it does not know us.
  vi.stubGlobal("fetch", () => Promise.resolve(new Response('{"message":"who are you"}', { status: 401 })));
});
afterEach(() => vi.clearAllTimers());

type Caller = Pick<Session, "query" | "mutation" | "action">;

const IDENTITIES = ["signed out", "link", "owner B", "nobody", "staff A", "owner A", "super admin", "master"] as const;
type Identity = (typeof IDENTITIES)[number];

function callerOf(offices: Offices, identity: Identity): Caller {
  switch (identity) {
    case "signed out":
    case "link":
      return offices.deployment;
    case "owner B":
      return offices.b.owner.session;
    case "nobody":
      return offices.nobody.session;
    case "staff A":
      return offices.a.staff.session;
    case "owner A":
      return offices.a.owner.session;
    case "super admin":
      return offices.superAdmin.session;
    case "master":
      return offices.master.session;
  }
}

/** What stands at each door: the refusal of whoever may not pass, null for whoever may. */
const DOORS: Record<Door, Record<Identity, string | null>> = {
  anyone: everybody(null),
  "signed in": { ...everybody(null), "signed out": "unauthenticated", link: "unauthenticated" },
  link: { ...everybody("link_not_found"), link: null },
  staff: company({ "staff A": null }),
  owner: company({ "staff A": "forbidden" }),
  "super admin": {
    ...everybody("admin_only"),
    "signed out": "unauthenticated",
    link: "unauthenticated",
    "super admin": null,
    master: null,
  },
  master: { ...everybody("forbidden"), "signed out": "unauthenticated", link: "unauthenticated", master: null },
};

function everybody(answer: string | null): Record<Identity, string | null> {
  return Object.fromEntries(IDENTITIES.map((identity) => [identity, answer])) as Record<Identity, string | null>;
}

function company(staff: { "staff A": string | null }): Record<Identity, string | null> {
  return {
    ...everybody(null),
    "signed out": "unauthenticated",
    link: "unauthenticated",
    "owner B": "tenant_not_found",
    nobody: "tenant_not_found",
    ...staff,
  };
}

const isOfCompany = ({ door }: AccessRow) => door === "staff" || door === "owner";

type Kind = "query" | "mutation" | "action";

async function kindOf(path: string): Promise<Kind> {
  const [module = "", name = ""] = path.split(":");
  const load = convexModules[`../../convex/${module}.ts`];
  if (load === undefined) throw new Error(`${module} should be a module of convex/`);
  const exported = ((await load()) as Record<string, object | undefined>)[name] ?? {};
  if ("isQuery" in exported) return "query";
  return "isMutation" in exported ? "mutation" : "action";
}

async function call(caller: Caller, path: string, args: Record<string, unknown>): Promise<unknown> {
  switch (await kindOf(path)) {
    case "query":
      return await caller.query(makeFunctionReference<"query">(path), args);
    case "mutation":
      return await caller.mutation(makeFunctionReference<"mutation">(path), args);
    case "action":
      return await caller.action(makeFunctionReference<"action">(path), args);
  }
}

/** The row's call as that identity makes it: about company A. */
function argsOf(row: AccessRow, offices: Offices, identity: Identity): Record<string, unknown> {
  const own = row.args?.(offices) ?? {};
  if (row.door === "link") return { ...own, linkKey: identity === "link" ? offices.a.screenKey : "ab".repeat(32) };
  return isOfCompany(row) ? { tenantId: offices.a.shop.tenantId, ...own } : own;
}

const everything = (offices: Offices) =>
  offices.deployment.run(async ({ db }) => {
    const tables = [
      "coupons",
      "gifts",
      "secrets",
      "invites",
      "screenLinks",
      "profiles",
      "tenants",
      "auditLog",
    ] as const;
    return await Promise.all(tables.map((table) => db.query(table).collect()));
  });

describe.each(Object.entries(ACCESS_ROWS))("%s", (path, row) => {
  const answers = DOORS[row.door];
  const outside = IDENTITIES.filter((identity) => answers[identity] !== null);
  const inside = IDENTITIES.filter((identity) => answers[identity] === null);

  if (outside.length > 0) {
    test(`is closed to ${outside.join(", ")}, and nothing changes`, async () => {
      const offices = await twoOffices();
      const before = await everything(offices);
      for (const identity of outside) {
        const refusal = await refusalOf(call(callerOf(offices, identity), path, argsOf(row, offices, identity)));
        expect({ identity, code: refusal.code }).toEqual({ identity, code: answers[identity] });
        for (const word of SECRET_WORDS) expect(refusal.message).not.toContain(word);
      }
      expect(await everything(offices)).toEqual(before);
    });
  }

  test.each(inside)("is open to %s", async (identity) => {
    const offices = await twoOffices();
    const calling = call(callerOf(offices, identity), path, argsOf(row, offices, identity));
    if (row.refusedInside === undefined) await calling;
    else expect(row.refusedInside.split(" ")).toContain((await refusalOf(calling)).code);
  });

  if (isOfCompany(row)) {
    test("owner B, in company B with the ids of company A: nothing of A is told or touched", async () => {
      const offices = await twoOffices();
      const { a, b } = offices;
      const before = await thingsOf(offices, a.shop.tenantId);
      const calling = call(b.owner.session, path, { tenantId: b.shop.tenantId, ...row.args?.(offices) });
      if (row.foreignIds !== undefined) expect(await refusalOf(calling)).toMatchObject({ code: row.foreignIds });
      else {
        const answer = JSON.stringify(await calling);
        for (const word of SECRET_WORDS) expect(answer).not.toContain(word);
      }
      expect(await thingsOf(offices, a.shop.tenantId)).toEqual(before);
    });
  }
});

/** Everything of one company, to see that a stranger's call left it alone. */
async function thingsOf(offices: Offices, tenantId: string): Promise<unknown[]> {
  const tables = await everything(offices);
  return tables.flat().filter((row) => ("tenantId" in row ? row.tenantId === tenantId : row._id === tenantId));
}

describe("what is in no answer", () => {
  const strip = (value: unknown) => JSON.stringify(value);

  test("a secret: not in the forms, not in the log, not in the overview, only in what 'mostrar' gives", async () => {
    const offices = await twoOffices();
    const { session } = offices.a.owner;
    const { tenantId } = offices.a.shop;
    const secret = "TEST-segredo-da-loja-a";
    const page = { tenantId, paginationOpts: { numItems: 100, cursor: null } };
    expect(await session.mutation(api.integrations.reveal, { tenantId, secret: "mercado_pago.access_token" })).toEqual({
      value: secret,
    });
    for (const answer of [
      await session.query(api.integrations.get, { tenantId }),
      await session.query(api.settings.overview, { tenantId, today: "2026-11-20" }),
      await session.query(api.audit.list, page),
    ]) {
      expect(strip(answer)).not.toContain(secret);
      expect(strip(answer)).not.toContain("sealed");
    }
  });

  test("the e-mail of the master and the values of variables", async () => {
    const offices = await twoOffices();
    const { tenantId } = offices.a.shop;
    const answers = [
      await offices.a.owner.session.query(api.settings.overview, { tenantId, today: "2026-11-20" }),
      await offices.a.owner.session.query(api.people.team, { tenantId }),
      await offices.a.owner.session.query(api.profiles.me, {}),
    ];
    for (const answer of answers) {
      expect(strip(answer)).not.toContain("mestre@loja.test");
      expect(strip(answer)).not.toContain(process.env.SECRETS_KEY ?? "?");
    }
    expect(answers[0]).toMatchObject({
      variables: expect.arrayContaining([
        { name: "MASTER_ADMIN_EMAIL", isSet: true },
        { name: "MAIL_API_KEY", isSet: false },
      ]),
    });
  });

  test("the e-mail of the master, to another super admin either", async () => {
    const { deployment, superAdmin, master } = await twoOffices();
    await givePassword(deployment, master);
    await master.session.action(api.people.setPassword, { email: MASTER_EMAIL, newPassword: "senha-bem-nova" });
    const people = await superAdmin.session.query(api.people.superAdmins, {});
    expect(people.map(({ name, isMaster, isYou }) => ({ name, isMaster, isYou }))).toEqual([
      { name: "Mestre", isMaster: true, isYou: false },
      { name: "Super", isMaster: false, isYou: true },
    ]);
    const log = await superAdmin.session.query(api.audit.installation, {
      paginationOpts: { numItems: 50, cursor: null },
    });
    expect(log.page).toMatchObject([{ action: "password_set", record: { label: "Conta mestre" } }]);
    expect(strip([people, log])).not.toContain(MASTER_EMAIL);
  });

  test("keys of invitations and big screens, nor their hashes", async () => {
    const offices = await twoOffices();
    const { session } = offices.a.owner;
    const { tenantId } = offices.a.shop;
    const answers = [
      await session.query(api.people.team, { tenantId }),
      await session.query(api.screenLinks.list, { tenantId }),
    ];
    const hashes = await offices.deployment.run(({ db }) => db.query("linkKeys").collect());
    const secrets = [offices.a.inviteToken, offices.a.screenKey, ...hashes.map(({ hash }) => hash)];
    for (const secret of secrets) expect(strip(answers)).not.toContain(secret);
    const rows = await offices.deployment.run(async ({ db }) => [
      await db.query("invites").collect(),
      await db.query("screenLinks").collect(),
      hashes,
    ]);
    expect(strip(rows)).not.toContain(offices.a.inviteToken);
    expect(strip(rows)).not.toContain(offices.a.screenKey);
  });
});
