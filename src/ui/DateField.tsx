import { CalendarIcon } from "@radix-ui/react-icons";
import { IconButton, Popover, TextField } from "@radix-ui/themes";
import { lazy, Suspense, useRef, useState, type ChangeEvent, type KeyboardEvent } from "react";
import { formatDate, type CalendarDate } from "../../domain/calendar";
import { useToday } from "../lib/clock";
import { completeDate, maskDate, parseDate } from "./dateText";
import { LabeledField } from "./LabeledField";

const CalendarGrid = lazy(() => import("./CalendarGrid").then((module) => ({ default: module.CalendarGrid })));

interface Props {
  readonly label: string;
  readonly value: CalendarDate | null;
  /** Null when the field was emptied; never where `isRequired`. */
  readonly onChange: (date: CalendarDate | null) => void;
  readonly isRequired?: boolean;
  readonly autoFocus?: boolean;
  /** Why the day is not accepted, where the caller knows more than that it is one. */
  readonly error?: string | null;
  readonly className?: string;
}

/**
 * A calendar day, always `dd/MM/yyyy`, whatever the browser's own language (UX conventions N6). Typed, or chosen in a
 * calendar that the keyboard works as well (Alt+↓ opens it). What is being typed is kept until it is a day: a value
 * that arrives meanwhile does not replace it (F6).
 */
export function DateField({
  label,
  value,
  onChange,
  isRequired = false,
  autoFocus = false,
  error = null,
  className,
}: Props) {
  const [draft, setDraft] = useState<string | null>(null);
  const [isInvalid, setIsInvalid] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const today = useToday();

  function settle(date: CalendarDate | null) {
    setDraft(null);
    setIsInvalid(false);
    if (date !== value && !(date === null && isRequired)) onChange(date);
  }

  function onType({ target }: ChangeEvent<HTMLInputElement>) {
    // Only what is written at the end is shaped: shaping in the middle would throw the caret to the end.
    const text = target.selectionStart === target.value.length ? maskDate(target.value) : target.value;
    const date = parseDate(text);
    if (date !== null) return settle(date);
    setIsInvalid(false);
    setDraft(text);
    if (text === "" && !isRequired && value !== null) onChange(null);
  }

  /** @returns whether the field holds a day, or nothing where it may */
  function complete(): boolean {
    if (draft === null) return true;
    if (draft.trim() === "") {
      settle(isRequired ? value : null);
      return true;
    }
    const date = completeDate(draft, today.slice(0, 4));
    if (date === null) setIsInvalid(true);
    else settle(date);
    return date !== null;
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "ArrowDown" && event.altKey) {
      event.preventDefault();
      setIsOpen(true);
    }
    if (event.key === "Enter" && !complete()) event.preventDefault();
  }

  function choose(date: CalendarDate | null) {
    settle(date);
    setIsOpen(false);
  }

  return (
    <LabeledField
      label={label}
      error={isInvalid ? "Data inválida. Use dd/mm/aaaa" : error}
      hint="dd/mm/aaaa"
      className={className}
    >
      {(ids) => (
        <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
          <TextField.Root
            {...ids}
            ref={input}
            autoFocus={autoFocus}
            inputMode="numeric"
            autoComplete="off"
            required={isRequired}
            color={isInvalid || error !== null ? "red" : undefined}
            value={draft ?? (value === null ? "" : formatDate(value))}
            onChange={onType}
            onBlur={complete}
            onKeyDown={onKeyDown}
          >
            <TextField.Slot side="right">
              <Popover.Trigger>
                <IconButton type="button" variant="ghost" color="gray" aria-label={`Abrir calendário: ${label}`}>
                  <CalendarIcon width="16" height="16" />
                </IconButton>
              </Popover.Trigger>
            </TextField.Slot>
          </TextField.Root>
          <Popover.Content
            align="end"
            width="304px"
            aria-label={`Calendário: ${label}`}
            onCloseAutoFocus={(event) => {
              event.preventDefault();
              input.current?.focus();
            }}
          >
            <Suspense fallback={<div className="h-[300px]" />}>
              <CalendarGrid
                value={value}
                today={today}
                onChoose={choose}
                onClear={isRequired || value === null ? undefined : () => choose(null)}
              />
            </Suspense>
          </Popover.Content>
        </Popover.Root>
      )}
    </LabeledField>
  );
}
