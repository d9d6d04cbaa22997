import { refusalMessage, type RefusalCode } from "../../../domain/errors";
import type { FieldErrors } from "../../ui/useFieldErrors";

export const TENANT_FIELDS = ["name", "adminEmail", "adminPassword"] as const;
export type TenantField = (typeof TENANT_FIELDS)[number];

/** A company and its first account as the fields show them. */
export type TenantText = Readonly<Record<TenantField, string>>;

/** What a new company lacks. Source: specification §5 "Company create". */
export function missingForCreation({ name, adminEmail, adminPassword }: TenantText): FieldErrors<TenantField> {
  return {
    ...(name.trim() === "" ? { name: refusalMessage("tenant_name_required") } : {}),
    ...(adminEmail.trim() === "" ? { adminEmail: refusalMessage("admin_email_required") } : {}),
    ...(adminPassword === "" ? { adminPassword: refusalMessage("admin_password_required") } : {}),
  };
}

/** What a company that exists lacks: blank e-mail and password keep what there is. */
export function missingForUpdate({ name }: TenantText): FieldErrors<TenantField> {
  return name.trim() === "" ? { name: refusalMessage("tenant_name_required") } : {};
}

/** The field that a refusal of the server is about. */
export function tenantFieldOf(code: RefusalCode): TenantField | null {
  switch (code) {
    case "tenant_name_required":
    case "value_too_long":
      return "name";
    case "admin_email_required":
    case "invalid_email":
    case "email_in_use":
    case "no_first_account":
      return "adminEmail";
    case "admin_password_required":
    case "weak_password":
    case "password_not_accepted":
    case "no_local_password":
      return "adminPassword";
    default:
      return null;
  }
}
