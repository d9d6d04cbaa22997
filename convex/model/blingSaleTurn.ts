import { nextErpStep, type ErpPause, type ErpStep } from "../../domain/bling";
import { CLAIM_MS, REQUEST_EVERY_MS } from "../../domain/blingPacing";
import { erpSaleHash, type ErpSale } from "../../domain/blingSale";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { BlingAccess, BlingAnswer } from "../providers/bling";
import {
  createSale,
  findSale,
  postSale,
  readSale,
  turnSale,
  updateSale,
  type POSTINGS,
  type SaleRecords,
} from "../providers/blingSales";
import type { TurnFacts } from "./blingFacts";
import { answered, findRecords, TurnEnd, usualSituation, type Desk } from "./blingRecords";
import type { Learnt, TurnKey, TurnOutcome } from "./blingTurns";
import { withToken, type Work } from "./oauthWork";

/** One turn at the ERP: the steps that bring one order's sale to where it is to be, one after the other. */

interface ScopedTurn extends TurnKey {
  readonly tenantId: Id<"tenants">;
}

type End = TurnOutcome | { readonly kind: "unauthorized" };

interface Ended {
  readonly end: End;
  readonly revision: number;
}

/** Does what there is to do and writes down what came of it; a mistake of ours too, which must not come back for ever. */
export async function workTurn(ctx: Work, turn: ScopedTurn): Promise<void> {
  try {
    await takeSteps(ctx, turn);
  } catch (error) {
    const facts = await ctx.runQuery(internal.blingWork.facts, turn);
    const end: End = { kind: "retry", reason: "Erro inesperado ao enviar ao Bling.", isLost: true };
    if (facts !== null) await settle(ctx, turn, { end, revision: facts.row.revision });
    throw error;
  }
}

async function takeSteps(ctx: Work, turn: ScopedTurn): Promise<void> {
  const { tenantId } = turn;
  const pace = pacer();
  const tokened = await withToken(
    ctx,
    { tenantId, service: "bling" },
    async (token): Promise<Ended | null> => {
      // Read anew with each token: the first may have got somewhere before it was refused.
      const facts = await ctx.runQuery(internal.blingWork.facts, turn);
      if (facts === null) return null;
      const end = await new SaleTurn(ctx, turn, facts, { baseUrl: facts.baseUrl, token, pace }).run();
      return { end, revision: facts.row.revision };
    },
    (ended) => verdictOf(ended?.end ?? null),
  );
  if (tokened.kind === "no_token") {
    const facts = await ctx.runQuery(internal.blingWork.facts, turn);
    if (facts !== null) await settle(ctx, turn, { end: withoutToken(tokened.failure), revision: facts.row.revision });
  } else if (tokened.answer !== null) await settle(ctx, turn, tokened.answer);
}

function verdictOf(end: End | null): "fine" | "unauthorized" | "forbidden" {
  if (end?.kind === "unauthorized") return "unauthorized";
  return end?.kind === "paused" && end.pause === "no_permission" ? "forbidden" : "fine";
}

function withoutToken(failure: "not_connected" | "unauthorized" | "unavailable"): End {
  if (failure === "unavailable") return { kind: "retry", reason: "O Bling não renovou a conexão.", isLost: false };
  return { kind: "paused", pause: "disconnected" };
}

async function settle(ctx: Work, turn: ScopedTurn, { end, revision }: Ended): Promise<void> {
  const disconnected: ErpPause = "disconnected";
  const outcome = end.kind === "unauthorized" ? { kind: "paused" as const, pause: disconnected } : end;
  await ctx.runMutation(internal.blingWork.settle, { ...turn, revision, outcome });
}

/** Lets one request through at a time, and as many a second as the ERP takes of a company. */
export function pacer(everyMs = REQUEST_EVERY_MS): () => Promise<void> {
  let nextAt = 0;
  return async () => {
    const now = Date.now();
    const waitMs = Math.max(0, nextAt - now);
    nextAt = now + waitMs + everyMs;
    if (waitMs > 0) await new Promise((go) => setTimeout(go, waitMs));
  };
}

/** A sale that is not there (any more). */
const NOT_THERE: Learnt = {
  ...{ saleId: null, saleNumber: null, sentHash: null, mayExist: false },
  ...{ isCanceled: false, situationId: null, isStockPosted: false, isBilled: false },
};

