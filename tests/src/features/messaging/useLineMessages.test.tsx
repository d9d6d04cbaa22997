import { act, renderHook, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Toaster } from "sonner";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Id } from "../../../../convex/_generated/dataModel";
import { useLineMessages, type LineEvent } from "../../../../src/features/messaging";
import { backend } from "../../support/fakeBackend";
// Opens the messages and puts them away after each test.
import "../../support/screen";
import { aMessage } from "./messages";

vi.mock("../../../../src/lib/useTenantQuery", async () => {
  const { backend } = await import("../../support/fakeBackend");
  return { useTenantQuery: backend.useTenantQuery };
});
vi.mock("../../../../src/lib/useTenantMutation", async () => {
  const { backend } = await import("../../support/fakeBackend");
  return { useTenantMutation: backend.useTenantMutation };
});

const OLD = aMessage({ messageId: "old", state: "failed" });

function follow() {
  const wrapper = ({ children }: { children: React.ReactNode }) => (
    <>
      {children}
      <Toaster />
    </>
  );
  return renderHook(() => useLineMessages("order-12" as Id<"orders">), { wrapper }).result.current;
}
const tells = (...messages: readonly object[]) =>
  act(() => backend.answersWith("messages:ofOrder", [...messages, OLD]));
const mine = (event: LineEvent, state: string, change: object = {}) =>
  aMessage({ messageId: "mine", event, state, ...change });

beforeEach(() => {
  backend.clear();
  backend.answersWith("messages:ofOrder", [OLD]);
});

describe("what became of the message about a line that one has changed", () => {
  test.each([
    ["item_added", "sent", "Produto adicionado e mensagem enviada"],
    ["item_removed", "sent", "Produto removido e mensagem de cancelamento enviada"],
    ["item_added", "failed", "Erro ao enviar mensagem de item adicionado"],
    ["item_removed", "expired", "Erro ao enviar mensagem de cancelamento"],
    ["item_added", "in_doubt", "Mensagem registrada, mas pode não ter sido entregue"],
  ] as const)("%s, %s: '%s'", async (event, state, sentence) => {
    const expectMessage = follow();
    expectMessage(event);
    tells(mine(event, "waiting"));
    expect(screen.queryByText(sentence)).toBeNull();
    tells(mine(event, state));
    expect(await screen.findByText(sentence)).toBeTruthy();
  });

  test("one that was not sent is tried again from its message, and told again", async () => {
    const retry = backend.mutates("messages:retry", () => Promise.resolve(null));
    follow()("item_added");
    tells(mine("item_added", "failed"));
    await userEvent.click(await screen.findByRole("button", { name: "Tentar de novo" }));
    expect(retry).toHaveBeenCalledWith({ messageId: "mine" });
    tells(mine("item_added", "waiting"));
    tells(mine("item_added", "sent"));
    expect(await screen.findByText(/^Produto adicionado e mensagem enviada/)).toBeTruthy();
  });

  test("a line that somebody else adds, or one of before, is no news; nor is what came to nothing", () => {
    const expectMessage = follow();
    tells(mine("item_added", "sent"));
    const forget = expectMessage("item_removed");
    forget();
    tells(mine("item_added", "sent"), aMessage({ messageId: "other", event: "item_removed", state: "sent" }));
    expect(screen.queryByText(/mensagem/)).toBeNull();
  });
});
