import { Button, Flex, Link, Text, TextField } from "@radix-ui/themes";
import { useRef, useState, type FormEvent } from "react";
import { refusalMessage, type RefusalCode } from "../../../domain/errors";
import { useAuth, type AuthFailure } from "../../lib/auth";
import { notifyError, notifySuccess } from "../../lib/notify";
import { LabeledField } from "../../ui/LabeledField";
import { texts, type AuthMode } from "./texts";

type Field = "email" | "password";

interface Props {
  readonly mode: AuthMode;
  /** Null where there is only one mode. */
  readonly onModeChange: ((mode: AuthMode) => void) | null;
}

/** E-mail and password, fit for password managers; errors stand at their field and in a message. */
export function CredentialsForm({ mode, onModeChange }: Props) {
  const { signIn, signUp } = useAuth();
  const [values, setValues] = useState({ email: "", password: "" });
  const [errors, setErrors] = useState<Partial<Record<Field, string>>>({});
  const [isBusy, setIsBusy] = useState(false);
  const refs = { email: useRef<HTMLInputElement>(null), password: useRef<HTMLInputElement>(null) };
  const takeFailureAway = useRef<() => void>(null);
  const isLogin = mode === "login";

  function reject(field: Field, message: string) {
    setErrors({ [field]: message });
    refs[field].current?.focus();
  }
  function type(field: Field, text: string) {
    setValues((before) => ({ ...before, [field]: text }));
    setErrors((before) => ({ ...before, [field]: undefined }));
  }
  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    const email = values.email.trim();
    if (email === "") return reject("email", texts.emailRequired);
    if (values.password === "") return reject("password", texts.passwordRequired);
    setErrors({});
    setIsBusy(true);
    takeFailureAway.current?.();
    const failure = await (isLogin ? signIn : signUp)(email, values.password);
    setIsBusy(false);
    if (failure === null) return notifySuccess(isLogin ? texts.signedIn : texts.signedUp);
    const message = sentenceOfFailure(failure, isLogin ? texts.checkCredentials : texts.tryAgain);
    takeFailureAway.current = notifyError(message, isLogin ? texts.signInFailed : texts.signUpFailed);
    const field = FIELD_OF[failure.code];
    if (field !== undefined) reject(field, message);
  }

  return (
    <form onSubmit={(event) => void onSubmit(event)} noValidate className="flex w-full flex-col gap-3">
      <LabeledField label={texts.email} error={errors.email ?? null}>
        {(ids) => (
          <TextField.Root
            {...ids}
            ref={refs.email}
            size="3"
            type="email"
            name="email"
            autoComplete="username"
            required
            value={values.email}
            onChange={(event) => type("email", event.target.value)}
          />
        )}
      </LabeledField>
      <LabeledField
        label={texts.password}
        error={errors.password ?? null}
        hint={isLogin ? undefined : texts.passwordHint}
      >
        {(ids) => (
          <TextField.Root
            {...ids}
            ref={refs.password}
            size="3"
            type="password"
            name="password"
            autoComplete={isLogin ? "current-password" : "new-password"}
            required
            value={values.password}
            onChange={(event) => type("password", event.target.value)}
          />
        )}
      </LabeledField>
      <Button type="submit" size="3" aria-disabled={isBusy} aria-busy={isBusy}>
        {isLogin ? (isBusy ? texts.signingIn : texts.signIn) : isBusy ? texts.signingUp : texts.signUp}
      </Button>
      {onModeChange !== null && <ModeSwitch mode={mode} onModeChange={onModeChange} />}
    </form>
  );
}

/** The field a refusal belongs to. Wrong credentials name no field, but the password is what one types again. */
const FIELD_OF: Partial<Record<AuthFailure["code"], Field>> = {
  invalid_credentials: "password",
  weak_password: "password",
  email_in_use: "email",
  invalid_email: "email",
};

const PLAIN_CODES = [
  "invalid_credentials",
  "too_many_attempts",
  "email_in_use",
  "weak_password",
  "invalid_email",
] as const;

function sentenceOfFailure({ code }: AuthFailure, fallback: string): string {
  const plain = PLAIN_CODES.find((known: RefusalCode) => known === code);
  return plain === undefined ? fallback : refusalMessage(plain);
}

interface ModeSwitchProps {
  readonly mode: AuthMode;
  readonly onModeChange: (mode: AuthMode) => void;
}

function ModeSwitch({ mode, onModeChange }: ModeSwitchProps) {
  const isLogin = mode === "login";
  return (
    <Flex gap="2" align="baseline">
      <Text size="2" color="gray">
        {isLogin ? texts.noAccountYet : texts.haveAccount}
      </Text>
      <Link asChild size="2" highContrast underline="always">
        <button type="button" onClick={() => onModeChange(isLogin ? "signup" : "login")}>
          {isLogin ? texts.goToSignUp : texts.goToSignIn}
        </button>
      </Link>
    </Flex>
  );
}
