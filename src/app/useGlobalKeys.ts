import { useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { useAuth } from "../lib/auth";
import { areSingleKeysOn, isLayerOpen, isTextEntry, SCANNER_GAP_MS } from "../lib/keys";
import { paths, screensFor } from "../lib/screens";
import { undoLatest } from "../lib/undo";
import type { Frame } from "./frame";

/** The second key of a pair must follow within this. Source: UX conventions K2. */
const PAIR_MS = 1_000;

/** The keys that work on every screen. Source: UX conventions K2, K3, K7. */
export function useGlobalKeys({ openCommands, openKeys }: Frame): void {
  const { profile } = useAuth();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const goToLaunchLine = () => {
    const isThere = pathname === paths.manualSales && search === "";
    void navigate(paths.manualSales, { state: { toLaunchLine: true }, replace: isThere });
  };
  const goTo = (letter: string) => {
    const screen = screensFor(profile).find(({ key }) => key === letter);
    if (screen !== undefined) void navigate(screen.path);
    return screen !== undefined;
  };
  const isSomebody = profile !== null;
  const actions = { openCommands, openKeys, goToLaunchLine, goTo, isSomebody };
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });

  useEffect(() => {
    let lastAt = Number.NEGATIVE_INFINITY;
    let pairedAt = Number.NEGATIVE_INFINITY;

    function onKeyDown(event: KeyboardEvent) {
      const gapMs = event.timeStamp - lastAt;
      lastAt = event.timeStamp;
      const isPair = event.timeStamp - pairedAt <= PAIR_MS;
      pairedAt = Number.NEGATIVE_INFINITY;
      const act = latest.current;
      if (event.defaultPrevented || event.isComposing || !act.isSomebody || isLayerOpen()) return;
      const done = isCommand(event)
        ? pressCommand(event, act.openCommands)
        : event.key === "F2" && !event.altKey && !event.shiftKey
          ? run(act.goToLaunchLine)
          : pressSingle(event, gapMs, isPair);
      if (done) event.preventDefault();
    }

    function pressSingle(event: KeyboardEvent, gapMs: number, isPair: boolean): boolean {
      // Faster than a person: a scanner, whose characters are no commands.
      if (event.altKey || gapMs < SCANNER_GAP_MS || isTextEntry(event.target) || !areSingleKeysOn()) return false;
      const act = latest.current;
      const letter = event.key.toUpperCase();
      if (isPair && act.goTo(letter)) return true;
      if (event.key === "?") return run(act.openKeys);
      if (event.key === "/") return focusSearch();
      if (letter === "G" && !event.shiftKey) pairedAt = event.timeStamp;
      return false;
    }

    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}

function isCommand({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && !altKey;
}

function pressCommand(event: KeyboardEvent, openCommands: () => void): boolean {
  const letter = event.key.toLowerCase();
  if (event.shiftKey) return false;
  if (letter === "k") return run(openCommands);
  return letter === "z" && !isTextEntry(event.target) && undoLatest();
}

function run(action: () => void): boolean {
  action();
  return true;
}

/** The search of the list on screen, if it has one. */
function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('#conteudo input[type="search"]');
  field?.focus();
  field?.select();
  return field !== null;
}
