import { describe, expect, test } from "vitest";
import { broadcastResult, isOver, isUnderWay, remaining, BROADCAST_STATES } from "../../domain/broadcasts";

const counts = (sent: number, failed = 0, inDoubt = 0, total = sent + failed + inDoubt) => {
  return { total, sent, failed, inDoubt };
};
const DONE = "Mensagem em Massa Concluída";

describe("what is said of a broadcast that is over", () => {
  test.each([
    ["all got it", counts(12), { title: DONE, text: "12 mensagens enviadas", isDestructive: false }],
    ["one got it", counts(1), { title: DONE, text: "1 mensagem enviada", isDestructive: false }],
    ["some failed", counts(12, 1), { title: DONE, text: "12 mensagens enviadas, 1 erro", isDestructive: false }],
    [
      "of some nobody knows",
      counts(9, 1, 2),
      { title: DONE, text: "9 mensagens enviadas, 3 erros", isDestructive: false },
    ],
    ["none were sent", counts(0, 5), { title: DONE, text: "Nenhuma mensagem enviada, 5 erros", isDestructive: true }],
  ])("%s", (_title, given, expected) => {
    expect(broadcastResult("finished", given)).toEqual(expected);
  });

  test("canceled half-way: how many got none", () => {
    expect(broadcastResult("canceled", counts(3, 0, 0, 10))).toEqual({
      title: "Mensagem em Massa Cancelada",
      text: "3 mensagens enviadas, 7 sem envio",
      isDestructive: false,
    });
  });

  test.each(["preparing", "ready", "running", "paused"] as const)("%s: nothing yet", (state) => {
    expect(broadcastResult(state, counts(3))).toBeNull();
  });
});

test("a broadcast has begun, is over, or neither", () => {
  expect(BROADCAST_STATES.filter(isUnderWay)).toEqual(["running", "paused"]);
  expect(BROADCAST_STATES.filter(isOver)).toEqual(["finished", "canceled"]);
});

test("what remains are those that are neither sent nor given up", () => {
  expect(remaining(counts(3, 2, 1, 10))).toBe(4);
});
