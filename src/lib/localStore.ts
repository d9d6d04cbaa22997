import { useCallback, useSyncExternalStore } from "react";

/** Stands in where the browser refuses local storage (private windows, blocked cookies): kept until the page closes. */
const memory = new Map<string, string>();
const listeners = new Set<() => void>();

export function readStored(key: string): string | null {
  try {
    return window.localStorage.getItem(key);
  } catch {
    // Blocked storage is no failure of the product: the value lives as long as the page.
    return memory.get(key) ?? null;
  }
}

/** Keeps a text under a key, or forgets it (null), and tells every `useStored` of this page. */
export function writeStored(key: string, value: string | null): void {
  try {
    if (value === null) window.localStorage.removeItem(key);
    else window.localStorage.setItem(key, value);
  } catch {
    if (value === null) memory.delete(key);
    else memory.set(key, value);
  }
  for (const listener of listeners) listener();
}

/** Every key that begins so, in no order. */
export function storedKeys(prefix: string): string[] {
  try {
    return Object.keys(window.localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    return [...memory.keys()].filter((key) => key.startsWith(prefix));
  }
}

/** Begins the keys of what belongs to whoever is signed in and must not outlive it on a shared device. */
export const PERSONAL_PREFIX = "personal:";

/** Forgets everything personal: a person has signed out. */
export function forgetPersonal(): void {
  for (const key of storedKeys(PERSONAL_PREFIX)) writeStored(key, null);
}

/** A stored text that follows changes made by this page and by other tabs. */
export function useStored(key: string): [string | null, (value: string | null) => void] {
  const value = useSyncExternalStore(subscribe, () => readStored(key));
  const write = useCallback((next: string | null) => writeStored(key, next), [key]);
  return [value, write];
}

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange);
  window.addEventListener("storage", onChange);
  return () => {
    listeners.delete(onChange);
    window.removeEventListener("storage", onChange);
  };
}
