import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";

afterEach(cleanup);

/** The modules as they are before anything was said; `screen.tsx` of the other tests has the messages open from the start. */
async function freshModules() {
  vi.resetModules();
  const { LateToasts } = await import("../../../src/app/LateToasts");
  const { notifyError, notifySuccess } = await import("../../../src/lib/notify");
  return { LateToasts, notifyError, notifySuccess };
}

test("the first message brings what shows it, and what was said meanwhile is shown too", async () => {
  const { LateToasts, notifyError, notifySuccess } = await freshModules();
  notifySuccess("Login realizado com sucesso.");
  render(<LateToasts appearance="light" />);
  act(() => void notifyError("Sem conexão"));
  expect(await screen.findByText("Login realizado com sucesso.", {}, { timeout: 20_000 })).toBeTruthy();
  expect(await screen.findByText("Sem conexão")).toBeTruthy();
});

test("nothing is loaded while nothing is said, until the first screen has had its time", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const { LateToasts } = await freshModules();
    render(<LateToasts appearance="light" />);
    expect(screen.queryByLabelText(/Mensagens/)).toBeNull();
    act(() => void vi.advanceTimersByTime(3_000));
  } finally {
    vi.useRealTimers();
  }
  expect(await screen.findByLabelText(/Mensagens/, {}, { timeout: 20_000 })).toBeTruthy();
});
