import { TextField } from "@radix-ui/themes";
import type { ComponentProps } from "react";
import { formatBRL, parseBRL, type Cents } from "../../domain/money";

interface Props extends Omit<ComponentProps<typeof TextField.Root>, "value" | "onChange" | "type"> {
  /** As typed; `moneyText` gives it for an amount, `parseBRL` reads it. */
  readonly value: string;
  readonly onValueChange: (text: string) => void;
}

/**
 * An amount in reais, typed in any of the ways of UX conventions N2; on leaving it is written out as `1.234,56`. It is
 * a text field and no number field: the mouse wheel never changes it (L4), and the caller keeps what cannot be read.
 */
export function MoneyField({ value, onValueChange, onBlur, onFocus, className = "", ...field }: Props) {
  return (
    <TextField.Root
      {...field}
      inputMode="decimal"
      autoComplete="off"
      className={`[&_input]:pr-2 [&_input]:text-right ${className}`}
      value={value}
      onChange={(event) => onValueChange(event.target.value)}
      onFocus={(event) => {
        event.target.select();
        onFocus?.(event);
      }}
      onBlur={(event) => {
        const parsed = parseBRL(value);
        if (parsed.ok && moneyText(parsed.value) !== value) onValueChange(moneyText(parsed.value));
        onBlur?.(event);
      }}
    >
      <TextField.Slot>R$</TextField.Slot>
    </TextField.Root>
  );
}

/** `123456` → `1.234,56`: an amount as it stands in a field that says 'R$' itself. */
export function moneyText(cents: Cents): string {
  return formatBRL(cents).replace(/^(-?)R\$\u00a0/, "$1");
}
