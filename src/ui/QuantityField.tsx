import { TextField } from "@radix-ui/themes";
import type { ComponentProps, KeyboardEvent } from "react";
import { parseQuantity } from "../../domain/launch";

interface Props extends Omit<ComponentProps<typeof TextField.Root>, "value" | "onChange" | "type" | "min" | "max"> {
  /** As typed. */
  readonly value: string;
  readonly onValueChange: (text: string) => void;
  /** In units; null while unknown. */
  readonly max: number | null;
}

/**
 * A whole number from 1. Focus selects it and the arrow keys change it by one. It is a text field and no number field,
 * so the mouse wheel never changes it (UX conventions L4).
 */
export function QuantityField({ value, onValueChange, max, onKeyDown, ...field }: Props) {
  const parsed = parseQuantity(value);

  function step(event: KeyboardEvent<HTMLInputElement>) {
    onKeyDown?.(event);
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    event.preventDefault();
    const from = parsed.ok ? parsed.value : 1;
    const to = event.key === "ArrowUp" ? from + 1 : from - 1;
    onValueChange(String(Math.max(1, max === null ? to : Math.min(to, Math.max(1, max)))));
  }

  return (
    <TextField.Root
      {...field}
      role="spinbutton"
      inputMode="numeric"
      autoComplete="off"
      aria-valuemin={1}
      aria-valuemax={max ?? undefined}
      aria-valuenow={parsed.ok ? parsed.value : undefined}
      value={value}
      onChange={(event) => onValueChange(event.target.value)}
      onFocus={(event) => event.target.select()}
      onKeyDown={step}
    />
  );
}
