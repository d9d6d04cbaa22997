import { act, fireEvent, screen } from "@testing-library/react";
import { Outlet } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { InactivityWatch } from "../../../../src/features/auth/InactivityWatch";
import { INTERACTIONS } from "../../../../src/features/auth/inactivity";
import type { Auth } from "../../../../src/lib/auth";
import { ANA, anAuth, showScreen } from "../../support/screen";

const MINUTE = 60_000;
const KEY = "personal:lastActivity";

let day = 0;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
  // Each on a day of its own: messages of the test before are not joined with those of the next.
  day += 1;
  vi.setSystemTime(Date.parse("2026-11-20T23:00:00Z") + day * 24 * 60 * MINUTE);
});
afterEach(() => {
  vi.useRealTimers();
});

const routes = [
  {
    element: (
      <>
        <InactivityWatch />
        <Outlet />
      </>
    ),
    children: [
      { path: "/", element: <p>início</p> },
      { path: "/pedidos", element: <p>lista</p> },
    ],
  },
];
async function show(auth: Auth = anAuth(ANA)) {
  const view = showScreen({ routes, at: "/pedidos", auth });
  await pass(0);
  return view;
}
/** Lets time go by and what waits for it happen. */
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const warning = () => screen.queryByRole("alertdialog", { name: "Você ainda está aí?" });
const isWarned = () => vi.waitFor(() => expect(warning()).toBeTruthy(), 10_000);
/** As another tab of this browser does: the storage first, then the word of it. */
function otherTab(value: string) {
  window.localStorage.setItem(KEY, value);
  act(() => void window.dispatchEvent(new StorageEvent("storage", { key: KEY, newValue: value })));
}
const ended = (auth: Auth) => {
  expect(auth.expire).toHaveBeenCalledTimes(1);
  expect(auth.signOut).not.toHaveBeenCalled();
  expect(screen.getByText("início")).toBeTruthy();
  expect(screen.getByText(/^Sessão expirada/)).toBeTruthy();
  expect(screen.getByText("Você foi desconectado por inatividade.")).toBeTruthy();
};

describe("thirty minutes without interaction", () => {
  test("warn two minutes before with 'Continuar conectado', then sign out and lead to the start (A8)", async () => {
    const { auth } = await show();
    await pass(28 * MINUTE - 1_000);
    expect(warning()).toBeNull();
    await pass(1_000);
    await isWarned();
    expect(screen.getByRole("button", { name: "Continuar conectado" })).toBeTruthy();
    expect(auth.expire).not.toHaveBeenCalled();
    await pass(2 * MINUTE);
    ended(auth);
    expect(warning()).toBeNull();
  });

  test("'Continuar conectado' begins them anew", async () => {
    const { auth } = await show();
    await pass(28 * MINUTE);
    await isWarned();
    fireEvent.click(screen.getByRole("button", { name: "Continuar conectado" }));
    expect(warning()).toBeNull();
    await pass(27 * MINUTE);
    expect(warning()).toBeNull();
    expect(auth.expire).not.toHaveBeenCalled();
    await pass(4 * MINUTE);
    ended(auth);
  });

  test.each(INTERACTIONS)("%s begins them anew", async (kind) => {
    const { auth } = await show();
    await pass(20 * MINUTE);
    fireEvent(screen.getByText("lista"), new Event(kind, { bubbles: kind !== "scroll" }));
    await pass(27 * MINUTE);
    expect(auth.expire).not.toHaveBeenCalled();
    await pass(4 * MINUTE);
    ended(auth);
  });

  test("a move of the mouse counts while the warning is there, which stays for the press that follows", async () => {
    const { auth } = await show();
    await pass(29 * MINUTE);
    await isWarned();
    fireEvent.mouseMove(document.body);
    expect(warning()).toBeTruthy();
    await pass(2 * MINUTE);
    expect(auth.expire).not.toHaveBeenCalled();
    expect(screen.getByText("Você continua conectado")).toBeTruthy();
  });

  test("work in another tab counts here and takes the warning away", async () => {
    const { auth } = await show();
    await pass(28 * MINUTE);
    await isWarned();
    otherTab(String(Date.now()));
    expect(warning()).toBeNull();
    await pass(27 * MINUTE);
    expect(auth.expire).not.toHaveBeenCalled();
  });

  test("the end in another tab is the end here", async () => {
    const { auth } = await show();
    otherTab("ran-out");
    await pass(0);
    ended(auth);
  });

  test("that went by while the machine slept: the first move of the mouse does not save it", async () => {
    const { auth } = await show();
    vi.setSystemTime(Date.now() + 8 * 60 * MINUTE);
    fireEvent.mouseMove(document.body);
    await pass(0);
    ended(auth);
  });
});

describe("at the start of a visit", () => {
  test("a session left alone for too long ends before anything is shown of it", async () => {
    window.localStorage.setItem(KEY, String(Date.now() - 31 * MINUTE));
    const { auth } = await show(anAuth(null, "loading"));
    ended(auth);
  });

  test("one left alone for less goes on with the time that is left", async () => {
    window.localStorage.setItem(KEY, String(Date.now() - 27 * MINUTE));
    const { auth } = await show();
    await pass(MINUTE);
    await isWarned();
    await pass(2 * MINUTE);
    ended(auth);
  });

  test("nobody was there: nothing is said, and signing in begins the time", async () => {
    const { auth, change } = await show(anAuth(null));
    await pass(60 * MINUTE);
    expect(auth.expire).not.toHaveBeenCalled();
    const ana = anAuth(ANA);
    change(ana);
    await pass(27 * MINUTE);
    expect(ana.expire).not.toHaveBeenCalled();
    await pass(4 * MINUTE);
    ended(ana);
  });
});
