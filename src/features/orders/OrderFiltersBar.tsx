import { Button, Select, TextField } from "@radix-ui/themes";
import { useId, type ReactNode } from "react";
import { isEventDate } from "../../../domain/calendar";
import { EVENT_TYPES, isEventType } from "../../../domain/events";
import { PageSizeSelect, type PageSize } from "../../ui/PageSizeSelect";
import { hasFilters, type OrderFilters } from "./orderFilters";
import { texts } from "./texts";

interface Props {
  readonly filters: OrderFilters;
  readonly onChange: (filters: OrderFilters) => void;
  readonly pageSize: PageSize;
  readonly onPageSizeChange: (size: PageSize) => void;
}

const ALL = "all";

/** The whole filter as one quiet line; what is set stands out. */
export function OrderFiltersBar({ filters, onChange, pageSize, onPageSizeChange }: Props) {
  const paid = filters.isPaid === undefined ? ALL : filters.isPaid ? "paid" : "unpaid";
  return (
    <div
      role="search"
      aria-label="Filtros"
      className="mb-4 flex flex-wrap items-end gap-x-4 gap-y-3 sm:items-center sm:gap-x-5"
    >
      <FilterSelect
        label={texts.payment}
        value={paid}
        isSet={filters.isPaid !== undefined}
        onChange={(value) => onChange({ ...filters, isPaid: value === ALL ? undefined : value === "paid" })}
        choices={[
          [ALL, texts.paymentChoices.all],
          ["paid", texts.paymentChoices.paid],
          ["unpaid", texts.paymentChoices.unpaid],
        ]}
      />
      <FilterSelect
        label={texts.eventType}
        value={filters.eventType ?? ALL}
        isSet={filters.eventType !== undefined}
        onChange={(value) => onChange({ ...filters, eventType: isEventType(value) ? value : undefined })}
        choices={[[ALL, texts.allTypes], ...EVENT_TYPES.map((type): [string, string] => [type, type])]}
      />
      <LabeledFilter label={texts.eventDate}>
        {(id) => (
          <TextField.Root
            id={id}
            type="date"
            variant="soft"
            color={filters.eventDate === undefined ? "gray" : "jade"}
            value={filters.eventDate ?? ""}
            onChange={({ target: { value } }) => {
              // A date still being typed is no date: the list waits for the whole of it, or for none.
              if (value === "" || isEventDate(value)) onChange({ ...filters, eventDate: value || undefined });
            }}
          />
        )}
      </LabeledFilter>
      {hasFilters(filters) && (
        <Button variant="ghost" color="gray" highContrast onClick={() => onChange({})}>
          {texts.clearFilters}
        </Button>
      )}
      <div className="hidden sm:ml-auto sm:flex">
        <PageSizeSelect value={pageSize} onChange={onPageSizeChange} />
      </div>
    </div>
  );
}

interface FilterSelectProps {
  readonly label: string;
  readonly value: string;
  readonly isSet: boolean;
  readonly onChange: (value: string) => void;
  /** Value and word of each choice. */
  readonly choices: readonly (readonly [string, string])[];
}

function FilterSelect({ label, value, isSet, onChange, choices }: FilterSelectProps) {
  return (
    <LabeledFilter label={label}>
      {(id) => (
        <Select.Root value={value} onValueChange={onChange}>
          <Select.Trigger id={id} variant="soft" color={isSet ? "jade" : "gray"} />
          <Select.Content position="popper">
            {choices.map(([choice, word]) => (
              <Select.Item key={choice} value={choice}>
                {word}
              </Select.Item>
            ))}
          </Select.Content>
        </Select.Root>
      )}
    </LabeledFilter>
  );
}

interface LabeledFilterProps {
  readonly label: string;
  readonly children: (id: string) => ReactNode;
}

function LabeledFilter({ label, children }: LabeledFilterProps) {
  const id = useId();
  return (
    <span className="flex min-w-0 flex-col gap-1 max-sm:min-w-[40%] max-sm:flex-1 sm:flex-row sm:items-center sm:gap-2">
      <label htmlFor={id} className="whitespace-nowrap text-[14px] text-(--gray-11)">
        {label}
      </label>
      {children(id)}
    </span>
  );
}
