import { describe, expect, test } from "vitest";
import { TenantReader, TenantWriter } from "../../../convex/lib/tenantDb";
import { aShop } from "../../support/builders";

async function twoShops() {
  const own = await aShop();
  const other = await aShop({ deployment: own.deployment });
  const ownProduct = await own.hasProduct({ code: "C1" });
  const foreignProduct = await other.hasProduct({ code: "C2" });
  return { own, other, ownProduct, foreignProduct, deployment: own.deployment };
}

describe("a company's database", () => {
  test("shows a row of its own by id, and a foreign one as absent", async () => {
    const { own, ownProduct, foreignProduct, deployment } = await twoShops();
    await deployment.run(async ({ db }) => {
      const tenantDb = new TenantReader(db, own.tenantId);
      expect(await tenantDb.get("products", ownProduct)).toMatchObject({ code: "C1" });
      expect(await tenantDb.get("products", foreignProduct)).toBeNull();
    });
  });

  test("shows only its own rows in a whole index and in a part of one", async () => {
    const { own, deployment } = await twoShops();
    await deployment.run(async ({ db }) => {
      const products = new TenantReader(db, own.tenantId).query("products");
      const codes = async (rows: Promise<{ code: string }[]>) => (await rows).map((row) => row.code);
      expect(await codes(products.withIndex("by_tenantId_and_code").take(10))).toEqual(["C1"]);
      expect(await codes(products.withIndex("by_tenantId_and_code", (q) => q.eq("code", "C2")).take(10))).toEqual([]);
      expect(await codes(products.withIndex("by_tenantId_and_code", (q) => q.gte("code", "")).take(10))).toEqual([
        "C1",
      ]);
    });
  });

  test("writes every new row into its own company", async () => {
    const { own, deployment } = await twoShops();
    await deployment.run(async ({ db }) => {
      const id = await new TenantWriter(db, own.tenantId).insert("orderCounters", { lastNumber: 7 });
      expect(await db.get("orderCounters", id)).toMatchObject({ tenantId: own.tenantId, lastNumber: 7 });
    });
  });

  test("changes and deletes its own rows, and never a foreign one, however it was come by", async () => {
    const { own, other, ownProduct, foreignProduct, deployment } = await twoShops();
    await deployment.run(async ({ db }) => {
      const tenantDb = new TenantWriter(db, own.tenantId);
      const [ownRow, foreignRow] = [await db.get("products", ownProduct), await db.get("products", foreignProduct)];
      if (ownRow === null || foreignRow === null) throw new Error("both products should be there");
      const refused = "a row that is changed should belong to the company that changes it";
      await expect(tenantDb.patch("products", foreignRow, { name: "Outra" })).rejects.toThrow(refused);
      await expect(tenantDb.delete("products", foreignRow)).rejects.toThrow(refused);
      await tenantDb.patch("products", ownRow, { name: "Outra" });
      expect(await db.get("products", ownProduct)).toMatchObject({ name: "Outra", tenantId: own.tenantId });
      await tenantDb.delete("products", ownRow);
    });
    expect(await own.rows("products")).toEqual([]);
    expect(await other.rows("products")).toMatchObject([{ name: "Vestido Midi Lírio" }]);
  });
});
