import { useCallback, useMemo, useRef, useState, type RefObject } from "react";
import { UNTOUCHED_QUANTITY, type LaunchErrors, type LaunchField, type LaunchForm } from "./launchForm";
import type { Pin } from "./usePin";

export interface LaunchFormState {
  readonly value: LaunchForm;
  readonly errors: LaunchErrors;
  readonly refs: Readonly<Record<LaunchField, RefObject<HTMLInputElement | null>>>;
  readonly type: (field: LaunchField, text: string) => void;
  /** Shows why a field is not accepted and goes there. */
  readonly reject: (field: LaunchField, message: string) => void;
  readonly focus: (field: LaunchField) => void;
  /** After a launch: the pinned value stays, the other is emptied and has the focus (UX conventions L2). */
  readonly startNext: (pin: Pin) => void;
  /** Another pin was chosen: what is pinned now stays, what was pinned before makes room. */
  readonly turnTo: (pin: Pin, takesFocus: boolean) => void;
  /** A product was chosen from the list. */
  readonly pinCode: (code: string) => void;
  /** Puts the values of a refused launch back for correction. */
  readonly restore: (value: LaunchForm) => void;
}

const EMPTY: LaunchForm = { phone: "", code: "", quantity: UNTOUCHED_QUANTITY };

/** The three fields of the launch line. */
export function useLaunchForm(): LaunchFormState {
  const [value, setValue] = useState(EMPTY);
  const [errors, setErrors] = useState<LaunchErrors>({});
  const phone = useRef<HTMLInputElement>(null);
  const code = useRef<HTMLInputElement>(null);
  const quantity = useRef<HTMLInputElement>(null);
  const refs = useMemo(() => ({ phone, code, quantity }), []);

  const focus = useCallback(
    (field: LaunchField) => {
      refs[field].current?.focus();
      refs[field].current?.select();
    },
    [refs],
  );
  const type = useCallback((field: LaunchField, text: string) => {
    setValue((before) => ({ ...before, [field]: text }));
    setErrors((before) => ({ ...before, [field]: undefined }));
  }, []);
  const reject = useCallback(
    (field: LaunchField, message: string) => {
      setErrors({ [field]: message });
      focus(field);
    },
    [focus],
  );
  const startNext = useCallback(
    (pin: Pin) => {
      const emptied = pin === "product" ? "phone" : "code";
      setValue((before) => ({ ...before, [emptied]: "", quantity: UNTOUCHED_QUANTITY }));
      setErrors({});
      focus(emptied);
    },
    [focus],
  );
  const turnTo = useCallback(
    (pin: Pin, takesFocus: boolean) => {
      const [kept, emptied]: [LaunchField, LaunchField] = pin === "product" ? ["code", "phone"] : ["phone", "code"];
      setValue((before) => ({ ...before, [emptied]: "" }));
      setErrors({});
      if (takesFocus) focus(refs[kept].current?.value.trim() === "" ? kept : emptied);
    },
    [focus, refs],
  );
  const pinCode = useCallback(
    (chosen: string) => {
      setValue((before) => ({ ...before, code: chosen }));
      setErrors({});
      focus("phone");
    },
    [focus],
  );
  const restore = useCallback(
    (before: LaunchForm) => {
      setValue(before);
      setErrors({});
      focus("phone");
    },
    [focus],
  );

  return { value, errors, refs, type, reject, focus, startNext, turnTo, pinCode, restore };
}
