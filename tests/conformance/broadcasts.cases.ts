import { expect } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { refusalOf } from "../support/refusals";
import type { Caller, ConformanceBackend, ConformanceCase } from "./backend";
import { aCompany, newLaunchId, type Company } from "./company";

/** Three people have bought, and the company's messages are on; it has no key to its gateway, so that none is called. */
async function aLive(backend: ConformanceBackend): Promise<Company> {
  const company = await aCompany(backend);
  const { tenantId } = company;
  const account = { name: "Dona", email: `${newLaunchId()}@dona.test`, password: "uma-senha-de-teste" };
  await backend.internal.action(internal.seed.addAccounts, { tenantId, accounts: [{ ...account, role: "owner" }] });
  const owner = await backend.as(account);
  const messaging = { gateway: "evolution", instanceName: "loja", isActive: true } as const;
  await owner.mutation(api.integrations.saveWhatsapp, { tenantId, ...messaging });
  for (let at = 0; at < 3; at += 1) await company.launch({ phone: `1191111000${at}` });
  return company;
}

/** A list of recipients that somebody has made and nobody has started. */
async function aList({ tenantId, ana }: Company, text: string, by = ana): Promise<Id<"broadcasts">> {
  const asked = { requestId: newLaunchId(), selection: { kind: "filter" as const, filter: {} }, text };
  const { broadcastId } = await by.mutation(api.broadcasts.prepare, { tenantId, ...asked });
  const stateOf = async () => (await by.query(api.broadcasts.get, { tenantId, broadcastId, now: 0 }))?.state;
  await expect.poll(stateOf, { timeout: 60_000 }).toBe("ready");
  return broadcastId;
}

const start = (by: Caller<"public">, { tenantId }: Company, broadcastId: Id<"broadcasts">) =>
  by.mutation(api.broadcasts.start, { tenantId, broadcastId, seenTotal: 3 });

const skip = { "convex-test": "what it schedules outlives the case; tests/convex/broadcasts.test.ts has the same" };

/** Two people and one button, at the same moment. */
export const broadcastsCases: readonly ConformanceCase[] = [
  {
    title: "two staff start the same broadcast at the same moment: it runs once",
    skip,
    run: async (backend) => {
      const company = await aLive(backend);
      const { tenantId, ana, joao } = company;
      const list = await aList(company, "Oi {nome}");
      const answers = await Promise.all([start(ana, company, list), start(joao, company, list)]);
      expect(answers).toEqual([{ state: "running" }, { state: "running" }]);
      const listed = await ana.query(api.broadcasts.list, { tenantId });
      expect(listed).toMatchObject([{ broadcastId: list, state: "running", total: 3 }]);
    },
  },
  {
    title: "two staff start a list each at the same moment: one runs, the other is told whose",
    skip,
    run: async (backend) => {
      const company = await aLive(backend);
      const { tenantId, ana, joao } = company;
      const lists = [await aList(company, "Oi {nome}"), await aList(company, "Oi, {nome}!", joao)] as const;
      const answers = await Promise.allSettled([start(ana, company, lists[0]), start(joao, company, lists[1])]);
      const refused = answers.filter(({ status }) => status === "rejected");
      expect(refused).toHaveLength(1);
      const running = await ana.query(api.broadcasts.list, { tenantId });
      expect(running).toHaveLength(1);
      const loser =
        running[0]!.startedByName === "ana" ? start(joao, company, lists[1]) : start(ana, company, lists[0]);
      expect(await refusalOf(loser)).toMatchObject({
        code: "broadcast_running",
        message: `Já há um envio em massa em andamento, iniciado por ${running[0]!.startedByName}`,
      });
    },
  },
];
