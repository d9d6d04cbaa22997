import { useState } from "react";
import type { RefusalCode } from "../../domain/errors";
import { refusalOf } from "../lib/refusal";
import type { FormErrors } from "./useFieldErrors";

interface Options<Field extends string> {
  readonly errors: FormErrors<Field>;
  /** The field that a refusal of the server is about; null where it is about none. */
  readonly fieldOf: (code: RefusalCode) => Field | null;
  /** Shows why it was not saved, where no field does; `always` also where one does. */
  readonly report: (error: unknown) => void;
  readonly reports?: "always";
  /** Looks at the failure before it is shown. */
  readonly onFailure?: (error: unknown) => void;
}

/**
 * Sends a form: busy while its own request runs (UX conventions O7), and what is refused stands at its field, which gets
 * the focus (F5).
 */
export function useSending<Field extends string>({ errors, fieldOf, report, reports, onFailure }: Options<Field>) {
  const [isBusy, setIsBusy] = useState(false);

  /** @param done what follows a success; the form usually goes with it */
  async function send(request: () => Promise<unknown>, done: () => void): Promise<void> {
    setIsBusy(true);
    try {
      await request();
    } catch (error) {
      setIsBusy(false);
      onFailure?.(error);
      const refusal = refusalOf(error);
      const field = refusal === null ? null : fieldOf(refusal.code);
      // One field by its name; the compiler knows a computed name only as text.
      if (refusal !== null && field !== null) errors.reject({ [field]: refusal.message } as Record<Field, string>);
      if (field === null || reports === "always") report(error);
      return;
    }
    setIsBusy(false);
    done();
  }
  return { isBusy, send };
}
