import { Badge, Flex, Heading, Switch, Text } from "@radix-ui/themes";
import { formatDate, saoPauloDate } from "../../../domain/calendar";
import { notifySuccess } from "../../lib/notify";
import { useBusy } from "../../lib/useBusy";
import { RecordActions } from "../../ui/RecordActions";
import { reportTenantError } from "./reportTenantError";
import { texts } from "./texts";
import { useTenantChanges, type TenantRow } from "./useTenants";

interface Props {
  readonly tenant: TenantRow;
  readonly onEdit: () => void;
  readonly onSwitchOff: () => void;
  readonly onRemove: () => void;
}

/** One company. Switching it on is done at once; switching it off shuts people out and is asked first. */
export function TenantCard({ tenant, onEdit, onSwitchOff, onRemove }: Props) {
  const { name, slug, isActive, adminEmail, people, createdAt } = tenant;
  const { setActive } = useTenantChanges();
  const busy = useBusy<"switch">();

  function switchTo(isOn: boolean) {
    if (busy.keys.has("switch")) return;
    if (!isOn) return onSwitchOff();
    busy.during("switch", setActive({ id: tenant.id, isActive: true })).then(
      () => notifySuccess(texts.switchedOn(name)),
      (error: unknown) => reportTenantError(error, texts.updateFailed),
    );
  }
  return (
    <li className="flex flex-col gap-2 rounded-md border border-(--gray-a5) p-4">
      <Flex justify="between" align="start" gap="3">
        <Heading as="h3" size="3" className="min-w-0 break-words">
          {name}
        </Heading>
        <RecordActions
          editLabel={texts.editTitle(name)}
          removeLabel={texts.remove(name)}
          onEdit={onEdit}
          onRemove={onRemove}
        />
      </Flex>
      <Text as="label" size="2">
        <Flex gap="2" align="center">
          <Switch
            checked={isActive}
            aria-label={texts.switchLabel(name)}
            aria-busy={busy.keys.has("switch")}
            onCheckedChange={switchTo}
          />
          <Badge color={isActive ? "jade" : "gray"} highContrast={isActive}>
            {isActive ? texts.active : texts.inactive}
          </Badge>
        </Flex>
      </Text>
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-[14px]">
        <Fact name={texts.slug} value={slug} />
        <Fact name={texts.admin} value={adminEmail ?? texts.noAdmin} />
        <Fact name={texts.people} value={String(people)} />
        <Fact name={texts.since} value={formatDate(saoPauloDate(createdAt))} />
      </dl>
    </li>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div className="contents">
      <dt className="text-(--gray-11)">{name}</dt>
      <dd className="min-w-0 break-words">{value}</dd>
    </div>
  );
}
