import { useEffect, useRef } from "react";
import { parsePhone } from "../../../domain/phone";
import { isLayerOpen, isTextEntry } from "../../lib/keys";
import { ScanBurst } from "./scanBurst";
import { useFindProduct } from "./useCatalogue";
import type { LaunchForm } from "./launchForm";
import type { LaunchFormState } from "./useLaunchForm";

/**
 * Takes what a scanner types to the code field wherever the focus is, unless it is in another text field or a dialog.
 * In the phone field only a product's code is taken away; anything else stays what was typed there.
 *
 * @param onScan a code was scanned: what Enter in the code field does, with the fields as they were before the scan
 * @param onPhoneEntered a burst in the phone field was no product: what Enter there does
 * Source: UX conventions L7.
 */
export function useScanner(
  form: LaunchFormState,
  onScan: (code: string, before: LaunchForm) => void,
  onPhoneEntered: () => void,
): void {
  const findProduct = useFindProduct();
  const latest = useRef({ form, onScan, onPhoneEntered, findProduct });
  useEffect(() => {
    latest.current = { form, onScan, onPhoneEntered, findProduct };
  });

  useEffect(() => {
    const burst = new ScanBurst();
    let typedInto: EventTarget | null = null;
    let before: LaunchForm = latest.current.form.value;

    function onKeyDown(event: KeyboardEvent) {
      // A scanner does not move the focus while it types.
      if (event.target !== typedInto) burst.reset();
      typedInto = event.target;
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return burst.reset();
      if (event.key.length === 1) {
        if (burst.type(event.key, event.timeStamp)) before = latest.current.form.value;
        return;
      }
      if (event.key === "Enter" || event.key === "Tab") return onEnd(event);
      if (event.key !== "Shift") burst.reset();
    }

    function onEnd(event: KeyboardEvent) {
      const scan = burst.end(event.timeStamp);
      const { form: now, onScan: take, onPhoneEntered: enterPhone, findProduct: find } = latest.current;
      const { phone, code } = now.refs;
      const isInPhone = event.target === phone.current;
      const isElsewhere = isTextEntry(event.target) && !isInPhone && event.target !== code.current;
      if (scan === null || isElsewhere || isLayerOpen()) return;
      const { text } = scan;
      // No code has a space in it: a line somebody pasted or typed very fast.
      if (/\s/.test(text)) return;
      if (isInPhone && isNationalPhone(text)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (scan.isRepeat) return now.put(before);
      if (!isInPhone) return take(text, before);
      const typed = before;
      find(text).then(
        (product) => {
          if (product === null) return enterPhone();
          take(product.code, typed);
        },
        // Nobody can say now whether it is a product: it stays what was typed.
        () => enterPhone(),
      );
    }

    window.addEventListener("keydown", onKeyDown, true);
    return () => window.removeEventListener("keydown", onKeyDown, true);
  }, []);
}

/** A person's fast fingers (or their keyboard's own memory) type phones too. */
function isNationalPhone(text: string): boolean {
  const parsed = parsePhone(text);
  return parsed.ok && parsed.value.startsWith("55");
}
