import { Button, Text } from "@radix-ui/themes";
import type { FormEvent } from "react";
import { useAuth } from "../../lib/auth";
import { notifySuccess } from "../../lib/notify";
import { AuthField } from "./AuthField";
import { texts } from "./texts";
import { useAttempt } from "./useAttempt";
import { useFields } from "./useFields";

/** The end of a sign-up where the service first mails a code to the address (Clerk). */
export function EmailCodeForm({ email }: { readonly email: string }) {
  const { confirmEmail } = useAuth();
  const fields = useFields({ code: "" });
  const { isBusy, attempt, tell } = useAttempt();

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    const code = fields.values.code.trim();
    if (code === "") return fields.reject("code", texts.codeRequired);
    const failure = await attempt(() => confirmEmail(code));
    if (failure === undefined) return;
    if (failure === null) return notifySuccess(texts.signedUp);
    const message = tell(failure, texts.signUpFailed, texts.tryAgain);
    if (failure.code === "invalid_recovery_code") fields.reject("code", message);
  }

  return (
    <form onSubmit={(event) => void onSubmit(event)} noValidate className="flex w-full flex-col gap-3">
      <Text as="p" size="2" color="gray">
        {texts.emailCodeSent(email)}
      </Text>
      <AuthField
        name="code"
        label={texts.emailCode}
        fields={fields}
        autoFocus
        inputMode="numeric"
        autoComplete="one-time-code"
      />
      <Button type="submit" size="3" aria-disabled={isBusy} aria-busy={isBusy}>
        {isBusy ? texts.confirmingEmail : texts.confirmEmail}
      </Button>
    </form>
  );
}
