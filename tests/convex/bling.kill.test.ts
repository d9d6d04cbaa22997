// @vitest-environment node
import { expect, test, vi } from "vitest";
import { api } from "../../convex/_generated/api";
import { TenantWriter } from "../../convex/lib/tenantDb";
import { workTurn } from "../../convex/model/blingSaleTurn";
import { takeTurn } from "../../convex/model/blingTurns";
import type { Work } from "../../convex/model/oauthWork";
import {
  anErpDesk,
  aPaidOrder,
  erpRow,
  keepErpHours,
  laterOn,
  letTimePass,
  salesOf,
  setPaid,
  settleErp,
  type Sold,
  type ErpDesk,
} from "../support/erpDesk";

/** The process dies between any two things that it does: each order is at the ERP once all the same. */

keepErpHours();

/** Longer than a turn may be silent. */
const GIVEN_UP_MS = 4 * 60_000;

/** Dies before its n-th act: a question to the database, a request that sets out, an answer that arrives. */
class Life {
  private left: number;

  constructor(acts: number) {
    this.left = acts;
  }

  act(): void {
    this.left -= 1;
    if (this.left < 0) throw new Error("killed");
  }

  get isOver(): boolean {
    return this.left < 0;
  }
}

function mortal({ deployment }: ErpDesk, life: Life): Work {
  const whileAlive =
    (call: (...given: never[]) => Promise<unknown>) =>
    async (...given: never[]) => {
      life.act();
      return await call(...given);
    };
  // The three ways of a context to the database, cut at the same point.
  return {
    runQuery: whileAlive(deployment.query.bind(deployment) as never),
    runMutation: whileAlive(deployment.mutation.bind(deployment) as never),
    runAction: whileAlive(deployment.action.bind(deployment) as never),
  } as unknown as Work;
}

/** Takes the turn and dies in it. @returns whether it lived to the end */
async function dieAt(desk: ErpDesk, acts: number): Promise<boolean> {
  const { deployment, tenantId } = desk;
  vi.setSystemTime(Date.now() + 1_000);
  const turn = await deployment.run(({ db }) => takeTurn(db, new TenantWriter(db, tenantId), Date.now()));
  if (turn === null || "later" in turn) throw new Error("there should be a turn to take");
  const life = new Life(acts);
  const plain = fetch;
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
    life.act();
    const answer = await plain(url, init);
    life.act();
    return answer;
  });
  letTimePass();
  await workTurn(mortal(desk, life), { tenantId, ...turn }).catch((error: unknown) => {
    if (!life.isOver) throw error;
  });
  vi.stubGlobal("fetch", plain);
  return !life.isOver;
}

/** Dies at every point of a turn, each with an order of its own. @returns how many there are */
async function dieEverywhere(
  desk: ErpDesk,
  begin: () => Promise<Sold>,
  check: (sold: Sold, acts: number) => Promise<void>,
): Promise<number> {
  for (let acts = 0; ; acts += 1) {
    const sold = await begin();
    const hasLived = await dieAt(desk, acts);
    await laterOn(desk, GIVEN_UP_MS);
    await check(sold, acts);
    if (hasLived) return acts;
  }
}

test("while a sale is made, with its contact (without a CPF) and its product", async () => {
  const desk = await anErpDesk();
  const points = await dieEverywhere(
    desk,
    () => aPaidOrder(desk, { customer: { cpf: "" } }),
    async ({ orderId }, acts) => {
      const { contacts, products, orders } = desk.erp.state;
      const each = acts + 1;
      expect([contacts.length - 1, products.length, orders.length]).toEqual([each, each, each]);
      expect(await erpRow(desk, orderId)).toMatchObject({ state: "sent", mayExist: false, dueAt: null });
    },
  );
  // Eight requests, each setting out and arriving, and what is written down between them.
  expect(points).toBeGreaterThan(25);
});

test("while a sale with posted stock is cancelled: stock is taken back once", async () => {
  const desk = await anErpDesk();
  const { owner, tenantId } = desk;
  await owner.session.mutation(api.bling.saveSettings, { tenantId, postsStock: true });
  await dieEverywhere(
    desk,
    async () => {
      const sold = await aPaidOrder(desk);
      await settleErp(desk);
      expect(await erpRow(desk, sold.orderId)).toMatchObject({ state: "sent", isStockPosted: true });
      await setPaid(desk, [sold.orderId], false);
      return sold;
    },
    async ({ orderId }) => {
      expect(await erpRow(desk, orderId)).toMatchObject({ state: "canceled", isStockPosted: false });
      expect(salesOf(desk).at(-1)).toMatchObject({ situacao: 12, isStockPosted: false });
      expect(desk.erp.state.products.at(-1)!.stock).toBe(0);
    },
  );
});
