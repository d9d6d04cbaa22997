import { TextField } from "@radix-ui/themes";
import { useState } from "react";
import { slugCandidates } from "../../../domain/slugs";
import { notifySuccess } from "../../lib/notify";
import { LabeledField } from "../../ui/LabeledField";
import { useFieldErrors } from "../../ui/useFieldErrors";
import { useSending } from "../../ui/useSending";
import { reportTenantError } from "./reportTenantError";
import { missingForCreation, TENANT_FIELDS, tenantFieldOf, type TenantText } from "./tenantForm";
import { TenantFormDialog } from "./TenantFormDialog";
import { texts } from "./texts";
import { useTenantChanges } from "./useTenants";

const NOTHING: TenantText = { name: "", adminEmail: "", adminPassword: "" };

export function CreateTenantDialog({ onClose }: { readonly onClose: () => void }) {
  const { create } = useTenantChanges();
  const [text, setText] = useState<TenantText>(NOTHING);
  const [adminName, setAdminName] = useState("");
  const errors = useFieldErrors(TENANT_FIELDS);
  const { isBusy, send } = useSending({
    errors,
    fieldOf: tenantFieldOf,
    report: (error) => reportTenantError(error, texts.createFailed),
    reports: "always",
  });

  async function submit() {
    const missing = missingForCreation(text);
    if (Object.keys(missing).length > 0) return errors.reject(missing);
    await send(
      () => create({ ...text, ...(adminName.trim() === "" ? {} : { adminName }) }),
      () => {
        notifySuccess(texts.created(text.name.trim()));
        onClose();
      },
    );
  }

  const slugHint =
    text.name.trim() === "" ? texts.slugWaiting : texts.slugPreview(slugCandidates(text.name).next().value);
  return (
    <TenantFormDialog
      title={texts.createTitle}
      submitLabel={texts.submitCreate}
      text={text}
      errors={errors}
      isBusy={isBusy}
      isDirty={adminName !== "" || TENANT_FIELDS.some((field) => text[field] !== "")}
      looks={{
        name: { label: texts.name, hint: slugHint, isRequired: true },
        adminEmail: { label: texts.adminEmail, hint: "", isRequired: true },
        adminPassword: { label: texts.adminPassword, hint: texts.passwordHint, isRequired: true },
      }}
      onType={(field, value) => {
        setText((before) => ({ ...before, [field]: value }));
        errors.clear(field);
      }}
      onSubmit={submit}
      onClose={onClose}
      afterEmail={
        <LabeledField label={texts.adminName} error={null} hint={texts.adminNameHint}>
          {(ids) => (
            <TextField.Root
              {...ids}
              autoComplete="off"
              value={adminName}
              onChange={({ target }) => setAdminName(target.value)}
            />
          )}
        </LabeledField>
      }
    />
  );
}