type Posting = keyof typeof POSTINGS;

const POSTED: Readonly<Record<Posting, readonly [Learnt, string]>> = {
  post_stock: [{ isStockPosted: true }, "Estoque lançado no Bling."],
  return_stock: [{ isStockPosted: false }, "Estoque estornado no Bling."],
  bill: [{ isBilled: true }, "Contas lançadas no Bling."],
  unbill: [{ isBilled: false }, "Contas estornadas no Bling."],
};
/** How the refusal of what has been done already is worded. Inferred. */
const DONE_ALREADY: Readonly<Record<Posting, RegExp>> = {
  post_stock: /j[áa] (foi|est[áa])/i,
  return_stock: /n[ãa]o (foi|foram|est[áa])/i,
  bill: /j[áa] (foi|foram|est[ãa]o|est[áa])/i,
  unbill: /n[ãa]o (foi|foram|est[ãa]o|est[áa])/i,
};

/** More than any sale takes; a sale that goes round in circles ends here. */
const MAX_STEPS = 15;

/**
 * Holds what is known of the sale while the turn lasts; the row is the truth, and is written before and after each step
 * that changes something there. What is to be done next is decided by `nextErpStep` alone.
 */
class SaleTurn {
  #known: TurnFacts["row"];
  #hasAsked = false;
  readonly #hash: string | null;
  readonly #desk: Desk;

  constructor(
    private readonly ctx: Work,
    private readonly turn: ScopedTurn,
    private readonly facts: TurnFacts,
    private readonly access: BlingAccess,
  ) {
    this.#known = facts.row;
    this.#hash = facts.sale === null ? null : erpSaleHash(facts.sale);
    this.#desk = { access, ask: () => this.#learn({}), tell: (text) => this.#learn({}, text) };
  }

  async run(): Promise<End> {
    try {
      for (let count = 0; count < MAX_STEPS; count += 1) {
        const step = this.#next();
        if (step === "done") return { kind: "done" };
        await this.#take(step);
      }
      return { kind: "failed", reason: "O pedido não chegou ao estado certo no Bling. Confira lá e tente de novo." };
    } catch (error) {
      if (error instanceof TurnEnd) return error.outcome;
      throw error;
    }
  }

