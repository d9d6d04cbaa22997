import type { TenantRole } from "../../../domain/people";
import { notifySuccess } from "../../lib/notify";
import { reportError } from "../../lib/reportError";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import { StaffPasswordDialog } from "./StaffPasswordDialog";
import { texts } from "./texts";
import { useTeamActions, type Member } from "./useTeam";

/** What an owner is about to do with a person. */
export type MemberDeed =
  | { readonly kind: "role"; readonly member: Member; readonly role: TenantRole }
  | { readonly kind: "password"; readonly member: Member }
  | { readonly kind: "remove"; readonly member: Member };

interface Props {
  readonly deed: MemberDeed;
  readonly onClose: () => void;
}

/** Asks before a person's place in the company changes. */
export function MemberDialog({ deed, onClose }: Props) {
  const { changeRole, remove } = useTeamActions();
  const { profileId, name } = deed.member;
  switch (deed.kind) {
    case "password":
      return <StaffPasswordDialog member={deed.member} onClose={onClose} />;
    case "role":
      return (
        <ConfirmDialog
          title={deed.role === "owner" ? texts.makeOwner : texts.makeStaff}
          question={texts.roleQuestion(name, deed.role)}
          confirmLabel={deed.role === "owner" ? texts.makeOwner : texts.makeStaff}
          onConfirm={() =>
            settled(changeRole({ profileId, role: deed.role }), texts.roleChanged(name, deed.role), texts.roleFailed)
          }
          onClose={onClose}
          focusAfter={titleOfPage}
        />
      );
    case "remove":
      return (
        <ConfirmDialog
          title={texts.removeTitle(name)}
          question={texts.removeQuestion(name)}
          confirmLabel={texts.removeTitle(name)}
          isDestructive
          onConfirm={() => settled(remove({ profileId }), texts.removed(name), texts.removeFailed)}
          onClose={onClose}
          focusAfter={titleOfPage}
        />
      );
    default:
      return deed satisfies never;
  }
}

/** Says how it went. @returns whether it is done */
export async function settled(request: Promise<unknown>, done: string, failed: string): Promise<boolean> {
  try {
    await request;
  } catch (error) {
    reportError(error, failed);
    return false;
  }
  notifySuccess(done);
  return true;
}

function titleOfPage(): HTMLElement | null {
  return document.querySelector<HTMLElement>("main h1");
}
