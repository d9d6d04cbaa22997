import { useState, type ChangeEvent, type RefObject } from "react";

export interface Fields<Name extends string> {
  readonly values: Readonly<Record<Name, string>>;
  readonly errors: Readonly<Partial<Record<Name, string>>>;
  /** What an input needs to hold its value. */
  readonly bind: (name: Name) => {
    readonly ref: RefObject<HTMLInputElement | null>;
    readonly value: string;
    readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  };
  /** Says at the field why it is not accepted and gives it the focus; typing takes it away (UX conventions F5, T5). */
  readonly reject: (name: Name, message: string) => void;
  readonly clearErrors: () => void;
  readonly empty: () => void;
}

/** The texts of a short form, each with its error. @param initial decides the fields, once */
export function useFields<Name extends string>(initial: Readonly<Record<Name, string>>): Fields<Name> {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<Partial<Record<Name, string>>>({});
  const [refs] = useState(() => createRefs(Object.keys(initial) as Name[]));
  return {
    values,
    errors,
    bind: (name) => ({
      ref: refs[name],
      value: values[name],
      onChange: ({ target }) => {
        setValues((before) => ({ ...before, [name]: target.value }));
        setErrors((before) => ({ ...before, [name]: undefined }));
      },
    }),
    reject: (name, message) => {
      setErrors({ [name]: message } as Partial<Record<Name, string>>);
      refs[name].current?.focus();
    },
    clearErrors: () => setErrors({}),
    empty: () => setValues(initial),
  };
}

function createRefs<Name extends string>(names: readonly Name[]) {
  return Object.fromEntries(names.map((name) => [name, { current: null }])) as Record<
    Name,
    RefObject<HTMLInputElement | null>
  >;
}