  /** What was deleted there needs no cancelling, and is made again only when somebody asks for it. */
  async #isGone(): Promise<never> {
    const { wish, saleNumber } = this.#known;
    if (wish === "cancel") {
      await this.#learn({ isCanceled: true }, "O pedido de venda já não está no Bling.");
      throw new TurnEnd({ kind: "done" });
    }
    await this.#learn(NOT_THERE);
    const reason = `O pedido de venda ${saleNumber ?? ""} foi excluído no Bling. Tente de novo para criar outro.`;
    throw new TurnEnd({ kind: "failed", reason });
  }

  #next(): ErpStep {
    const { saleSituation, postsStock, postsReceivables } = this.facts.settings;
    // An order that is gone has nothing to be sold.
    const known = this.facts.sale === null ? { ...this.#known, wish: "cancel" as const } : this.#known;
    const wants = { situationId: saleSituation?.id ?? null, postsStock, postsReceivables };
    return nextErpStep(known, wants, { hash: this.#hash, hasAsked: this.#hasAsked });
  }

  async #take(step: Exclude<ErpStep, "done">): Promise<void> {
    switch (step) {
      case "find":
        return await this.#find();
      case "create":
        return await this.#create();
      case "look":
        return await this.#look();
      case "update":
        return await this.#update();
      case "turn":
        return await this.#turn();
      case "reopen":
        return await this.#reopen();
      case "cancel":
        return await this.#cancel();
      case "post_stock":
      case "return_stock":
      case "bill":
      case "unbill":
        return await this.#post(step);
      default:
        step satisfies never;
    }
  }

  async #find(): Promise<void> {
    const found = answered(await findSale(this.access, this.#known.key));
    this.#hasAsked = true;
    if (found === null) return await this.#learn({ mayExist: false });
    const { saleId, saleNumber } = found;
    const text = `Pedido de venda ${saleNumber} encontrado no Bling.`;
    await this.#learn({ saleId, saleNumber, mayExist: false, sentHash: this.#known.givenHash }, text);
  }

  async #create(): Promise<void> {
    const { sale, records } = await this.#prepared();
    await this.#learn({ mayExist: true, givenHash: this.#hash });
    const made = await createSale(this.access, sale, records);
    // Refused, busy, not allowed: then it was not made.
    const isLost = !made.ok && made.failure.kind === "unavailable" && made.failure.isLost;
    if (!made.ok && !isLost) await this.#learn({ mayExist: false });
    const saleId = answered(made);
    await this.#learn({ saleId, mayExist: false, sentHash: this.#hash, totalCents: sale.totalCents });
  }

  async #look(): Promise<void> {
    const { saleNumber } = await this.#there(await readSale(this.access, this.#saleId()));
    await this.#learn({ saleNumber }, `Pedido de venda ${saleNumber} no Bling.`);
  }

  async #update(): Promise<void> {
    const { sale, records } = await this.#prepared();
    await this.#learn({ givenHash: this.#hash });
    await this.#there(await updateSale(this.access, this.#saleId(), sale, records));
    await this.#learn({ sentHash: this.#hash, totalCents: sale.totalCents }, "Pedido de venda alterado no Bling.");
  }

  async #turn(): Promise<void> {
    const { saleSituation } = this.facts.settings;
    if (saleSituation === null) return;
    await this.#turnTo(saleSituation.id);
    await this.#learn({ situationId: saleSituation.id }, `Situação no Bling: ${saleSituation.name}.`);
  }

  async #reopen(): Promise<void> {
    await this.#turnTo(await usualSituation(this.access, "open"));
    await this.#learn({ isCanceled: false, situationId: null }, "Pedido de venda reaberto no Bling.");
  }

  async #cancel(): Promise<void> {
    const { canceledSituation } = this.facts.settings;
    await this.#turnTo(canceledSituation?.id ?? (await usualSituation(this.access, "canceled")));
    await this.#learn({ isCanceled: true, situationId: null }, "Pedido de venda cancelado no Bling.");
  }

  /** Refused where the sale is in that situation already: then somebody has put it there. */
  async #turnTo(situationId: number): Promise<void> {
    await this.#learn({});
    const turned = await turnSale(this.access, this.#saleId(), situationId);
    if (!turned.ok && turned.failure.kind === "refused") {
      const { situationId: now } = await this.#there(await readSale(this.access, this.#saleId()));
      if (now === situationId) return;
    }
    await this.#there(turned);
  }

  /** Refused where it has been done already, by us without an answer or by somebody there. */
  async #post(posting: Posting): Promise<void> {
    await this.#learn({});
    const posted = await postSale(this.access, this.#saleId(), posting);
    const isDone = !posted.ok && posted.failure.kind === "refused" && DONE_ALREADY[posting].test(posted.failure.reason);
    if (!isDone) await this.#there(posted);
    await this.#learn(...POSTED[posting]);
  }

  async #prepared(): Promise<{ readonly sale: ErpSale; readonly records: SaleRecords }> {
    const { sale, settings } = this.facts;
    if (sale === null) throw new TurnEnd({ kind: "again" });
    return { sale, records: await findRecords(this.#desk, sale, settings) };
  }

  #saleId(): number {
    if (this.#known.saleId === null) throw new TurnEnd({ kind: "again" });
    return this.#known.saleId;
  }

  /** An answer about the sale, which may have been deleted there. */
  async #there<Value>(answer: BlingAnswer<Value>): Promise<Value> {
    return answer.ok || answer.failure.kind !== "not_found" ? answered(answer) : await this.#isGone();
  }

  /** Writes down what is known now. Ends the turn where it is no longer this one's, or the order has changed. */
  async #learn(learnt: Learnt, text: string | null = null): Promise<void> {
    const { revision } = this.facts.row;
    const begunAt = Date.now();
    const mayGoOn = await this.ctx.runMutation(internal.blingWork.goOn, { ...this.turn, revision, learnt, text });
    this.#known = { ...this.#known, ...learnt };
    // A machine that slept after the permission was given has lost it.
    if (!mayGoOn || Date.now() - begunAt > CLAIM_MS) throw new TurnEnd({ kind: "again" });
  }
}
