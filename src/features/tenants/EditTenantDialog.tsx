import { TextField } from "@radix-ui/themes";
import { notifySuccess } from "../../lib/notify";
import { pickSeen, useEdit } from "../../lib/useEdit";
import { EditedField } from "../../ui/EditedField";
import { LabeledField } from "../../ui/LabeledField";
import { useFieldErrors } from "../../ui/useFieldErrors";
import { useSending } from "../../ui/useSending";
import { reportTenantError } from "./reportTenantError";
import { missingForUpdate, TENANT_FIELDS, tenantFieldOf, type TenantField, type TenantText } from "./tenantForm";
import { TenantFormDialog } from "./TenantFormDialog";
import { texts } from "./texts";
import { useTenantChanges, type TenantRow } from "./useTenants";

interface Props {
  /** As it is stored now. */
  readonly tenant: TenantRow;
  readonly onClose: () => void;
}

interface EditedTenant {
  readonly name: string;
  readonly adminEmail: string | null;
  /** What is typed of a new one; nothing is known of the one there is. */
  readonly adminPassword: "";
}

const SHOWS = { name: ["name"], adminEmail: ["adminEmail"], adminPassword: ["adminPassword"] } as const;

/** Name, and e-mail and password of the first account; blank keeps those. The label is there to read. */
export function EditTenantDialog({ tenant, onClose }: Props) {
  const { update } = useTenantChanges();
  const stored: EditedTenant = { name: tenant.name, adminEmail: tenant.adminEmail, adminPassword: "" };
  const form = useEdit<EditedTenant, TenantText>({ stored, fresh: stored, toText, shows: SHOWS });
  const errors = useFieldErrors(TENANT_FIELDS);
  const { isBusy, send } = useSending({
    errors,
    fieldOf: tenantFieldOf,
    report: (error) => reportTenantError(error, texts.updateFailed),
    reports: "always",
    onFailure: form.noteRefusal,
  });

  async function submit() {
    const missing = missingForUpdate(form.text);
    if (Object.keys(missing).length > 0) return errors.reject(missing);
    const seen = pickSeen(form.seen, ["name", "adminEmail"]);
    await send(
      () => update({ id: tenant.id, ...form.text, seen }),
      () => {
        notifySuccess(texts.updated(form.text.name.trim()));
        onClose();
      },
    );
  }

  return (
    <TenantFormDialog
      title={texts.editTitle(tenant.name)}
      submitLabel={texts.submitEdit}
      text={form.text}
      errors={errors}
      isBusy={isBusy}
      isDirty={form.isDirty}
      looks={{
        name: { label: texts.name, hint: "", isRequired: true },
        adminEmail: { label: texts.adminEmailEdit, hint: "", isRequired: false },
        adminPassword: { label: texts.newPassword, hint: texts.newPasswordHint, isRequired: false },
      }}
      onType={(field, value) => {
        form.type({ [field]: value });
        errors.clear(field);
      }}
      onSubmit={submit}
      onClose={onClose}
      around={(field: TenantField, input) => (
        <EditedField key={field} form={form} field={field} stored={stored[field]}>
          {input}
        </EditedField>
      )}
      afterName={
        <LabeledField label={texts.slug} error={null} hint={texts.slugFixed}>
          {(ids) => <TextField.Root {...ids} readOnly variant="soft" color="gray" value={tenant.slug} />}
        </LabeledField>
      }
    />
  );
}

function toText({ name, adminEmail, adminPassword }: EditedTenant): TenantText {
  return { name, adminEmail: adminEmail ?? "", adminPassword };
}
