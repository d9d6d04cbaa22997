import type { KeyboardEvent } from "react";

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

/** Whether a click on a row was meant for the row: not for one of its controls, and not to mark text (D4). */
export function isOnEmptyArea(target: EventTarget): boolean {
  const isControl =
    target instanceof Element && target.closest("a, button, input, form, label, [role=switch]") !== null;
  return !isControl && window.getSelection()?.type !== "Range";
}
