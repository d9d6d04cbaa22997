import { Cross2Icon, PlusIcon } from "@radix-ui/react-icons";
import { Button, Checkbox, IconButton, Popover, SegmentedControl, Select, Text } from "@radix-ui/themes";
import { EVENT_TYPES, isEventType } from "../../../domain/events";
import { DateField } from "../../ui/DateField";
import { hasFilters, type OrderFilters } from "./orderFilters";
import { texts } from "./texts";

interface Props {
  readonly filters: OrderFilters;
  readonly onChange: (filters: OrderFilters) => void;
}

/** What is filtered, as chips that can be taken away, and '+ Filtro' (UX conventions Q4). */
export function FilterChips({ filters, onChange }: Props) {
  return (
    <>
      {chipsOf(filters).map(({ text, without }) => (
        <span
          key={text}
          className="inline-flex h-8 items-center gap-2 rounded-md bg-(--accent-a3) pl-3 pr-1 text-[14px] whitespace-nowrap text-(--accent-12) pointer-coarse:h-11"
        >
          {text}
          <IconButton
            size="1"
            variant="ghost"
            highContrast
            className="m-0 size-6 pointer-coarse:size-11"
            aria-label={texts.removeFilter(text)}
            onClick={() => onChange(without)}
          >
            <Cross2Icon width="14" height="14" />
          </IconButton>
        </span>
      ))}
      <FilterPanel filters={filters} onChange={onChange} />
      {hasFilters(filters) && (
        <Button variant="ghost" color="gray" highContrast className="m-0 px-2" onClick={() => onChange({})}>
          {texts.clearFilters}
        </Button>
      )}
    </>
  );
}

interface Chip {
  readonly text: string;
  readonly without: OrderFilters;
}

function chipsOf(filters: OrderFilters): Chip[] {
  const { isPaid, eventType, eventDate, needsReprint } = filters;
  const { chips, paymentChoices } = texts;
  return [
    ...(isPaid === undefined
      ? []
      : [
          {
            text: chips.payment(isPaid ? paymentChoices.paid : paymentChoices.unpaid),
            without: { ...filters, isPaid: undefined },
          },
        ]),
    ...(eventType === undefined
      ? []
      : [{ text: chips.eventType(eventType), without: { ...filters, eventType: undefined } }]),
    ...(eventDate === undefined
      ? []
      : [{ text: chips.eventDate(eventDate), without: { ...filters, eventDate: undefined } }]),
    ...(needsReprint === undefined ? [] : [{ text: texts.reprint, without: { ...filters, needsReprint: undefined } }]),
  ];
}

const ALL = "all";

/** All filters in one small panel; each takes effect as it is chosen. */
function FilterPanel({ filters, onChange }: Props) {
  const paid = filters.isPaid === undefined ? ALL : filters.isPaid ? "paid" : "unpaid";
  return (
    <Popover.Root>
      <Popover.Trigger>
        <Button variant="ghost" color="gray" highContrast className="m-0 px-2 pointer-coarse:min-h-11">
          <PlusIcon width="16" height="16" />
          {texts.addFilter}
        </Button>
      </Popover.Trigger>
      <Popover.Content width="320px" aria-label={texts.filters}>
        <div className="flex flex-col gap-4">
          <div className="flex flex-col gap-1">
            <Text size="2" weight="medium" id="filter-payment">
              {texts.payment}
            </Text>
            <SegmentedControl.Root
              aria-labelledby="filter-payment"
              value={paid}
              onValueChange={(value) => onChange({ ...filters, isPaid: value === ALL ? undefined : value === "paid" })}
            >
              <SegmentedControl.Item value={ALL}>{texts.paymentChoices.all}</SegmentedControl.Item>
              <SegmentedControl.Item value="paid">{texts.paymentChoices.paid}</SegmentedControl.Item>
              <SegmentedControl.Item value="unpaid">{texts.paymentChoices.unpaid}</SegmentedControl.Item>
            </SegmentedControl.Root>
          </div>
          <div className="flex flex-col gap-1">
            <Text size="2" weight="medium" id="filter-type">
              {texts.eventType}
            </Text>
            <Select.Root
              value={filters.eventType ?? ALL}
              onValueChange={(value) => onChange({ ...filters, eventType: isEventType(value) ? value : undefined })}
            >
              <Select.Trigger aria-label={texts.eventType} />
              <Select.Content position="popper">
                {[ALL, ...EVENT_TYPES].map((type) => (
                  <Select.Item key={type} value={type}>
                    {type === ALL ? texts.allTypes : type}
                  </Select.Item>
                ))}
              </Select.Content>
            </Select.Root>
          </div>
          <DateField
            label={texts.eventDate}
            value={filters.eventDate ?? null}
            onChange={(date) => onChange({ ...filters, eventDate: date ?? undefined })}
          />
          <Text as="label" size="2" weight="medium" className="flex items-center gap-2 pointer-coarse:min-h-11">
            <Checkbox
              checked={filters.needsReprint === true}
              onCheckedChange={(checked) => onChange({ ...filters, needsReprint: checked === true ? true : undefined })}
            />
            {texts.reprint}
          </Text>
        </div>
      </Popover.Content>
    </Popover.Root>
  );
}
