import { useCallback, useMemo, useRef, useState, type RefObject } from "react";
import { useOnDesk } from "./launchDesk";
import { EMPTY_LINE, UNTOUCHED_QUANTITY, type LaunchErrors, type LaunchField, type LaunchForm } from "./launchForm";
import { readLine, type LineReading } from "./launchLine";
import type { Pin } from "./usePin";

export interface LaunchFormState {
  /** As typed. */
  readonly value: LaunchForm;
  /** Whether one of the fields holds a whole line, and how it reads. */
  readonly line: LineReading;
  /** What would be launched: as typed, or as the line says. */
  readonly meant: LaunchForm;
  readonly errors: LaunchErrors;
  readonly refs: Readonly<Record<LaunchField, RefObject<HTMLInputElement | null>>>;
  readonly type: (field: LaunchField, text: string) => void;
  /** Sets fields without touching focus. */
  readonly put: (value: Partial<LaunchForm>) => void;
  /** Empties the line. */
  readonly clear: () => void;
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

/** The three fields of the launch line; what is typed there waits while one looks at another screen. */
export function useLaunchForm(): LaunchFormState {
  const [value, setValue] = useOnDesk("line", EMPTY_LINE);
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
  const type = useCallback(
    (field: LaunchField, text: string) => {
      setValue((before) => ({ ...before, [field]: text }));
      setErrors((before) => ({ ...before, [field]: undefined }));
    },
    [setValue],
  );
  const put = useCallback(
    (change: Partial<LaunchForm>) => {
      setValue((before) => ({ ...before, ...change }));
      setErrors({});
    },
    [setValue],
  );
  const clear = useCallback(() => put(EMPTY_LINE), [put]);
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
    [focus, setValue],
  );
  const turnTo = useCallback(
    (pin: Pin, takesFocus: boolean) => {
      const [kept, emptied]: [LaunchField, LaunchField] = pin === "product" ? ["code", "phone"] : ["phone", "code"];
      setValue((before) => ({ ...before, [emptied]: "" }));
      setErrors({});
      if (takesFocus) focus(refs[kept].current?.value.trim() === "" ? kept : emptied);
    },
    [focus, refs, setValue],
  );
  const pinCode = useCallback(
    (chosen: string) => {
      setValue((before) => ({ ...before, code: chosen }));
      setErrors({});
      focus("phone");
    },
    [focus, setValue],
  );
  const restore = useCallback(
    (before: LaunchForm) => {
      setValue(before);
      setErrors({});
      focus("phone");
    },
    [focus, setValue],
  );

  const line = useMemo(() => readLine(value), [value]);
  const meant = line.kind === "line" ? line.form : value;
  return { value, line, meant, errors, refs, type, put, clear, reject, focus, startNext, turnTo, pinCode, restore };
}
