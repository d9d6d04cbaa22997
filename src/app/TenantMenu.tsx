import { Select } from "@radix-ui/themes";
import { texts } from "./texts";

const NONE = "none";

interface Props {
  readonly tenants: readonly { readonly id: string; readonly name: string }[];
  /** As stored; may be a company that is not offered (any more). */
  readonly chosen: string | null;
  readonly onChoose: (tenantId: string | null) => void;
}

export function TenantMenu({ tenants, chosen, onChoose }: Props) {
  const isOffered = tenants.some(({ id }) => id === chosen);
  return (
    <Select.Root
      value={isOffered ? (chosen ?? "") : ""}
      onValueChange={(value) => onChoose(value === NONE ? null : value)}
    >
      <Select.Trigger
        variant="soft"
        color="gray"
        aria-label={texts.preview}
        placeholder={texts.chooseTenant}
        className="max-w-52"
      />
      <Select.Content position="popper">
        {chosen !== null && <Select.Item value={NONE}>{texts.noTenant}</Select.Item>}
        {tenants.map(({ id, name }) => (
          <Select.Item key={id} value={id}>
            {name}
          </Select.Item>
        ))}
      </Select.Content>
    </Select.Root>
  );
}
