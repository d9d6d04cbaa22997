import { TextField } from "@radix-ui/themes";
import { useState } from "react";
import { notifySuccess } from "../../lib/notify";
import { refusalOf } from "../../lib/refusal";
import { FormDialog } from "../../ui/FormDialog";
import { LabeledField } from "../../ui/LabeledField";
import { useFieldErrors } from "../../ui/useFieldErrors";
import { reportTenantError } from "./reportTenantError";
import { missingForUpdate, TENANT_FIELDS, tenantFieldOf, type TenantField, type TenantText } from "./tenantForm";
import { texts } from "./texts";
import { useTenantChanges, type TenantRow } from "./useTenants";

interface Props {
  readonly tenant: TenantRow;
  readonly onClose: () => void;
}

/** Name, and e-mail and password of the first account; blank keeps those. The label is there to read. */
export function EditTenantDialog({ tenant, onClose }: Props) {
  const { update } = useTenantChanges();
  const [initial] = useState<TenantText>(() => {
    return { name: tenant.name, adminEmail: tenant.adminEmail ?? "", adminPassword: "" };
  });
  const [text, setText] = useState<TenantText>(initial);
  const [isBusy, setIsBusy] = useState(false);
  const errors = useFieldErrors(TENANT_FIELDS);
  const isDirty = TENANT_FIELDS.some((field) => text[field] !== initial[field]);

  function type(field: TenantField, value: string) {
    setText((before) => ({ ...before, [field]: value }));
    errors.clear(field);
  }
  async function submit() {
    const missing = missingForUpdate(text);
    if (Object.keys(missing).length > 0) return errors.reject(missing);
    setIsBusy(true);
    try {
      await update({ id: tenant.id, ...text });
      notifySuccess(texts.updated(text.name.trim()));
      onClose();
    } catch (error) {
      const refusal = refusalOf(error);
      const field = refusal === null ? null : tenantFieldOf(refusal.code);
      if (refusal !== null && field !== null) errors.reject({ [field]: refusal.message });
      reportTenantError(error, texts.updateFailed);
      setIsBusy(false);
    }
  }

  return (
    <FormDialog
      title={texts.editTitle(tenant.name)}
      submitLabel={texts.submitEdit}
      busyLabel={texts.saving}
      isBusy={isBusy}
      isDirty={isDirty}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <LabeledField label={texts.name} error={errors.of("name")} hint="">
        {(ids) => (
          <TextField.Root
            {...ids}
            ref={errors.ref("name")}
            autoFocus
            required
            autoComplete="off"
            value={text.name}
            onChange={({ target }) => type("name", target.value)}
          />
        )}
      </LabeledField>
      <LabeledField label={texts.slug} error={null} hint={texts.slugFixed}>
        {(ids) => <TextField.Root {...ids} readOnly variant="soft" color="gray" value={tenant.slug} />}
      </LabeledField>
      <LabeledField label={texts.adminEmailEdit} error={errors.of("adminEmail")} hint="">
        {(ids) => (
          <TextField.Root
            {...ids}
            ref={errors.ref("adminEmail")}
            type="email"
            autoComplete="off"
            value={text.adminEmail}
            onChange={({ target }) => type("adminEmail", target.value)}
          />
        )}
      </LabeledField>
      <LabeledField label={texts.newPassword} error={errors.of("adminPassword")} hint={texts.newPasswordHint}>
        {(ids) => (
          <TextField.Root
            {...ids}
            ref={errors.ref("adminPassword")}
            type="password"
            autoComplete="new-password"
            value={text.adminPassword}
            onChange={({ target }) => type("adminPassword", target.value)}
          />
        )}
      </LabeledField>
    </FormDialog>
  );
}
