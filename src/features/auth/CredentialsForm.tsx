import { Button, Flex, Link, Text } from "@radix-ui/themes";
import { useState, type FormEvent } from "react";
import { useAuth, type AuthFailure } from "../../lib/auth";
import { notifyError, notifySuccess } from "../../lib/notify";
import { useTenant } from "../../lib/tenant";
import { AuthField } from "./AuthField";
import { EmailCodeForm } from "./EmailCodeForm";
import { texts, type AuthMode } from "./texts";
import { useAttempt } from "./useAttempt";
import { useFields } from "./useFields";

type Field = "email" | "password";

interface Props {
  readonly mode: Exclude<AuthMode, "recovery">;
  readonly email?: string;
  /** The form was opened by a press that is gone now. */
  readonly takesFocus?: boolean;
  /** To the other mode, with the e-mail as typed; left out where there is only one. */
  readonly onSwitch?: (email: string) => void;
  /** 'Problemas para entrar?' */
  readonly onTrouble?: (email: string) => void;
}

/** E-mail and password, fit for password managers; errors stand at their field and in a message. */
export function CredentialsForm({ mode, email: typedBefore = "", takesFocus = false, onSwitch, onTrouble }: Props) {
  const { signIn, signUp } = useAuth();
  const { tenant, isTenantSite } = useTenant();
  const fields = useFields<Field>({ email: typedBefore, password: "" });
  const { isBusy, attempt, tell } = useAttempt();
  const [isCodeAsked, setIsCodeAsked] = useState(false);
  const isLogin = mode === "login";
  const email = fields.values.email.trim();

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (isTenantSite && tenant === null) return void notifyError(texts.tenantUnknown, texts.signInFailed);
    if (email === "") return fields.reject("email", texts.emailRequired);
    if (fields.values.password === "") return fields.reject("password", texts.passwordRequired);
    fields.clearErrors();
    const failure = await attempt(() => (isLogin ? signIn : signUp)(email, fields.values.password));
    if (failure === undefined) return;
    if (failure === null) return notifySuccess(isLogin ? texts.signedIn : texts.signedUp);
    if (failure.code === "email_code_needed") return setIsCodeAsked(true);
    const message = isLogin
      ? tell(failure, texts.signInFailed, texts.checkCredentials)
      : tell(failure, texts.signUpFailed, texts.tryAgain);
    const field = FIELD_OF[failure.code];
    if (field !== undefined) fields.reject(field, message);
  }

  if (isCodeAsked) return <EmailCodeForm email={email} />;
  return (
    <form onSubmit={(event) => void onSubmit(event)} noValidate className="flex w-full flex-col gap-3">
      <AuthField
        name="email"
        label={texts.email}
        fields={fields}
        type="email"
        autoComplete="username"
        autoFocus={takesFocus}
      />
      <AuthField
        name="password"
        label={texts.password}
        hint={isLogin ? undefined : texts.passwordHint}
        fields={fields}
        type="password"
        autoComplete={isLogin ? "current-password" : "new-password"}
      />
      <Button type="submit" size="3" aria-disabled={isBusy} aria-busy={isBusy}>
        {isLogin ? (isBusy ? texts.signingIn : texts.signIn) : isBusy ? texts.signingUp : texts.signUp}
      </Button>
      {onSwitch !== undefined && (
        <LinkLine
          line={isLogin ? texts.noAccountYet : texts.haveAccount}
          label={isLogin ? texts.goToSignUp : texts.goToSignIn}
          onFollow={() => onSwitch(email)}
        />
      )}
      {isLogin && onTrouble !== undefined && (
        <LinkLine line={texts.trouble} label={texts.correct} onFollow={() => onTrouble(email)} />
      )}
    </form>
  );
}

/** The field a refusal belongs to. Wrong credentials name no field, but the password is what one types again. */
const FIELD_OF: Partial<Record<AuthFailure["code"], Field>> = {
  invalid_credentials: "password",
  weak_password: "password",
  password_not_accepted: "password",
  email_in_use: "email",
  invalid_email: "email",
};

interface LinkLineProps {
  readonly line: string;
  readonly label: string;
  readonly onFollow: () => void;
}

/** A question and the way it leads to. */
export function LinkLine({ line, label, onFollow }: LinkLineProps) {
  return (
    <Flex gap="2" align="baseline" wrap="wrap">
      {line !== "" && (
        <Text size="2" color="gray">
          {line}
        </Text>
      )}
      <Link asChild size="2" highContrast underline="always">
        <button type="button" className="min-h-6 pointer-coarse:min-h-11" onClick={onFollow}>
          {label}
        </button>
      </Link>
    </Flex>
  );
}
