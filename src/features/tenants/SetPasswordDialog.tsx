import { TextField } from "@radix-ui/themes";
import { useState } from "react";
import { notifySuccess } from "../../lib/notify";
import { reportError } from "../../lib/reportError";
import { FormDialog } from "../../ui/FormDialog";
import { LabeledField } from "../../ui/LabeledField";
import { useFieldErrors } from "../../ui/useFieldErrors";
import { useSending } from "../../ui/useSending";
import { texts } from "./texts";
import { useSetPassword } from "./useTenants";

const FIELDS = ["email", "newPassword"] as const;
type Field = (typeof FIELDS)[number];

/** A new password for anybody, by e-mail. Source: specification §7 "admin-set-password". */
export function SetPasswordDialog({ onClose }: { readonly onClose: () => void }) {
  const words = texts.password;
  const setPassword = useSetPassword();
  const [text, setText] = useState<Readonly<Record<Field, string>>>({ email: "", newPassword: "" });
  const errors = useFieldErrors(FIELDS);
  const { isBusy, send } = useSending({
    errors,
    fieldOf: (code) => (ABOUT_PASSWORD.has(code) ? "newPassword" : "email"),
    report: (error) => reportError(error, words.failed),
    reports: "always",
  });
  const email = text.email.trim();

  function type(field: Field, value: string) {
    setText((before) => ({ ...before, [field]: value }));
    errors.clear(field);
  }
  async function submit() {
    const missing = {
      ...(email === "" ? { email: words.emailRequired } : {}),
      ...(text.newPassword === "" ? { newPassword: words.passwordRequired } : {}),
    };
    if (Object.keys(missing).length > 0) return errors.reject(missing);
    await send(
      () => setPassword({ email, newPassword: text.newPassword }),
      () => {
        notifySuccess(words.done(email));
        onClose();
      },
    );
  }

  return (
    <FormDialog
      title={words.title}
      submitLabel={words.submit}
      busyLabel={texts.saving}
      isBusy={isBusy}
      isDirty={FIELDS.some((field) => text[field] !== "")}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <LabeledField label={words.email} error={errors.of("email")} hint="">
        {(ids) => (
          <TextField.Root
            {...ids}
            ref={errors.ref("email")}
            type="email"
            autoFocus
            required
            autoComplete="off"
            value={text.email}
            onChange={({ target }) => type("email", target.value)}
          />
        )}
      </LabeledField>
      <LabeledField label={words.newPassword} error={errors.of("newPassword")} hint={words.hint}>
        {(ids) => (
          <TextField.Root
            {...ids}
            ref={errors.ref("newPassword")}
            type="password"
            required
            autoComplete="new-password"
            value={text.newPassword}
            onChange={({ target }) => type("newPassword", target.value)}
          />
        )}
      </LabeledField>
    </FormDialog>
  );
}

const ABOUT_PASSWORD: ReadonlySet<string> = new Set(["weak_password", "password_not_accepted"]);
