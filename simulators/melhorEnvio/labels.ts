import { randomUUID } from "node:crypto";
import type { Fields } from "../server/exchange";
import type { Surroundings } from "../server/simulator";
import type { Caller } from "./access";
import { readCartEntry } from "./cartRules";
import type { Notices, OrderEvent } from "./notices";
import type { Account, MelhorEnvioState, Order } from "./state";

const DAY_MS = 86_400_000;
/** The documentation says seven days in one place and twenty in another. */
const CART_MS = 7 * DAY_MS;
/** What was paid for a generated label comes back after about twelve hours. */
const REFUND_MS = DAY_MS / 2;

export interface LabelPace {
  /** How long generating takes; printing fails until then. */
  generateMs: number;
  /** In the sandbox a label goes on by itself; null: only on command. */
  advanceMs: number | null;
  /** How far tracking lies behind the truth. */
  trackingLagMs: number;
}

/** Labels and what happens to them. Every change is told to whoever made them. */
export class Labels {
  readonly pace: LabelPace;

  constructor(
    private readonly around: Surroundings<MelhorEnvioState>,
    private readonly notices: Notices,
    pace: LabelPace,
  ) {
    this.pace = pace;
  }

  /** Not idempotent: the same again is a second label. */
  insert({ account, token }: Caller, sent: Fields): Order {
    const { service, price, volumes } = readCartEntry(sent);
    const { state, clock } = this.around;
    state.lastProtocol += 1;
    const order: Order = {
      id: randomUUID(),
      protocol: `ORD-${state.lastProtocol}`,
      account: account.id,
      clientId: token.clientId,
      serviceId: service.id,
      priceCents: price.cents,
      discountCents: price.discountCents,
      deliveryDays: price.days,
      sent,
      volumes,
      createdAt: clock.now(),
      updatedAt: clock.now(),
      status: "pending",
      ...{ tracking: null, paidAt: null, generatedAt: null, receivedAt: null, postedAt: null },
      ...{ deliveredAt: null, canceledAt: null, expiredAt: null, generationAskedAt: null, refundDueAt: null },
    };
    state.orders.push(order);
    this.#expireLater(order);
    this.notices.tell(order, "order.created");
    return order;
  }

  find(account: Account, id: string): Order | undefined {
    return this.around.state.orders.find((order) => order.id === id && order.account === account.id);
  }

  ofAccount(account: Account): Order[] {
    return this.around.state.orders.filter((order) => order.account === account.id);
  }

  remove(order: Order): void {
    this.around.state.orders = this.around.state.orders.filter((other) => other !== order);
  }

  markPaid(order: Order): void {
    const now = this.around.clock.now();
    Object.assign(order, { status: "released", paidAt: now, updatedAt: now });
    this.notices.tell(order, "order.released");
  }

  /** @returns false when it was asked for before, or cannot be */
  generate(order: Order): boolean {
    if (order.paidAt === null || order.canceledAt !== null || order.generationAskedAt !== null) return false;
    order.generationAskedAt = this.around.clock.now();
    this.#finishLater(order);
    return true;
  }

  isCancellable(order: Order): boolean {
    return order.paidAt !== null && order.postedAt === null && order.canceledAt === null;
  }

  cancel(order: Order): void {
    const now = this.around.clock.now();
    order.refundDueAt = order.generatedAt === null ? now : now + REFUND_MS;
    Object.assign(order, { status: "canceled", canceledAt: now, updatedAt: now });
    this.#refundLater(order);
    this.notices.tell(order, "order.cancelled");
  }

  /** One step on its way, or off it. */
  happen(order: Order, event: OrderEvent): void {
    const now = this.around.clock.now();
    order.updatedAt = now;
    switch (event) {
      case "order.posted":
        order.tracking ??= trackingCode(order);
        Object.assign(order, { status: "posted", postedAt: now });
        break;
      case "order.received":
        Object.assign(order, { status: "received", receivedAt: now });
        break;
      case "order.delivered":
        Object.assign(order, { status: "delivered", deliveredAt: now, postedAt: order.postedAt ?? now });
        break;
      case "order.cancelled":
        Object.assign(order, { status: "canceled", canceledAt: now });
        break;
      case "order.undelivered":
      case "order.paused":
      case "order.suspended":
        Object.assign(order, { status: event.slice("order.".length) });
        break;
      case "order.released":
        return this.markPaid(order);
      case "order.generated":
        order.generationAskedAt ??= now;
        order.generatedAt = now;
        break;
      case "order.created":
      case "order.pending":
        break;
      default:
        event satisfies never;
    }
    this.notices.tell(order, event);
  }

  /** Takes up what was waiting after the state was read from a file. */
  resume(): void {
    for (const order of this.around.state.orders) {
      if (order.status === "pending") this.#expireLater(order);
      else if (order.generationAskedAt !== null && order.generatedAt === null) this.#finishLater(order);
      else this.#advanceLater(order);
      this.#refundLater(order);
    }
  }

  #finishLater(order: Order): void {
    this.around.clock.after(this.pace.generateMs, () => {
      if (order.canceledAt !== null) return;
      this.happen(order, "order.generated");
      this.#advanceLater(order);
    });
  }

  #refundLater(order: Order): void {
    if (order.refundDueAt === null) return;
    const account = this.around.state.accounts.find(({ id }) => id === order.account);
    const refund = (): void => {
      if (account !== undefined) account.balanceCents += order.priceCents;
      order.refundDueAt = null;
    };
    const waitMs = order.refundDueAt - this.around.clock.now();
    if (waitMs <= 0) refund();
    else this.around.clock.after(waitMs, refund);
  }

  #advanceLater(order: Order): void {
    const { advanceMs } = this.pace;
    if (advanceMs === null || order.generatedAt === null) return;
    this.around.clock.after(advanceMs, () => {
      if (order.status === "released" || order.status === "received") this.happen(order, "order.posted");
      else if (order.status === "posted") this.happen(order, "order.delivered");
      else return;
      this.#advanceLater(order);
    });
  }

  #expireLater(order: Order): void {
    this.around.clock.after(order.createdAt + CART_MS - this.around.clock.now(), () => {
      if (order.status !== "pending") return;
      const now = this.around.clock.now();
      Object.assign(order, { status: "expired", expiredAt: now, updatedAt: now });
    });
  }
}

/** `ME26002MI63BR`: two letters, nine signs, where it comes from. */
function trackingCode({ id }: Order): string {
  return `ME${id.replaceAll("-", "").slice(0, 9).toUpperCase()}BR`;
}
