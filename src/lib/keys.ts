import { readStored, useStored } from "./localStore";

/** Faster than this from key to key is no person: it is a scanner. Source: UX conventions L7. */
export const SCANNER_GAP_MS = 35;

const TEXT_ENTRY =
  'input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"]), textarea, select, ' +
  '[contenteditable=""], [contenteditable="true"], [role="combobox"], [role="textbox"], [role="spinbutton"]';

/** Whether keys pressed there are text (or choose in a list) and no commands. Source: UX conventions K3. */
export function isTextEntry(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(TEXT_ENTRY) !== null;
}

/** Whether a dialog, a menu or a popover lies over the screen: what is under it takes no commands (K3). */
export function isLayerOpen(): boolean {
  return document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]') !== null;
}

const SINGLE_KEYS = "singleKeys";
const OFF = "off";

/** Whether single letters, `?` and `/` are commands on this device; on unless switched off (K3, WCAG 2.1.4). */
export function useSingleKeys(): { areOn: boolean; switchTo: (on: boolean) => void } {
  const [stored, write] = useStored(SINGLE_KEYS);
  return { areOn: stored !== OFF, switchTo: (on) => write(on ? null : OFF) };
}

export function areSingleKeysOn(): boolean {
  return readStored(SINGLE_KEYS) !== OFF;
}

/** `Ctrl` or `⌘`, as this device's keyboard has it. */
export function commandKey(): string {
  return /Mac|iPhone|iPad/.test(navigator.platform) ? "⌘" : "Ctrl";
}
