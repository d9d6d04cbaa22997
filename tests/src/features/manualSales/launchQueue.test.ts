import { ConvexError } from "convex/values";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Id } from "../../../../convex/_generated/dataModel";
import { LaunchQueue } from "../../../../src/features/manualSales/launchQueue";
import type { LaunchDraft } from "../../../../src/features/manualSales/ownLaunches";
import type { LaunchServer } from "../../../../src/features/manualSales/useLaunchServer";
import { forgetPersonal } from "../../../../src/lib/localStore";
import { undoLatest } from "../../../../src/lib/undo";
import { later } from "../../support/fakeBackend";

const LIVE = { eventDate: "2026-11-20", eventType: "LIVE" as const };
const draft = (code: string, change: Partial<LaunchDraft> = {}): LaunchDraft => ({
  productId: `product-${code}` as Id<"products">,
  productName: "Vestido Midi Lírio",
  unitPriceCents: 8990,
  code,
  phone: "5511987654321",
  quantity: 2,
  ...change,
});
type Receipt = Awaited<ReturnType<LaunchServer["launch"]>>;
const receipt: Receipt = {
  orderId: "order-1" as Id<"orders">,
  orderNumber: 1284,
  created: true,
  unitPriceCents: 8990,
  quantity: 2,
  totalCents: 17980,
  stockLeft: 2,
  phone: "5511987654321",
  productCode: "C151",
};

const server = {
  launch: vi.fn<LaunchServer["launch"]>(),
  undo: vi.fn<LaunchServer["undo"]>(),
  findProductId: vi.fn<LaunchServer["findProductId"]>(),
};
const reports = { refused: vi.fn(), delivered: vi.fn(), undoFailed: vi.fn() };
/** A page of Ana's in Loja Demo; opening one again is a reload. */
const open = (scope = "demo:ana") => {
  const queue = new LaunchQueue(scope, server, reports);
  return { queue, leave: queue.start() };
};
const sent = () => server.launch.mock.calls.map(([{ productId, launchId }]) => ({ productId, launchId }));

beforeEach(() => {
  vi.useFakeTimers();
  for (const spy of [...Object.values(server), ...Object.values(reports)]) spy.mockReset();
  server.launch.mockReturnValue(new Promise(() => undefined));
  server.undo.mockReturnValue(new Promise(() => undefined));
});

afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
  window.localStorage.clear();
});

describe("O6: what was launched without a connection", () => {
  test("is sent again after a reload, in its order, under the same ids", () => {
    const { queue, leave } = open();
    for (const code of ["C151", "C087", "C152"]) {
      queue.launch(draft(code), LIVE);
      vi.advanceTimersByTime(1_000);
    }
    const before = sent();
    leave();
    server.launch.mockClear();

    const reloaded = open().queue;
    expect(sent()).toEqual(before);
    expect(before.map(({ productId }) => productId)).toEqual(["product-C151", "product-C087", "product-C152"]);
    expect(reloaded.getState().own.map(({ code }) => code)).toEqual(["C152", "C087", "C151"]);
  });

  test("is gone from the device once it was accepted, and stays with its reason once it was refused", async () => {
    server.launch.mockImplementation(({ productId }) =>
      productId === "product-C151"
        ? Promise.resolve(receipt)
        : Promise.reject(
            new ConvexError({
              code: "insufficient_stock",
              message: "Estoque insuficiente. Disponível: 0",
              available: 0,
            }),
          ),
    );
    const { queue, leave } = open();
    queue.launch(draft("C151"), LIVE);
    queue.launch(draft("C087"), LIVE);
    await vi.advanceTimersByTimeAsync(0);
    leave();
    server.launch.mockClear();

    const { own } = open().queue.getState();
    expect(own.map(({ code, refusal }) => [code, refusal])).toEqual([["C087", "Estoque insuficiente. Disponível: 0"]]);
    expect(server.launch).not.toHaveBeenCalled();
  });

  test("belongs to its person and company, and signing out erases it", () => {
    open().queue.launch(draft("C151"), LIVE);
    server.launch.mockClear();
    expect(open("demo:joao").queue.getState().own).toEqual([]);
    expect(open("outra:ana").queue.getState().own).toEqual([]);
    forgetPersonal();
    expect(open().queue.getState().own).toEqual([]);
    expect(server.launch).not.toHaveBeenCalled();
  });

  test("is at most 50: the 51st is not taken, and says so", () => {
    const { queue } = open();
    for (let customer = 0; customer < 50; customer++) expect(queue.launch(draft("C151"), LIVE)).toBe(true);
    expect(queue.launch(draft("C151"), LIVE)).toBe(false);
    expect(queue.getState().own).toHaveLength(50);
    expect(server.launch).toHaveBeenCalledTimes(50);
  });

  test("two windows of one person do not write over each other's", () => {
    open().queue.launch(draft("C151"), LIVE);
    open().queue.launch(draft("C087"), LIVE);
    expect(
      open()
        .queue.getState()
        .own.map(({ code }) => code)
        .sort(),
    ).toEqual(["C087", "C151"]);
  });

  test("something else under its key is no launch", () => {
    window.localStorage.setItem("personal:launch:demo:ana:x", '{"launchId":"x"}');
    window.localStorage.setItem("personal:launch:demo:ana:y", "{");
    expect(open().queue.getState().own).toEqual([]);
  });

  test("a session that ended meanwhile costs no launch: it waits for the same person", async () => {
    server.launch.mockRejectedValue(new ConvexError({ code: "unauthenticated", message: "Não autenticado" }));
    const { queue } = open();
    queue.launch(draft("C151"), LIVE);
    await vi.advanceTimersByTimeAsync(0);
    expect(queue.getState().own.map(({ refusal }) => refusal)).toEqual([null]);
    server.launch.mockClear();
    open();
    expect(server.launch).toHaveBeenCalledTimes(1);
  });
});

