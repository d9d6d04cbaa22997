import { Cross1Icon } from "@radix-ui/react-icons";
import { Button, Dialog, Flex, Heading, IconButton, Separator } from "@radix-ui/themes";
import type { FormEvent } from "react";
import { refusalMessage } from "../../../domain/errors";
import { useAuth, type AuthFailure, type Profile } from "../../lib/auth";
import { notifySuccess } from "../../lib/notify";
import { sentenceOf } from "../../lib/refusal";
import { reportError } from "../../lib/reportError";
import { AuthField } from "./AuthField";
import { texts } from "./texts";
import { useAttempt } from "./useAttempt";
import { useFields } from "./useFields";
import { useOwnName } from "./useOwnName";

/** What a person changes about themselves: their name and their password. */
export function AccountDialog({ onClose }: { readonly onClose: () => void }) {
  const { profile } = useAuth();
  if (profile === null) return null;
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Content maxWidth="420px" aria-describedby={undefined}>
        <Flex align="center" justify="between" gap="3" mb="3">
          <Dialog.Title size="5" mb="0">
            {texts.account}
          </Dialog.Title>
          <IconButton variant="ghost" color="gray" size="3" aria-label={texts.close} onClick={onClose}>
            <Cross1Icon width="16" height="16" />
          </IconButton>
        </Flex>
        <NameForm profile={profile} />
        <Separator size="4" my="4" />
        <PasswordForm email={profile.email} onDone={onClose} />
      </Dialog.Content>
    </Dialog.Root>
  );
}

function NameForm({ profile }: { readonly profile: Profile }) {
  const setName = useOwnName();
  const fields = useFields({ name: profile.name });

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (fields.values.name.trim() === "") return fields.reject("name", refusalMessage("fields_required"));
    try {
      await setName(fields.values.name.trim());
      notifySuccess(texts.nameSaved);
    } catch (error) {
      fields.reject("name", sentenceOf(error, texts.nameFailed));
      reportError(error, texts.nameFailed);
    }
  }

  return (
    <form onSubmit={(event) => void onSubmit(event)} noValidate className="flex flex-col gap-2">
      <AuthField name="name" label={texts.name} hint={texts.nameHint} fields={fields} autoComplete="name" />
      <Button type="submit" variant="soft" color="gray" highContrast className="self-end">
        {texts.saveName}
      </Button>
    </form>
  );
}

function PasswordForm({ email, onDone }: { readonly email: string; readonly onDone: () => void }) {
  const { changePassword } = useAuth();
  const fields = useFields<"currentPassword" | "newPassword">({ currentPassword: "", newPassword: "" });
  const { isBusy, attempt, tell } = useAttempt();

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    const { currentPassword, newPassword } = fields.values;
    if (currentPassword === "") return fields.reject("currentPassword", texts.currentRequired);
    if (newPassword === "") return fields.reject("newPassword", texts.newPasswordRequired);
    fields.clearErrors();
    const failure = await attempt(() => changePassword({ currentPassword, newPassword }));
    if (failure === undefined) return;
    if (failure === null) {
      notifySuccess(texts.passwordChanged);
      return onDone();
    }
    const message = tell(failure, "Erro", texts.passwordFailed);
    const field = FIELD_OF[failure.code];
    if (field !== undefined) fields.reject(field, message);
  }

  return (
    <form onSubmit={(event) => void onSubmit(event)} noValidate className="flex flex-col gap-2">
      <Heading as="h2" size="3" mb="1">
        {texts.changePassword}
      </Heading>
      {/* Tells password managers whose passwords these are. */}
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <AuthField
        name="currentPassword"
        label={texts.currentPassword}
        fields={fields}
        type="password"
        autoComplete="current-password"
      />
      <AuthField
        name="newPassword"
        label={texts.newPassword}
        hint={texts.passwordHint}
        fields={fields}
        type="password"
        autoComplete="new-password"
      />
      <Button type="submit" className="self-end" aria-disabled={isBusy} aria-busy={isBusy}>
        {isBusy ? texts.saving : texts.changePassword}
      </Button>
    </form>
  );
}

const FIELD_OF: Partial<Record<AuthFailure["code"], "currentPassword" | "newPassword">> = {
  wrong_password: "currentPassword",
  weak_password: "newPassword",
  password_not_accepted: "newPassword",
};
