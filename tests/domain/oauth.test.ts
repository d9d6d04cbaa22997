import { describe, expect, test } from "vitest";
import {
  adviseOnToken,
  CONNECTION_PROBLEMS,
  renewalDueAt,
  viewConnection,
  weightier,
  type Connection,
  type TokenAdvice,
} from "../../domain/oauth";

const NOW = Date.parse("2026-11-20T15:00:00-03:00");
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const HERE = { clientId: "3222", baseUrl: "https://me.test" };
const BOTH = { hasAccess: true, hasRefresh: true };
const TYPED = { hasAccess: true, hasRefresh: false };
const NONE = { hasAccess: false, hasRefresh: false };

const connection = (change: Partial<Connection> = {}): Connection => ({
  ...{ version: 4, madeFor: HERE, expiresAt: NOW + 30 * DAY_MS, problem: null, exchange: null, lease: null },
  ...change,
});
const lease = (until: number) => ({ key: "k", until });

describe("what to do for a token that works", () => {
  const ended = { expiresAt: NOW };
  test.each<[string, Connection | null, typeof BOTH, number | null, TokenAdvice]>([
    ["nobody has connected", null, NONE, null, "not_connected"],
    ["it is there and good", connection(), BOTH, null, "use"],
    ["it was typed by hand", null, TYPED, null, "use"],
    ["it was typed by hand and refused", null, TYPED, 0, "unauthorized"],
    ["nobody said when it ends", connection({ expiresAt: null }), BOTH, null, "use"],
    ["it ends in two minutes", connection({ expiresAt: NOW + 2 * MINUTE_MS }), BOTH, null, "use"],
    ["it ends within a minute", connection({ expiresAt: NOW + MINUTE_MS }), BOTH, null, "renew"],
    ["it was refused", connection(), BOTH, 4, "renew"],
    ["one before it was refused", connection(), BOTH, 3, "use"],
    ["it has ended and somebody renews it", connection({ ...ended, lease: lease(NOW + 1) }), BOTH, null, "wait"],
    ["it has ended and who renewed it died", connection({ ...ended, lease: lease(NOW) }), BOTH, null, "renew"],
    ["it is good while somebody renews it", connection({ lease: lease(NOW + 1) }), BOTH, null, "use"],
    ["it has ended and cannot be renewed", connection(ended), TYPED, null, "unauthorized"],
    ["its renewal was refused", connection({ problem: "renewal_refused" }), BOTH, null, "use"],
    ["that, and it has ended", connection({ ...ended, problem: "renewal_refused" }), BOTH, null, "unauthorized"],
    ["it is not taken any more", connection({ problem: "revoked" }), BOTH, null, "unauthorized"],
  ])("%s", (_what, row, kept, staleVersion, advice) => {
    expect(adviseOnToken(row, kept, { staleVersion, now: NOW })).toBe(advice);
  });
});

describe("when to renew it in the background", () => {
  test.each<[string, number | null, number | null]>([
    ["Melhor Envio: five days before the end", renewalDueAt("melhor_envio", connection(), BOTH), NOW + 25 * DAY_MS],
    [
      "Bling: an hour before the end",
      renewalDueAt("bling", connection({ expiresAt: NOW + 6 * 60 * MINUTE_MS }), BOTH),
      NOW + 5 * 60 * MINUTE_MS,
    ],
    ["nothing to renew with", renewalDueAt("bling", connection(), TYPED), null],
    ["refused", renewalDueAt("bling", connection({ problem: "renewal_refused" }), BOTH), null],
    ["no end", renewalDueAt("bling", connection({ expiresAt: null }), BOTH), null],
  ])("%s", (_what, at, expected) => expect(at).toBe(expected));
});

describe("how it stands", () => {
  const view = (row: Connection | null, kept = BOTH) => viewConnection("melhor_envio", row, kept, HERE).state;
  test("by what is kept and what went wrong", () => {
    expect(view(null, NONE)).toBe("disconnected");
    expect(view(null, TYPED)).toBe("connected");
    expect(view(connection())).toBe("connected");
    expect(view(connection({ exchange: { key: "k" } }))).toBe("connecting");
    expect(view(connection({ madeFor: { ...HERE, clientId: "outro" } }))).toBe("broken");
    expect(view(connection({ madeFor: { ...HERE, baseUrl: "https://outro.test" } }))).toBe("broken");
    const states = CONNECTION_PROBLEMS.map((problem) => [problem, view(connection({ problem }))]);
    expect(Object.fromEntries(states)).toEqual({
      denied: "attention",
      exchange_refused: "attention",
      interrupted: "attention",
      renewal_refused: "attention",
      revoked: "broken",
      scope_missing: "attention",
    });
  });

  test("every problem says what to do, of either service", () => {
    for (const problem of CONNECTION_PROBLEMS) {
      for (const service of ["melhor_envio", "bling"] as const) {
        const { message } = viewConnection(service, connection({ problem }), NONE, HERE);
        expect(message).toMatch(/Conecte de novo|conecte de novo/);
        expect(message).toContain(service === "bling" ? "Bling" : "Melhor Envio");
      }
    }
  });
});

test("a smaller problem does not cover a greater one", () => {
  expect(weightier("revoked", "interrupted")).toBe("revoked");
  expect(weightier("renewal_refused", "scope_missing")).toBe("renewal_refused");
  expect(weightier("scope_missing", "revoked")).toBe("revoked");
  expect(weightier(null, "denied")).toBe("denied");
});
