import { ChevronLeftIcon, ChevronRightIcon } from "@radix-ui/react-icons";
import { Button, Flex, IconButton, Text } from "@radix-ui/themes";
import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { isEventDate, type CalendarDate } from "../../domain/calendar";
import { addMonths, dayForKey, dayName, monthName, WEEKDAYS, weeksOf } from "./monthGrid";

interface Props {
  readonly value: CalendarDate | null;
  readonly today: CalendarDate;
  readonly onChoose: (date: CalendarDate) => void;
  /** Absent where the date is required. */
  readonly onClear?: (() => void) | undefined;
}

/** One month to choose a day from, with the keys of the ARIA date grid. One day is in the tab order: the current one. */
export function CalendarGrid({ value, today, onChoose, onClear }: Props) {
  const [current, setCurrent] = useState<CalendarDate>(value ?? today);
  const button = useRef<HTMLButtonElement>(null);
  const followsKeys = useRef(true);

  useEffect(() => {
    if (followsKeys.current) button.current?.focus();
  }, [current]);

  function onKeyDown(event: KeyboardEvent) {
    const target = dayForKey(current, event.key, event.shiftKey);
    if (target === null) return;
    event.preventDefault();
    followsKeys.current = true;
    setCurrent(target);
  }

  function turn(months: number) {
    const target = addMonths(current, months);
    if (!isEventDate(target)) return;
    followsKeys.current = false;
    setCurrent(target);
  }

  return (
    <div>
      <Flex align="center" justify="between" mb="2">
        <IconButton variant="ghost" color="gray" aria-label="Mês anterior" onClick={() => turn(-1)}>
          <ChevronLeftIcon width="16" height="16" />
        </IconButton>
        <Text size="2" weight="medium" aria-live="polite">
          {monthName(current)}
        </Text>
        <IconButton variant="ghost" color="gray" aria-label="Próximo mês" onClick={() => turn(1)}>
          <ChevronRightIcon width="16" height="16" />
        </IconButton>
      </Flex>
      <table role="grid" aria-label={monthName(current)} onKeyDown={onKeyDown} className="w-full text-center">
        <thead>
          <tr>
            {WEEKDAYS.map((day) => (
              <th key={day} scope="col" abbr={day} className="h-7 text-[12px] font-normal text-(--gray-11)">
                {day.charAt(0).toUpperCase()}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(current).map((week) => (
            <tr key={week.find((day) => day !== null)}>
              {week.map((day, column) =>
                day === null ? (
                  <td key={column} />
                ) : (
                  <td key={column} role="gridcell" aria-selected={day === value} className="p-0">
                    <button
                      ref={day === current ? button : undefined}
                      type="button"
                      tabIndex={day === current ? 0 : -1}
                      aria-label={dayName(day)}
                      aria-current={day === today ? "date" : undefined}
                      onClick={() => onChoose(day)}
                      className={`h-9 w-9 rounded-md text-[14px] outline-offset-2 focus:outline-2 focus:outline-(--focus-8) pointer-coarse:h-11 pointer-coarse:w-11 ${
                        day === value ? "bg-(--accent-9) text-(--accent-contrast)" : "hover:bg-(--gray-a3)"
                      } ${day === today ? "font-bold underline underline-offset-4" : ""}`}
                    >
                      {Number(day.slice(8))}
                    </button>
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <Flex justify="between" mt="3">
        <Button variant="ghost" color="gray" highContrast onClick={() => onChoose(today)}>
          Hoje
        </Button>
        {onClear !== undefined && (
          <Button variant="ghost" color="gray" highContrast onClick={onClear}>
            Limpar
          </Button>
        )}
      </Flex>
    </div>
  );
}
