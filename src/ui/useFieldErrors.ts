import { useRef, useState } from "react";

/** Which fields of a form were not accepted, and why. */
export type FieldErrors<Field extends string> = Partial<Record<Field, string>>;

export interface FormErrors<Field extends string> {
  /** Null where the field is accepted. */
  readonly of: (field: Field) => string | null;
  /** Shows why, and leads to the first of them (UX conventions F5). */
  readonly reject: (errors: FieldErrors<Field>) => void;
  /** What is typed anew is not wrong yet. */
  readonly clear: (field: Field) => void;
  /** Ties a field to its name, so that `reject` finds it. */
  readonly ref: (field: Field) => (element: HTMLElement | null) => void;
}

/** @param order the fields from top to bottom */
export function useFieldErrors<Field extends string>(order: readonly Field[]): FormErrors<Field> {
  const [errors, setErrors] = useState<FieldErrors<Field>>({});
  const elements = useRef(new Map<Field, HTMLElement>());
  return {
    of: (field) => errors[field] ?? null,
    reject: (found) => {
      setErrors(found);
      const first = order.find((field) => found[field] !== undefined);
      if (first !== undefined) elements.current.get(first)?.focus();
    },
    clear: (field) => setErrors((before) => ({ ...before, [field]: undefined })),
    ref: (field) => (element) => {
      if (element === null) elements.current.delete(field);
      else elements.current.set(field, element);
    },
  };
}