describe("the order in which launches leave", () => {
  test("one whose product must be looked up first holds back those behind it", async () => {
    const looked = later<Id<"products"> | null>();
    server.findProductId.mockReturnValue(looked.promise);
    const { queue } = open();
    queue.launch(draft("C999", { productId: null }), LIVE);
    queue.launch(draft("C151"), LIVE);
    expect(server.launch).not.toHaveBeenCalled();
    looked.resolve("product-C999" as Id<"products">);
    await vi.advanceTimersByTimeAsync(0);
    expect(sent().map(({ productId }) => productId)).toEqual(["product-C999", "product-C151"]);
  });
});

describe("results are reported", () => {
  const refusal = new ConvexError({ code: "product_inactive", message: "Produto inativo" });

  test("by the feed where it is on screen, else by a message as well", async () => {
    server.launch.mockRejectedValue(refusal);
    const { queue } = open();
    const leaveScreen = queue.watch();
    queue.launch(draft("C151"), LIVE);
    await vi.advanceTimersByTimeAsync(0);
    expect(queue.getState().announcement).toBe("Recusado: C151 x2. Produto inativo");
    expect(reports.refused).not.toHaveBeenCalled();
    leaveScreen();
    queue.launch(draft("C087"), LIVE);
    await vi.advanceTimersByTimeAsync(0);
    expect(reports.refused.mock.calls).toEqual([["Recusado: C087 x2. Produto inativo"]]);
  });

  test("also of those taken up after a reload", async () => {
    open().queue.launch(draft("C151"), LIVE);
    server.launch.mockResolvedValue(receipt);
    open();
    await vi.advanceTimersByTimeAsync(0);
    expect(reports.delivered).toHaveBeenCalledTimes(1);
  });
});

describe("K7, L11: taking a launch back", () => {
  test("by key for eight seconds after it was accepted, the latest first; then only at its row", async () => {
    server.launch.mockResolvedValue(receipt);
    const { queue } = open();
    queue.launch(draft("C151"), LIVE);
    queue.launch(draft("C087"), LIVE);
    await vi.advanceTimersByTimeAsync(0);
    const [first, second] = sent();
    await vi.advanceTimersByTimeAsync(7_999);
    expect(undoLatest()).toBe(true);
    expect(server.undo.mock.calls).toEqual([[second?.launchId]]);
    expect([...queue.getState().undoing]).toEqual([second?.launchId]);
    await vi.advanceTimersByTimeAsync(1);
    expect(undoLatest()).toBe(false);
    queue.undo(first?.launchId ?? "");
    expect(server.undo).toHaveBeenCalledTimes(2);
  });

  test("pressed twice it is asked for once; refused it says why and the row is free again", async () => {
    const answer = later<never>();
    server.undo.mockReturnValue(answer.promise);
    const { queue } = open();
    queue.undo("launch-1");
    queue.undo("launch-1");
    expect(server.undo).toHaveBeenCalledTimes(1);
    const error = new ConvexError({ code: "forbidden", message: "x" });
    answer.reject(error);
    await vi.advanceTimersByTimeAsync(0);
    expect(reports.undoFailed).toHaveBeenCalledWith(error);
    expect(queue.getState().undoing.size).toBe(0);
  });
});
