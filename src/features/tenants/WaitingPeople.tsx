import { Button, Heading, Select, Text } from "@radix-ui/themes";
import { useState } from "react";
import type { Id } from "../../../convex/_generated/dataModel";
import { formatDate, saoPauloDate } from "../../../domain/calendar";
import { TENANT_ROLES, type TenantRole } from "../../../domain/people";
import { useAuth } from "../../lib/auth";
import { notifyError, notifySuccess } from "../../lib/notify";
import { sentenceOf } from "../../lib/refusal";
import { reportError } from "../../lib/reportError";
import { useBusy } from "../../lib/useBusy";
import { ListSkeleton } from "../../ui/ListSkeleton";
import { RefusedState } from "../../ui/RefusedState";
import { SuperAdminDialog } from "./SuperAdminDialog";
import { texts } from "./texts";
import { useAssign, useWaitingPeople, type TenantRow, type WaitingPerson } from "./useTenants";

interface Props {
  readonly tenants: readonly TenantRow[];
}

/** Who has signed up and belongs to no company yet, and giving them one. */
export function WaitingPeople({ tenants }: Props) {
  return (
    <section aria-label={texts.waiting}>
      <Heading as="h2" size="4" mb="3" tabIndex={-1} data-waiting-people>
        {texts.waiting}
      </Heading>
      <People tenants={tenants} />
    </section>
  );
}

function People({ tenants }: Props) {
  const people = useWaitingPeople();
  if (people.status === "loading") return <ListSkeleton rows={3} label={texts.waitingLoading} />;
  if (people.status === "refused")
    return <RefusedState message={texts.loadFailed(sentenceOf(people.error, texts.unknownCause))} />;
  if (people.value.length === 0)
    return (
      <Text as="p" size="2" color="gray">
        {texts.waitingEmpty}
      </Text>
    );
  return (
    <ul className="border-t border-(--gray-a4)">
      {people.value.map((person) => (
        <Person key={person.profileId} person={person} tenants={tenants} />
      ))}
    </ul>
  );
}

interface PersonProps extends Props {
  readonly person: WaitingPerson;
}

function Person({ person, tenants }: PersonProps) {
  const { profileId, name, email, createdAt } = person;
  const { profile } = useAuth();
  const [isPromoting, setIsPromoting] = useState(false);
  const assign = useAssign();
  const busy = useBusy<"assign">();
  const [tenantId, setTenantId] = useState<Id<"tenants"> | null>(null);
  const [role, setRole] = useState<TenantRole>("staff");

  function submit() {
    if (busy.keys.has("assign")) return;
    const tenant = tenants.find(({ id }) => id === tenantId);
    if (tenant === undefined) return void notifyError(texts.chooseFirst, "Aviso");
    busy.during("assign", assign({ profileId, tenantId: tenant.id, role })).then(
      () => {
        // The row leaves; the focus stays near it (F4).
        document.querySelector<HTMLElement>("[data-waiting-people]")?.focus();
        notifySuccess(texts.assigned(email, tenant.name));
      },
      (error: unknown) => reportError(error, texts.assignFailed),
    );
  }
  return (
    <li className="flex flex-col gap-2 border-b border-(--gray-a4) py-3 text-[14px] lg:flex-row lg:items-center lg:gap-4">
      <div className="min-w-0 flex-1">
        <p className="font-semibold break-words">{name}</p>
        <Text as="p" size="2" color="gray" className="break-all">
          {`${email} · ${formatDate(saoPauloDate(createdAt))}`}
        </Text>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Select.Root
          value={tenantId ?? ""}
          onValueChange={(value) => setTenantId(tenants.find(({ id }) => id === value)?.id ?? null)}
        >
          <Select.Trigger
            aria-label={texts.assignTo(email)}
            placeholder={texts.chooseTenant}
            className="w-full sm:w-56"
          />
          <Select.Content position="popper">
            {tenants.map(({ id, name: tenantName }) => (
              <Select.Item key={id} value={id}>
                {tenantName}
              </Select.Item>
            ))}
          </Select.Content>
        </Select.Root>
        <Select.Root value={role} onValueChange={(value) => setRole(value === "owner" ? "owner" : "staff")}>
          <Select.Trigger aria-label={texts.assignRole(email)} className="w-36" />
          <Select.Content position="popper">
            {[...TENANT_ROLES].reverse().map((offered) => (
              <Select.Item key={offered} value={offered}>
                {texts.roles[offered]}
              </Select.Item>
            ))}
          </Select.Content>
        </Select.Root>
        <Button
          variant="soft"
          highContrast
          aria-label={texts.assignPerson(email)}
          aria-disabled={tenantId === null}
          className={tenantId === null ? "opacity-60" : ""}
          aria-busy={busy.keys.has("assign")}
          onClick={submit}
        >
          {texts.assign}
        </Button>
        {profile?.isMaster === true && (
          <Button
            variant="soft"
            color="gray"
            highContrast
            aria-label={texts.superAdmins.givePerson(name)}
            onClick={() => setIsPromoting(true)}
          >
            {texts.superAdmins.give}
          </Button>
        )}
        {isPromoting && <SuperAdminDialog person={person} isSuperAdmin onClose={() => setIsPromoting(false)} />}
      </div>
    </li>
  );
}
