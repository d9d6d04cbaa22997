import { Text } from "@radix-ui/themes";
import { useId, type ReactNode } from "react";

export interface FieldIds {
  readonly id: string;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": true | undefined;
}

interface Props {
  readonly label: string;
  /** Why the value is not accepted; null when it is. */
  readonly error: string | null;
  /** Always below the field, so that nothing jumps; hidden while there is an error. */
  readonly hint?: ReactNode;
  /** Lets an error of a narrow field run over its neighbours' empty line instead of wrapping. */
  readonly errorRuns?: "left" | "right";
  readonly className?: string;
  readonly children: (ids: FieldIds) => ReactNode;
}

const RUNS = { wrap: "", right: "whitespace-nowrap", left: "flex justify-end whitespace-nowrap" } as const;

/** A visible label, a field, and one line beneath that keeps its height: the hint, or the error tied to the field. */
export function LabeledField({ label, error, hint, errorRuns, className = "", children }: Props) {
  const id = useId();
  const hasLine = error !== null || (hint !== undefined && hint !== null);
  return (
    <div className={`flex min-w-0 flex-col gap-1 ${className}`}>
      <Text as="label" htmlFor={id} size="2" weight="medium">
        {label}
      </Text>
      {children({
        id,
        "aria-describedby": hasLine ? `${id}-line` : undefined,
        "aria-invalid": error === null ? undefined : true,
      })}
      {(hint !== undefined || error !== null) && (
        <Text
          as="p"
          id={`${id}-line`}
          size="1"
          color={error === null ? "gray" : "red"}
          className={`min-h-[18px] ${RUNS[errorRuns ?? "wrap"]}`}
        >
          {error ?? hint}
        </Text>
      )}
    </div>
  );
}
