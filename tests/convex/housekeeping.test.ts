import { beforeAll, describe, expect, test, vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import { aDeployment, aPerson, aShop, type Deployment } from "../support/builders";
import { setUpSigning } from "../support/signingKeys";

beforeAll(setUpSigning);

const DAY_MS = 86_400_000;

test("receipts of launches are deleted after 30 days, not before", async () => {
  const start = Date.parse("2026-11-20T22:00:00Z");
  vi.useFakeTimers({ now: start, toFake: ["Date"] });
  const shop = await aShop();
  const ana = await shop.hasStaff();
  const productId = await shop.hasProduct({ stock: 10 });
  try {
    await shop.launch(ana, { productId, launchId: "lancamento-antigo" });
    vi.setSystemTime(start + 2 * DAY_MS);
    await shop.launch(ana, { productId, launchId: "lancamento-recente" });

    vi.setSystemTime(start + 30 * DAY_MS - 1000);
    expect(await shop.deployment.mutation(internal.housekeeping.deleteOldReceipts, {})).toEqual({ deleted: 0 });
    vi.setSystemTime(start + 30 * DAY_MS + 1000);
    expect(await shop.deployment.mutation(internal.housekeeping.deleteOldReceipts, {})).toEqual({ deleted: 1 });
  } finally {
    vi.useRealTimers();
  }
  expect((await shop.rows("launchReceipts")).map((receipt) => receipt.launchId)).toEqual(["lancamento-recente"]);
});

test("notices of services are deleted after 30 days, not before", async () => {
  const start = Date.parse("2026-11-20T22:00:00Z");
  vi.useFakeTimers({ now: start, toFake: ["Date"] });
  const { deployment, tenantId } = await aShop();
  const hear = (requestId: string) =>
    deployment.mutation(internal.webhooks.log, {
      tenantId,
      notice: { kind: "payment", subject: "1", requestId },
      outcome: "ignored",
      detail: "",
    });
  try {
    await hear("old");
    vi.setSystemTime(start + 30 * DAY_MS - 1000);
    await hear("new");
    expect(await deployment.mutation(internal.housekeeping.deleteOldNotices, {})).toEqual({ deleted: 0 });
    vi.setSystemTime(start + 30 * DAY_MS + 1000);
    expect(await deployment.mutation(internal.housekeeping.deleteOldNotices, {})).toEqual({ deleted: 1 });
  } finally {
    vi.useRealTimers();
  }
  const left = await deployment.run(({ db }) => db.query("webhookLogs").collect());
  expect(left.map(({ requestId }) => requestId)).toEqual(["new"]);
});

describe("sessions that are over", () => {
  const HOUR_MS = 3_600_000;
  const at = Date.parse("2026-11-20T22:00:00Z");
  const sweep = async (deployment: Deployment) => {
    await deployment.mutation(internal.housekeeping.sweepSessions, { cursor: null });
    await deployment.finishAllScheduledFunctions(vi.runAllTimers);
  };
  const left = (deployment: Deployment) =>
    deployment.run(async ({ db }) => ({
      sessions: (await db.query("authSessions").collect()).length,
      tokens: (await db.query("authRefreshTokens").collect()).length,
    }));
  const signIn = (deployment: Deployment, email: string) =>
    deployment.action(api.auth.signIn, {
      provider: "password",
      params: { email, password: "segredo1", flow: "signIn" },
    });
  const renew = (deployment: Deployment, refreshToken: string) => deployment.action(api.auth.signIn, { refreshToken });

  test("go with their tokens; one that is renewed lives on without those that have run out", async () => {
    vi.useFakeTimers({ now: at });
    try {
      const deployment = aDeployment();
      await deployment.action(api.auth.signIn, {
        provider: "password",
        params: { email: "ana@loja.test", password: "segredo1", flow: "signUp" },
      });
      let kept = (await signIn(deployment, "ana@loja.test")).tokens!.refreshToken;
      expect(await left(deployment)).toEqual({ sessions: 2, tokens: 2 });
      for (let minutes = 25; minutes <= 100; minutes += 25) {
        vi.setSystemTime(at + minutes * 60_000);
        await sweep(deployment);
        kept = (await renew(deployment, kept)).tokens!.refreshToken;
      }
      await sweep(deployment);
      // Of the first nothing: it ran out 70 minutes ago. Of the second what ran out within the hour, and what counts.
      expect(await left(deployment)).toEqual({ sessions: 1, tokens: 4 });
      expect((await renew(deployment, kept)).tokens).not.toBeNull();

      vi.setSystemTime(at + 10 * HOUR_MS);
      await sweep(deployment);
      expect(await left(deployment)).toEqual({ sessions: 0, tokens: 0 });
    } finally {
      vi.useRealTimers();
    }
  });

  test("are found however many there are, and those that just began stay", async () => {
    vi.useFakeTimers({ now: at });
    try {
      const deployment = aDeployment();
      for (let count = 0; count < 50; count += 1) await aPerson(deployment);
      vi.setSystemTime(at + 2 * HOUR_MS);
      const { session } = await aPerson(deployment);
      await sweep(deployment);
      expect((await left(deployment)).sessions).toBe(1);
      expect(await session.query(api.profiles.me, {})).toMatchObject({ name: "Ana" });
    } finally {
      vi.useRealTimers();
    }
  });

  test("at Clerk are remembered for as long as a token of theirs could be", async () => {
    vi.useFakeTimers({ now: at });
    try {
      const deployment = aDeployment();
      await deployment.mutation(internal.clerk.settleEnded, { sessionIds: ["sess_1"] });
      const remembered = () => deployment.run(async ({ db }) => (await db.query("endedSessions").collect()).length);
      vi.setSystemTime(at + HOUR_MS - 1000);
      await sweep(deployment);
      expect(await remembered()).toBe(1);
      vi.setSystemTime(at + HOUR_MS + 1000);
      await sweep(deployment);
      expect(await remembered()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });
});
