import { Button, Text } from "@radix-ui/themes";
import { useState, type FormEvent } from "react";
import { useAuth, type AuthFailure } from "../../lib/auth";
import { notifySuccess } from "../../lib/notify";
import { AuthField } from "./AuthField";
import { LinkLine } from "./CredentialsForm";
import { texts } from "./texts";
import { useAttempt } from "./useAttempt";
import { useFields } from "./useFields";

interface Props {
  /** As typed in the sign-in. */
  readonly email: string;
  readonly onBack: (email: string) => void;
}

/**
 * 'Corrigir automaticamente': a code by mail, then a new password with it, then signed in. What is shown is the same
 * whether there is such an account.
 *
 * Source: specification §6 and §8, product.md "Where the specification describes a weakness".
 */
export function RecoveryForm({ email: typed, onBack }: Props) {
  const [email, setEmail] = useState<string | null>(null);
  return (
    <div className="flex w-full flex-col gap-3">
      {email === null ? (
        <RequestStep typed={typed} onSent={setEmail} />
      ) : (
        <CodeStep email={email} onAgain={() => setEmail(null)} />
      )}
      <LinkLine line="" label={texts.backToSignIn} onFollow={() => onBack(email ?? typed)} />
    </div>
  );
}

function RequestStep({ typed, onSent }: { readonly typed: string; readonly onSent: (email: string) => void }) {
  const { requestRecovery } = useAuth();
  const fields = useFields({ email: typed });
  const { isBusy, attempt, tell } = useAttempt();

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    const email = fields.values.email.trim();
    if (email === "") return fields.reject("email", texts.emailRequired);
    const failure = await attempt(() => requestRecovery(email));
    if (failure === undefined) return;
    if (failure === null) return onSent(email);
    const message = tell(failure, texts.recoveryFailed, texts.recoveryFault);
    if (failure.code === "invalid_email") fields.reject("email", message);
  }

  return (
    <form onSubmit={(event) => void onSubmit(event)} noValidate className="flex w-full flex-col gap-3">
      <Text as="p" size="2" color="gray">
        {texts.recoverLine}
      </Text>
      <AuthField name="email" label={texts.email} fields={fields} type="email" autoComplete="username" autoFocus />
      <Button type="submit" size="3" aria-disabled={isBusy} aria-busy={isBusy}>
        {isBusy ? texts.sendingCode : texts.sendCode}
      </Button>
    </form>
  );
}

function CodeStep({ email, onAgain }: { readonly email: string; readonly onAgain: () => void }) {
  const { confirmRecovery } = useAuth();
  const fields = useFields<"code" | "newPassword">({ code: "", newPassword: "" });
  const { isBusy, attempt, tell } = useAttempt();

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    const { newPassword } = fields.values;
    const code = fields.values.code.trim();
    if (code === "") return fields.reject("code", texts.codeRequired);
    if (newPassword === "") return fields.reject("newPassword", texts.newPasswordRequired);
    fields.clearErrors();
    const failure = await attempt(() => confirmRecovery({ email, code, newPassword }));
    if (failure === undefined) return;
    if (failure === null) return notifySuccess(texts.signedIn);
    const message = tell(failure, texts.recoveryFailed, texts.recoveryFault);
    const field = FIELD_OF[failure.code];
    if (field !== undefined) fields.reject(field, message);
  }

  return (
    <form onSubmit={(event) => void onSubmit(event)} noValidate className="flex w-full flex-col gap-3">
      <Text as="p" size="2" color="gray" role="status">
        {texts.codeSent(email)}
      </Text>
      {/* Tells password managers whose new password this is. */}
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <AuthField
        name="code"
        label={texts.code}
        fields={fields}
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
      />
      <AuthField
        name="newPassword"
        label={texts.newPassword}
        hint={texts.passwordHint}
        fields={fields}
        type="password"
        autoComplete="new-password"
      />
      <Button type="submit" size="3" aria-disabled={isBusy} aria-busy={isBusy}>
        {isBusy ? texts.saving : texts.saveAndSignIn}
      </Button>
      <LinkLine line="" label={texts.anotherCode} onFollow={onAgain} />
    </form>
  );
}

const FIELD_OF: Partial<Record<AuthFailure["code"], "code" | "newPassword">> = {
  invalid_recovery_code: "code",
  weak_password: "newPassword",
  password_not_accepted: "newPassword",
};
