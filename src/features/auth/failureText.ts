import { refusalMessage, type RefusalCode } from "../../../domain/errors";
import type { AuthFailure } from "../../lib/auth";

const PLAIN_CODES = [
  "invalid_credentials",
  "too_many_attempts",
  "email_in_use",
  "weak_password",
  "password_not_accepted",
  "invalid_email",
  "invalid_recovery_code",
  "wrong_password",
  "no_local_password",
] as const;

/** What a person reads when something about their account did not work: the rule's own sentence, else the fallback. */
export function sentenceOfFailure({ code }: AuthFailure, fallback: string): string {
  const plain = PLAIN_CODES.find((known: RefusalCode) => known === code);
  return plain === undefined ? fallback : refusalMessage(plain);
}
