import { DotsHorizontalIcon } from "@radix-ui/react-icons";
import { DropdownMenu, IconButton } from "@radix-ui/themes";
import { formatDate, saoPauloDate } from "../../../domain/calendar";
import { RecordList } from "../../ui/RecordList";
import type { MemberDeed } from "./MemberDialog";
import { texts } from "./texts";
import type { Member } from "./useTeam";

interface Props {
  readonly members: readonly Member[];
  readonly onChoose: (deed: MemberDeed) => void;
}

export function MembersList({ members, onChoose }: Props) {
  const { columns } = texts;
  return (
    <RecordList
      caption={texts.members}
      rows={members}
      keyOf={({ profileId }) => profileId}
      columns={[
        { label: columns.name, show: ({ name, isYou }) => (isYou ? `${name} (${texts.you})` : name) },
        { label: columns.email, isFlexible: true, show: ({ email }) => <span title={email}>{email}</span> },
        { label: columns.role, show: ({ role }) => texts.roles[role] },
        { label: columns.since, show: ({ createdAt }) => formatDate(saoPauloDate(createdAt)) },
      ]}
      actionsLabel={columns.actions}
      actions={(member) => <MemberMenu member={member} onChoose={onChoose} />}
    />
  );
}

/** What may be done with a person. Whoever cannot be done without is refused by the server, with its reason. */
function MemberMenu({ member, onChoose }: { readonly member: Member; readonly onChoose: Props["onChoose"] }) {
  const otherRole = member.role === "owner" ? "staff" : "owner";
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger>
        <IconButton variant="ghost" color="gray" highContrast size="3" aria-label={texts.more(member.name)}>
          <DotsHorizontalIcon width="16" height="16" />
        </IconButton>
      </DropdownMenu.Trigger>
      <DropdownMenu.Content align="end">
        <DropdownMenu.Item onSelect={() => onChoose({ kind: "role", member, role: otherRole })}>
          {otherRole === "owner" ? texts.makeOwner : texts.makeStaff}
        </DropdownMenu.Item>
        {member.role === "staff" && (
          <DropdownMenu.Item onSelect={() => onChoose({ kind: "password", member })}>
            {texts.setPassword}
          </DropdownMenu.Item>
        )}
        <DropdownMenu.Separator />
        <DropdownMenu.Item color="red" onSelect={() => onChoose({ kind: "remove", member })}>
          {texts.remove}
        </DropdownMenu.Item>
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}
