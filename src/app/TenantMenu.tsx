import { Select } from "@radix-ui/themes";
import { preview, simulate } from "../features/tenants/simulation";
import { useAuth } from "../lib/auth";
import { texts } from "./texts";

const NONE = "none";

interface Props {
  readonly tenants: readonly { readonly id: string; readonly name: string }[];
  /** As stored; may be a company that is not offered (any more). */
  readonly chosen: string | null;
}

/** Choosing loads the page anew; a super admin is told as which company they work from then on. */
export function TenantMenu({ tenants, chosen }: Props) {
  const { isSuperAdmin } = useAuth();
  const choose = (value: string) => {
    const tenant = tenants.find(({ id }) => id === value) ?? null;
    if (isSuperAdmin) simulate(tenant);
    else preview(tenant?.id ?? null);
  };
  const isOffered = tenants.some(({ id }) => id === chosen);
  return (
    <Select.Root value={isOffered ? (chosen ?? "") : ""} onValueChange={choose}>
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
