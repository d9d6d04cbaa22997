import { TextField } from "@radix-ui/themes";
import { useState } from "react";
import { slugCandidates } from "../../../domain/slugs";
import { notifySuccess } from "../../lib/notify";
import { refusalOf } from "../../lib/refusal";
import { FormDialog } from "../../ui/FormDialog";
import { LabeledField } from "../../ui/LabeledField";
import { useFieldErrors } from "../../ui/useFieldErrors";
import { reportTenantError } from "./reportTenantError";
import { missingForCreation, TENANT_FIELDS, tenantFieldOf, type TenantField, type TenantText } from "./tenantForm";
import { texts } from "./texts";
import { useTenantChanges } from "./useTenants";

interface Props {
  readonly onClose: () => void;
}

const NOTHING: TenantText = { name: "", adminEmail: "", adminPassword: "" };

export function CreateTenantDialog({ onClose }: Props) {
  const { create } = useTenantChanges();
  const [text, setText] = useState<TenantText>(NOTHING);
  const [adminName, setAdminName] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  const errors = useFieldErrors(TENANT_FIELDS);
  const isDirty = adminName !== "" || TENANT_FIELDS.some((field) => text[field] !== "");

  function type(field: TenantField, value: string) {
    setText((before) => ({ ...before, [field]: value }));
    errors.clear(field);
  }
  async function submit() {
    const missing = missingForCreation(text);
    if (Object.keys(missing).length > 0) return errors.reject(missing);
    setIsBusy(true);
    try {
      await create({ ...text, ...(adminName.trim() === "" ? {} : { adminName }) });
      notifySuccess(texts.created(text.name.trim()));
      onClose();
    } catch (error) {
      const refusal = refusalOf(error);
      const field = refusal === null ? null : tenantFieldOf(refusal.code);
      if (refusal !== null && field !== null) errors.reject({ [field]: refusal.message });
      reportTenantError(error, texts.createFailed);
      setIsBusy(false);
    }
  }

  return (
    <FormDialog
      title={texts.createTitle}
      submitLabel={texts.submitCreate}
      busyLabel={texts.saving}
      isBusy={isBusy}
      isDirty={isDirty}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <LabeledField
        label={texts.name}
        error={errors.of("name")}
        hint={text.name.trim() === "" ? texts.slugWaiting : texts.slugPreview(slugCandidates(text.name).next().value)}
      >
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
      <LabeledField label={texts.adminEmail} error={errors.of("adminEmail")} hint="">
        {(ids) => (
          <TextField.Root
            {...ids}
            ref={errors.ref("adminEmail")}
            type="email"
            required
            autoComplete="off"
            value={text.adminEmail}
            onChange={({ target }) => type("adminEmail", target.value)}
          />
        )}
      </LabeledField>
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
      <LabeledField label={texts.adminPassword} error={errors.of("adminPassword")} hint={texts.passwordHint}>
        {(ids) => (
          <TextField.Root
            {...ids}
            ref={errors.ref("adminPassword")}
            type="password"
            required
            autoComplete="new-password"
            value={text.adminPassword}
            onChange={({ target }) => type("adminPassword", target.value)}
          />
        )}
      </LabeledField>
    </FormDialog>
  );
}
