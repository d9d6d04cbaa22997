import { Text, TextField } from "@radix-ui/themes";
import { useRef, useState } from "react";
import { notifySuccess } from "../../lib/notify";
import { sentenceOf } from "../../lib/refusal";
import { reportError } from "../../lib/reportError";
import { FormDialog } from "../../ui/FormDialog";
import { LabeledField } from "../../ui/LabeledField";
import { texts } from "./texts";
import { useTeamActions, type Member } from "./useTeam";

interface Props {
  readonly member: Member;
  readonly onClose: () => void;
}

/** A new password for somebody of the own staff who cannot get in. */
export function StaffPasswordDialog({ member, onClose }: Props) {
  const { setStaffPassword } = useTeamActions();
  const [password, setPassword] = useState("");
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  function reject(message: string) {
    setError(message);
    field.current?.focus();
  }
  async function submit() {
    if (password === "") return reject(texts.passwordRequired);
    setIsBusy(true);
    try {
      await setStaffPassword({ profileId: member.profileId, newPassword: password });
      notifySuccess(texts.passwordSet(member.name));
      onClose();
    } catch (failure) {
      reportError(failure, texts.passwordFailed);
      reject(sentenceOf(failure, texts.passwordFailed));
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <FormDialog
      title={texts.passwordTitle(member.name)}
      submitLabel={texts.savePassword}
      busyLabel={texts.saving}
      isBusy={isBusy}
      isDirty={password !== ""}
      onSubmit={() => void submit()}
      onClose={onClose}
      focusAfter={() => document.querySelector<HTMLElement>("main h1")}
    >
      <Text as="p" size="2" color="gray">
        {texts.passwordLine}
      </Text>
      <input type="email" autoComplete="username" value={member.email} readOnly hidden />
      <LabeledField label={texts.newPassword} error={error} hint={texts.passwordHint}>
        {(ids) => (
          <TextField.Root
            {...ids}
            ref={field}
            size="3"
            type="password"
            autoComplete="new-password"
            required
            value={password}
            onChange={({ target }) => {
              setPassword(target.value);
              setError(null);
            }}
          />
        )}
      </LabeledField>
    </FormDialog>
  );
}
