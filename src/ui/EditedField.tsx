import type { ReactNode } from "react";
import { shownValue } from "../../domain/seenValues";
import type { Author } from "../lib/useEdit";
import { ChangedMeanwhile } from "./ChangedMeanwhile";

interface Form<Field> {
  readonly hasConflict: (field: Field) => boolean;
  readonly authorOf: (field: Field) => Author | null;
  readonly settle: (field: Field, whose: "mine" | "theirs") => void;
}

interface Props<Field extends string> {
  readonly form: Form<Field>;
  readonly field: Field;
  /** As stored now. */
  readonly stored: string | number | null;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A field and, right after it, what somebody else made of it meanwhile (UX conventions P3). */
export function EditedField<Field extends string>({ form, field, stored, className = "", children }: Props<Field>) {
  const author = form.authorOf(field);
  return (
    <div className={`flex min-w-0 flex-col ${className}`}>
      {children}
      {form.hasConflict(field) && (
        <ChangedMeanwhile
          actorName={author?.actorName ?? null}
          shown={shownValue(field, stored)}
          at={author?.at ?? null}
          className="mb-2"
          onUseTheirs={() => form.settle(field, "theirs")}
          onKeepMine={() => form.settle(field, "mine")}
        />
      )}
    </div>
  );
}
