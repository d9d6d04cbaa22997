import { useCallback, useEffect } from "react";
import { useAuth } from "../../lib/auth";
import { isLayerOpen } from "../../lib/keys";
import { useStored } from "../../lib/localStore";

/** What stays between two launches: the product (many phones) or the customer (many codes). */
export type Pin = "product" | "customer";

/**
 * The pin, remembered per person, switchable with Alt+P and Alt+C from anywhere on the screen (UX conventions L1).
 *
 * @param onTurn hears of every change; `byKey` when it was made with one of the two keys, so that the focus may follow
 */
export function usePin(onTurn: (pin: Pin, byKey: boolean) => void): { pin: Pin; choosePin: (pin: Pin) => void } {
  const { profile } = useAuth();
  const [stored, write] = useStored(`launchPin:${profile?.profileId ?? ""}`);
  const pin: Pin = stored === "customer" ? "customer" : "product";

  const choose = useCallback(
    (chosen: Pin, byKey: boolean) => {
      if (chosen === pin) return;
      write(chosen);
      onTurn(chosen, byKey);
    },
    [pin, write, onTurn],
  );

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (!event.altKey || event.ctrlKey || event.metaKey || isLayerOpen()) return;
      // The key's place, not its letter: with Alt some keyboards type another character.
      const chosen = event.code === "KeyP" ? "product" : event.code === "KeyC" ? "customer" : null;
      if (chosen === null) return;
      event.preventDefault();
      choose(chosen, true);
    }
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [choose]);

  return { pin, choosePin: (chosen) => choose(chosen, false) };
}
