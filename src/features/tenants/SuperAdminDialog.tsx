import type { Id } from "../../../convex/_generated/dataModel";
import { notifySuccess } from "../../lib/notify";
import { reportError } from "../../lib/reportError";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import { texts } from "./texts";
import { useSetSuperAdmin } from "./useTenants";

interface Props {
  readonly person: { readonly profileId: Id<"profiles">; readonly name: string };
  /** To become one, or to be one no longer. */
  readonly isSuperAdmin: boolean;
  readonly onClose: () => void;
}

/** The master gives somebody the whole installation, or takes it from them. */
export function SuperAdminDialog({ person: { profileId, name }, isSuperAdmin, onClose }: Props) {
  const words = texts.superAdmins;
  const setSuperAdmin = useSetSuperAdmin();
  const deed = isSuperAdmin ? words.givePerson(name) : words.takeFrom(name);

  async function confirm(): Promise<boolean> {
    try {
      await setSuperAdmin({ profileId, isSuperAdmin });
    } catch (error) {
      reportError(error, words.failed);
      return false;
    }
    notifySuccess(isSuperAdmin ? words.given(name) : words.taken(name));
    return true;
  }
  return (
    <ConfirmDialog
      title={deed}
      question={isSuperAdmin ? words.giveQuestion(name) : words.takeQuestion(name)}
      confirmLabel={deed}
      isDestructive={!isSuperAdmin}
      onConfirm={confirm}
      onClose={onClose}
      focusAfter={() => document.querySelector<HTMLElement>("[data-super-admins]")}
    />
  );
}
