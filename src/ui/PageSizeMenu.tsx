import { Select } from "@radix-ui/themes";
import { PAGE_SIZES, toPageSize, type PageSizeProps } from "./PageSizeSelect";

/** The open list of page sizes; on its first showing it opens at once, because it was loaded by being pressed. */
export function PageSizeMenu({ value, onChange }: PageSizeProps) {
  return (
    <Select.Root value={String(value)} onValueChange={(text) => onChange(toPageSize(text))} defaultOpen>
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
