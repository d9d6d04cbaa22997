import { MagnifyingGlassIcon } from "@radix-ui/react-icons";
import { Button, TextField } from "@radix-ui/themes";
import { useState, type FormEvent } from "react";
import { LabeledField } from "../../ui/LabeledField";
import { PageSizeSelect, type PageSize } from "../../ui/PageSizeSelect";
import { texts } from "./texts";

interface Props {
  readonly search: string;
  readonly onSearchChange: (text: string) => void;
  readonly defaultPhone: string;
  readonly onDefaultPhoneChange: (text: string) => void;
  /** Returns how many rows changed. */
  readonly onApply: () => number;
  readonly pageSize: PageSize;
  readonly onPageSizeChange: (size: PageSize) => void;
  readonly isRefreshing: boolean;
  readonly onRefresh: () => void;
}

/** Search, default phone, page size: one quiet line above the table. */
export function ProductToolbar(props: Props) {
  const [applied, setApplied] = useState("");

  function onApply(event: FormEvent) {
    event.preventDefault();
    setApplied(texts.applied(props.onApply()));
  }

  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
      <LabeledField label={texts.search} error={null} className="w-full sm:w-48">
        {(ids) => (
          <TextField.Root
            {...ids}
            type="search"
            autoComplete="off"
            placeholder="151"
            value={props.search}
            onChange={(event) => props.onSearchChange(event.target.value)}
          >
            <TextField.Slot>
              <MagnifyingGlassIcon width="16" height="16" />
            </TextField.Slot>
          </TextField.Root>
        )}
      </LabeledField>
      <form onSubmit={onApply} noValidate className="flex items-end gap-2 max-sm:w-full">
        <LabeledField label={texts.defaultPhone} error={null} className="flex-1 sm:w-40">
          {(ids) => (
            <TextField.Root
              {...ids}
              type="tel"
              inputMode="tel"
              autoComplete="off"
              value={props.defaultPhone}
              onChange={(event) => props.onDefaultPhoneChange(event.target.value)}
            />
          )}
        </LabeledField>
        <Button type="submit" variant="soft" color="gray" highContrast>
          {texts.apply}
        </Button>
      </form>
      <span role="status" className="self-center text-[13px] text-(--gray-11) empty:hidden sm:self-end sm:pb-2">
        {applied}
      </span>
      <div className="ml-auto flex items-end gap-2">
        <PageSizeSelect value={props.pageSize} onChange={props.onPageSizeChange} />
        <Button variant="soft" color="gray" highContrast aria-busy={props.isRefreshing} onClick={props.onRefresh}>
          {texts.refresh}
        </Button>
      </div>
    </div>
  );
}
