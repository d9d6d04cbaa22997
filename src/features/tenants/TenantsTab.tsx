import { Button, Flex, Heading } from "@radix-ui/themes";
import { lazy, Suspense, useState } from "react";
import { sentenceOf } from "../../lib/refusal";
import { EmptyState } from "../../ui/EmptyState";
import { ListSkeleton } from "../../ui/ListSkeleton";
import { RefusedState } from "../../ui/RefusedState";
import { Deletions } from "./Deletions";
import { RemoveTenantDialog } from "./RemoveTenantDialog";
import { SimulatorCard } from "./SimulatorCard";
import { SuperAdmins } from "./SuperAdmins";
import { SwitchOffDialog } from "./SwitchOffDialog";
import { TenantCard } from "./TenantCard";
import { texts } from "./texts";
import { useTenants, type TenantRow } from "./useTenants";
import { WaitingPeople } from "./WaitingPeople";

const CreateTenantDialog = lazy(() =>
  import("./CreateTenantDialog").then((module) => ({ default: module.CreateTenantDialog })),
);
const EditTenantDialog = lazy(() =>
  import("./EditTenantDialog").then((module) => ({ default: module.EditTenantDialog })),
);

/** 'Empresas', for master and super admins: the companies, who waits for one, and working as one of them. */
export function TenantsTab() {
  const tenants = useTenants();
  if (tenants.status === "loading") return <ListSkeleton rows={5} label={texts.loading} />;
  if (tenants.status === "refused")
    return <RefusedState message={texts.loadFailed(sentenceOf(tenants.error, texts.unknownCause))} />;
  return (
    <div className="flex flex-col gap-6">
      <SimulatorCard />
      <Companies tenants={tenants.value} />
      <WaitingPeople tenants={tenants.value} />
      <SuperAdmins />
      <Deletions />
    </div>
  );
}

type Open =
  | { readonly kind: "create" }
  | { readonly kind: "edit"; readonly tenant: TenantRow }
  | { readonly kind: "switchOff"; readonly tenant: TenantRow }
  | { readonly kind: "remove"; readonly tenant: TenantRow };

function Companies({ tenants }: { readonly tenants: readonly TenantRow[] }) {
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  /** Live: what another super admin makes of it meanwhile is to be seen in the dialog. */
  const now = (tenant: TenantRow) => tenants.find(({ id }) => id === tenant.id) ?? tenant;
  return (
    <section aria-label={texts.list}>
      <Flex justify="between" align="center" gap="3" mb="3">
        <Heading as="h2" size="4">
          {texts.list}
        </Heading>
        <Button data-new-tenant onClick={() => setOpen({ kind: "create" })}>
          {texts.create}
        </Button>
      </Flex>
      {tenants.length === 0 ? (
        <EmptyState line={texts.empty} />
      ) : (
        <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
          {tenants.map((tenant) => (
            <TenantCard
              key={tenant.id}
              tenant={tenant}
              onEdit={() => setOpen({ kind: "edit", tenant })}
              onSwitchOff={() => setOpen({ kind: "switchOff", tenant })}
              onRemove={() => setOpen({ kind: "remove", tenant })}
            />
          ))}
        </ul>
      )}
      <Suspense fallback={null}>
        {open?.kind === "create" && <CreateTenantDialog onClose={close} />}
        {open?.kind === "edit" && <EditTenantDialog tenant={now(open.tenant)} onClose={close} />}
      </Suspense>
      {open?.kind === "switchOff" && <SwitchOffDialog tenant={open.tenant} onClose={close} />}
      {open?.kind === "remove" && <RemoveTenantDialog tenant={open.tenant} onClose={close} />}
    </section>
  );
}
