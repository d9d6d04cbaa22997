import { Select } from "@radix-ui/themes";
import { useAuth } from "../lib/auth";
import { useStored } from "../lib/localStore";
import { canEnterTenant, PREVIEW_TENANT_KEY, useTenant } from "../lib/tenant";
import { texts } from "./texts";
import { useActiveTenants } from "./useActiveTenants";

const NONE = "none";

/**
 * On the main site: which company the page works on. For whoever may choose among several; staff of one company has
 * nothing to choose, but can still clear what somebody else left behind on this browser.
 *
 * Source: specification §2 "Navigation bar", product.md "Companies and addresses".
 */
export function TenantPreview() {
  const { isTenantSite } = useTenant();
  return isTenantSite ? null : <Choice />;
}

function Choice() {
  const { status, profile } = useAuth();
  const [chosen, choose] = useStored(PREVIEW_TENANT_KEY);
  const active = useActiveTenants();
  const tenants = active.filter(({ id }) => profile === null || canEnterTenant(profile, id));
  const isOneOf = tenants.some(({ id }) => id === chosen);
  const isChoice = profile === null || profile.isSuperAdmin || chosen !== null;
  if (status === "loading" || active.length === 0 || !isChoice) return null;

  function onChange(value: string) {
    choose(value === NONE ? null : value);
    window.location.reload();
  }
  return (
    <Select.Root value={isOneOf ? (chosen ?? "") : ""} onValueChange={onChange}>
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
