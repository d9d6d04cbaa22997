import type { KeyboardEvent, MouseEvent } from "react";
import { areSingleKeysOn, isTextEntry } from "./keys";

/**
 * ↑ and ↓ lead from a control of one row to the same control of the next (UX conventions K6): rows carry `data-row`,
 * their controls `data-column`. In a field that is being written in the keys stay its own (K3).
 */
export function moveInList(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  if (event.altKey || event.ctrlKey || event.metaKey || !(event.target instanceof HTMLElement)) return;
  const control = event.target.closest<HTMLElement>("[data-column]");
  const row = control?.closest<HTMLElement>("[data-row]") ?? null;
  const { column } = control?.dataset ?? {};
  if (row === null || column === undefined) return;
  const step = event.key === "ArrowDown" ? 1 : -1;
  const next = event.currentTarget.querySelector<HTMLElement>(
    `[data-row="${Number(row.dataset.row) + step}"] [data-column="${column}"]`,
  );
  if (next === null) return;
  event.preventDefault();
  next.focus();
}

/** What the keys of a list do to its selection; positions as in `data-row`. */
export interface SelectionKeys {
  readonly toggle: (at: number) => void;
  readonly extend: (from: number, to: number) => void;
  readonly selectPage: () => void;
}

/**
 * Space selects the row whose link has the focus, `X` that of any control, Shift+↑/↓ extends to the next row, and
 * `Ctrl/⌘+A` selects the page (UX conventions K6). To be called before `moveInList` moves the focus.
 */
export function selectInList(event: KeyboardEvent<HTMLElement>, { toggle, extend, selectPage }: SelectionKeys): void {
  const { key, shiftKey, altKey, target } = event;
  if (altKey || isTextEntry(target) || !(target instanceof HTMLElement)) return;
  const letter = key.toLowerCase();
  if (event.ctrlKey || event.metaKey) {
    if (letter === "a" && !shiftKey) run(event, selectPage);
    return;
  }
  const row = target.closest<HTMLElement>("[data-row]")?.dataset.row;
  if (row === undefined) return;
  const at = Number(row);
  if (key === " " && target instanceof HTMLAnchorElement) run(event, () => toggle(at));
  else if (letter === "x" && !shiftKey && areSingleKeysOn()) run(event, () => toggle(at));
  else if (shiftKey && (key === "ArrowDown" || key === "ArrowUp")) extend(at, key === "ArrowDown" ? at + 1 : at - 1);
}

function run(event: KeyboardEvent, action: () => void): void {
  event.preventDefault();
  action();
}

/**
 * Whether a click on a row was meant for the row: not for one of its controls, not for what a row has opened over the
 * page, which tells it of its clicks too, and not to mark text (D4).
 */
export function isOnEmptyArea({ target, currentTarget }: MouseEvent): boolean {
  const isWithin = target instanceof Element && currentTarget.contains(target);
  if (!isWithin || target.closest("a, button, input, form, label, [role=switch]") !== null) return false;
  return window.getSelection()?.type !== "Range";
}
