import { act, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Id } from "../../../../convex/_generated/dataModel";
import { CustomerOptOut, useProfilePicture } from "../../../../src/features/messaging";
import { NewsChip } from "../../../../src/features/messaging/NewsChip";
import { backend, later } from "../../support/fakeBackend";
import { showScreen } from "../../support/screen";
import { NO_NEWS } from "./messages";

vi.mock("../../../../src/lib/useTenantQuery", async () => {
  const { backend } = await import("../../support/fakeBackend");
  return { useTenantQuery: backend.useTenantQuery };
});
vi.mock("../../../../src/lib/useTenantMutation", async () => {
  const { backend } = await import("../../support/fakeBackend");
  return { useTenantMutation: backend.useTenantMutation };
});
vi.mock("../../../../src/lib/useTenantAction", async () => {
  const { backend } = await import("../../support/fakeBackend");
  return { useTenantAction: backend.useTenantAction };
});

const show = (Component: () => React.ReactNode) => showScreen({ routes: [{ path: "/", Component }], at: "/" });

beforeEach(() => backend.clear());

describe("the word in the top bar", () => {
  test("nothing while there is nothing to say; then where to read more; it goes when it is over", async () => {
    show(() => <NewsChip />);
    expect(screen.queryByRole("link")).toBeNull();
    act(() => backend.answersWith("whatsapp:news", { ...NO_NEWS, broadcastId: "b1" }));
    const broadcast = await screen.findByRole("link", { name: "Envio em massa" });
    expect(broadcast.getAttribute("href")).toBe("/whatsapp-integration?aba=envios");
    const message = "O WhatsApp da loja está desconectado. As mensagens esperam.";
    act(() => backend.answersWith("whatsapp:news", { ...NO_NEWS, pausedFor: "instance_down", message, pausedAt: 1 }));
    const paused = screen.getByRole("link", { name: "WhatsApp em pausa" });
    expect([paused.getAttribute("href"), paused.title]).toEqual(["/whatsapp-integration", message]);
    act(() => backend.answersWith("whatsapp:news", NO_NEWS));
    expect(screen.queryByRole("link")).toBeNull();
  });
});

describe("a customer's wish about messages to many", () => {
  const PHONE = "5511987654321";
  const at = Date.parse("2026-11-20T15:00:00Z");

  test("gets them; can be turned by the staff, and that taken back", async () => {
    backend.answersWith("messageOptOuts:ofPhone", null);
    const set = backend.mutates("messageOptOuts:set", () => Promise.resolve(null));
    const { user } = show(() => <CustomerOptOut phone={PHONE} />);
    expect(screen.getByText("Recebe")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Não enviar mais" }));
    expect(set).toHaveBeenCalledWith({ phone: PHONE, isOptedOut: true });
    expect(await screen.findByText("O cliente não recebe mais mensagens em massa")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Desfazer" }));
    expect(set).toHaveBeenLastCalledWith({ phone: PHONE, isOptedOut: false });
  });

  test("gets none: says who said so and when", () => {
    backend.answersWith("messageOptOuts:ofPhone", { at, source: "customer", byName: null });
    show(() => <CustomerOptOut phone={PHONE} />);
    expect(screen.getByText("Não recebe")).toBeTruthy();
    expect(screen.getByText("O próprio cliente, 20/11/2026 12:00")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Voltar a enviar" })).toBeTruthy();
  });

  test("while it is not known nothing is claimed, and a failure says so", async () => {
    const { user } = show(() => <CustomerOptOut phone={PHONE} />);
    expect(screen.queryByRole("button")).toBeNull();
    act(() => backend.answersWith("messageOptOuts:ofPhone", null));
    backend.mutates("messageOptOuts:set", () => Promise.reject(new Error("Server Error")));
    await user.click(screen.getByRole("button", { name: "Não enviar mais" }));
    expect(await screen.findByText("Não foi possível mudar. Tente de novo.")).toBeTruthy();
  });
});

describe("the winner's picture", () => {
  const Picture = ({ order }: { order: string }) => useProfilePicture(order as Id<"orders">) ?? "nenhuma";

  test("is asked once, and is there when the gateway has it", async () => {
    const ask = backend.mutates("whatsapp:profilePicture", () => Promise.resolve({ url: "https://pps/1.jpg" }));
    show(() => <Picture order="order-12" />);
    expect(await screen.findByText("https://pps/1.jpg")).toBeTruthy();
    expect(ask).toHaveBeenCalledTimes(1);
    expect(ask).toHaveBeenCalledWith({ orderId: "order-12" });
  });

  test("a failure silently leaves the generated one", async () => {
    const answer = later<unknown>();
    backend.mutates("whatsapp:profilePicture", () => answer.promise);
    show(() => <Picture order="order-12" />);
    act(() => answer.reject(new Error("Server Error")));
    await waitFor(() => expect(screen.getByText("nenhuma")).toBeTruthy());
    expect(screen.queryByRole("alert")).toBeNull();
  });
});
