import type { FunctionArgs } from "convex/server";
import { api } from "../../convex/_generated/api";
import type { Doc, Id } from "../../convex/_generated/dataModel";
import { aShop, type Person, type Shop } from "./builders";

type Change<F extends keyof typeof api.orders> = Omit<FunctionArgs<(typeof api.orders)[F]>, "tenantId" | "orderId">;

/** A shop with somebody at the desk who edits orders. */
export class OrderDesk {
  constructor(
    readonly shop: Shop,
    readonly ana: Person,
    readonly joao: Person,
  ) {}

  private get tenantId(): Id<"tenants"> {
    return this.shop.tenantId;
  }

  setPaid(orderId: Id<"orders">, isPaid = true) {
    return this.ana.session.mutation(api.orders.setPaid, { tenantId: this.tenantId, orderIds: [orderId], isPaid });
  }

  setPrinted(orderIds: Id<"orders">[], printed: boolean) {
    return this.ana.session.mutation(api.orders.setPrinted, { tenantId: this.tenantId, orderIds, printed });
  }

  setObservation(orderId: Id<"orders">, change: Change<"setObservation">, by = this.ana) {
    return by.session.mutation(api.orders.setObservation, { tenantId: this.tenantId, orderId, ...change });
  }

  addLine(orderId: Id<"orders">, change: Change<"addLine">, by = this.ana) {
    return by.session.mutation(api.orders.addLine, { tenantId: this.tenantId, orderId, ...change });
  }

  setQuantity(orderId: Id<"orders">, change: Change<"setLineQuantity">, by = this.ana) {
    return by.session.mutation(api.orders.setLineQuantity, { tenantId: this.tenantId, orderId, ...change });
  }

  setPrice(orderId: Id<"orders">, change: Change<"setLinePrice">, by = this.ana) {
    return by.session.mutation(api.orders.setLinePrice, { tenantId: this.tenantId, orderId, ...change });
  }

  removeLine(orderId: Id<"orders">, change: Change<"removeLine">) {
    return this.ana.session.mutation(api.orders.removeLine, { tenantId: this.tenantId, orderId, ...change });
  }

  update(orderId: Id<"orders">, change: Change<"update">, by = this.ana) {
    return by.session.mutation(api.orders.update, { tenantId: this.tenantId, orderId, ...change });
  }

  merge(fromOrderId: Id<"orders">, intoOrderId: Id<"orders">, phone?: string, seenPhone?: string) {
    const { tenantId } = this;
    return this.ana.session.mutation(api.orders.merge, { tenantId, fromOrderId, intoOrderId, phone, seenPhone });
  }

  remove(orderIds: Id<"orders">[], returnPaidStock = false) {
    const { tenantId } = this;
    return this.ana.session.mutation(api.orders.remove, { tenantId, orderIds, returnPaidStock });
  }

  undo(launchId: string, by = this.ana) {
    return by.session.mutation(api.manualSales.undo, { tenantId: this.tenantId, launchId });
  }

  byNumber(number: number) {
    return this.ana.session.query(api.orders.byNumber, { tenantId: this.tenantId, number });
  }

  /** What happened to an order, newest first. */
  async changes(orderId: Id<"orders">): Promise<Doc<"orderEvents">["change"][]> {
    const paginationOpts = { numItems: 50, cursor: null };
    const { tenantId } = this;
    const { page } = await this.ana.session.query(api.orders.timeline, { tenantId, orderId, paginationOpts });
    return page.map(({ change }) => change);
  }

  /** The line of a product in any order. */
  async lineOf(productId: Id<"products">, orderId?: Id<"orders">): Promise<Id<"cartItems">> {
    const orders = await this.shop.rows("orders");
    const carts = orders.filter(({ _id }) => orderId === undefined || _id === orderId).map(({ cartId }) => cartId);
    const lines = await this.shop.rows("cartItems");
    const line = lines.find((each) => each.productId === productId && carts.includes(each.cartId));
    if (line === undefined) throw new Error("the product should be in an order");
    return line._id;
  }

  async order(orderId: Id<"orders">): Promise<Doc<"orders">> {
    const order = (await this.shop.rows("orders")).find(({ _id }) => _id === orderId);
    if (order === undefined) throw new Error("the order should be there");
    return order;
  }
}

export async function anOrderDesk(): Promise<OrderDesk> {
  const shop = await aShop();
  return new OrderDesk(shop, await shop.hasStaff("Ana"), await shop.hasStaff("João"));
}
