import type { RefusalCode } from "../../domain/errors";
import type { AuthFailure } from "./auth";

/** What Clerk's refusals are in our words; its own are English. Source: toolchain.md §5.3, Clerk's list of API errors. */
const CODES: Readonly<Record<string, RefusalCode>> = {
  form_password_incorrect: "invalid_credentials",
  form_identifier_not_found: "invalid_credentials",
  invalid_credentials: "invalid_credentials",
  strategy_for_user_invalid: "invalid_credentials",
  form_param_format_invalid: "invalid_email",
  form_identifier_exists: "email_in_use",
  form_password_length_too_short: "password_not_accepted",
  form_password_length_too_long: "password_not_accepted",
  form_password_size_in_bytes_exceeded: "password_not_accepted",
  form_password_not_strong_enough: "password_not_accepted",
  form_password_pwned: "password_not_accepted",
  form_password_validation_failed: "wrong_password",
  form_code_incorrect: "invalid_recovery_code",
  verification_expired: "invalid_recovery_code",
  verification_failed: "invalid_recovery_code",
  too_many_requests: "too_many_attempts",
  user_locked: "too_many_attempts",
};

/** Why Clerk refused, by the first of its errors; 'unknown' for anything it does not say. */
export function clerkFailure(error: unknown): AuthFailure {
  const first = clerkErrorCode(error);
  return { code: (first === null ? undefined : CODES[first]) ?? "unknown" };
}

/** Whether Clerk said so because it does not know the e-mail. */
export function isUnknownToClerk(error: unknown): boolean {
  return clerkErrorCode(error) === "form_identifier_not_found";
}

function clerkErrorCode(error: unknown): string | null {
  if (typeof error !== "object" || error === null || !("errors" in error) || !Array.isArray(error.errors)) return null;
  const [first] = error.errors as unknown[];
  if (typeof first !== "object" || first === null || !("code" in first)) return null;
  return typeof first.code === "string" ? first.code : null;
}
