import { TextField } from "@radix-ui/themes";
import type { ComponentProps, FocusEvent, KeyboardEvent } from "react";
import { parseQuantity } from "../../domain/launch";
import { RowField } from "./rowControls";

interface Quantity {
  /** As typed. */
  readonly value: string;
  readonly onValueChange: (text: string) => void;
  /** In units; null while unknown. */
  readonly max: number | null;
  readonly onKeyDown?: ((event: KeyboardEvent<HTMLInputElement>) => void) | undefined;
}

type Replaced = keyof Quantity | "onChange" | "type" | "min";

/**
 * A whole number from 1. Focus selects it and the arrow keys change it by one. It is a text field and no number field,
 * so the mouse wheel never changes it (UX conventions L4).
 */
export function QuantityField({
  value,
  onValueChange,
  max,
  onKeyDown,
  ...field
}: Quantity & Omit<ComponentProps<typeof TextField.Root>, Replaced>) {
  return <TextField.Root {...field} {...spinButton({ value, onValueChange, max, onKeyDown })} />;
}

/** The same in a row of a list. */
export function RowQuantityField({
  value,
  onValueChange,
  max,
  onKeyDown,
  ...field
}: Quantity & Omit<ComponentProps<"input">, Replaced>) {
  return <RowField {...field} {...spinButton({ value, onValueChange, max, onKeyDown })} />;
}

function spinButton({ value, onValueChange, max, onKeyDown }: Quantity) {
  const parsed = parseQuantity(value);

  function step(event: KeyboardEvent<HTMLInputElement>) {
    onKeyDown?.(event);
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    event.preventDefault();
    const from = parsed.ok ? parsed.value : 1;
    const to = event.key === "ArrowUp" ? from + 1 : from - 1;
    onValueChange(String(Math.max(1, max === null ? to : Math.min(to, Math.max(1, max)))));
  }

  return {
    role: "spinbutton",
    inputMode: "numeric",
    autoComplete: "off",
    "aria-valuemin": 1,
    "aria-valuemax": max ?? undefined,
    "aria-valuenow": parsed.ok ? parsed.value : undefined,
    value,
    onChange: (event: { readonly target: HTMLInputElement }) => onValueChange(event.target.value),
    onFocus: (event: FocusEvent<HTMLInputElement>) => event.target.select(),
    onKeyDown: step,
  } as const;
}
