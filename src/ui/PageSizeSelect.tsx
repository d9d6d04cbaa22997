import { Select } from "@radix-ui/themes";

/** Source: specification §9. */
export const PAGE_SIZES = [10, 15, 25, 50] as const;
export type PageSize = (typeof PAGE_SIZES)[number];
export const DEFAULT_PAGE_SIZE: PageSize = 10;

export function toPageSize(text: string | null): PageSize {
  return PAGE_SIZES.find((size) => String(size) === text) ?? DEFAULT_PAGE_SIZE;
}

interface Props {
  readonly value: PageSize;
  readonly onChange: (size: PageSize) => void;
}

export function PageSizeSelect({ value, onChange }: Props) {
  return (
    <Select.Root value={String(value)} onValueChange={(text) => onChange(toPageSize(text))}>
      <Select.Trigger aria-label="Itens por página" variant="soft" color="gray" />
      <Select.Content position="popper">
        {PAGE_SIZES.map((size) => (
          <Select.Item key={size} value={String(size)}>
            {size} por página
          </Select.Item>
        ))}
      </Select.Content>
    </Select.Root>
  );
}
