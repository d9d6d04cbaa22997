import { describe, expect, test } from "vitest";
import { canEnterTenant, mainSiteTenant } from "../../../src/lib/tenant";
import { ANA, LOJA_DEMO } from "../support/screen";

const MASTER = { ...ANA, isSuperAdmin: true, role: "super_admin" as const, tenant: null };

describe("the company on the main site", () => {
  test("signed out: none", () => {
    expect(mainSiteTenant(null, "tenant-other")).toBeNull();
  });
  test("staff without a choice: their own", () => {
    expect(mainSiteTenant(ANA, null)).toEqual(LOJA_DEMO);
  });
  test("staff with somebody else's choice left on the browser: still their own", () => {
    expect(mainSiteTenant(ANA, "tenant-other")).toEqual(LOJA_DEMO);
  });
  test("an account without a company: none, whatever was chosen", () => {
    expect(mainSiteTenant({ ...ANA, tenant: null }, "tenant-other")).toBeNull();
  });
  test("super admin: the one chosen, else none", () => {
    expect(mainSiteTenant(MASTER, "tenant-other")).toEqual({ id: "tenant-other", name: null });
    expect(mainSiteTenant(MASTER, null)).toBeNull();
  });
});

describe("who may enter a company", () => {
  test("own staff and super admins, nobody else", () => {
    expect(canEnterTenant(ANA, "tenant-demo")).toBe(true);
    expect(canEnterTenant(ANA, "tenant-other")).toBe(false);
    expect(canEnterTenant(MASTER, "tenant-other")).toBe(true);
    expect(canEnterTenant({ ...ANA, tenant: null }, "tenant-demo")).toBe(false);
  });
});
