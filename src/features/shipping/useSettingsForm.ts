import { isCep } from "../../../domain/addresses";
import { digitsOf } from "../../../domain/documents";
import type { SecretName } from "../../../domain/secrets";
import { notifySuccess } from "../../lib/notify";
import { reportError } from "../../lib/reportError";
import { pickSeen, useEdit } from "../../lib/useEdit";
import { useFieldErrors } from "../../ui/useFieldErrors";
import { useSending } from "../../ui/useSending";
import { useCepFilling } from "../postalCodes";
import { useSecretDrafts, type SecretDraft } from "../settings";
import {
  maskSetting,
  plainSettings,
  readSettings,
  SETTING_FIELDS,
  settingFieldOf,
  settingsText,
  SHOWS,
  type SettingField,
  type SettingsText,
} from "./settingsForm";
import { texts } from "./texts";
import { useSaveShippingSettings, type ShippingSettings } from "./useShipping";

const SECRET: SecretName = "melhor_envio.client_secret";

export type SettingsForm = ReturnType<typeof useSettingsForm>;

/** What is typed over the company's shipping settings, which Sistema and Integrações edit as well (P3). */
export function useSettingsForm(settings: ShippingSettings) {
  const stored = plainSettings(settings);
  const save = useSaveShippingSettings();
  const form = useEdit({ stored, fresh: stored, toText: settingsText, shows: SHOWS });
  const secrets = useSecretDrafts();
  const errors = useFieldErrors(SETTING_FIELDS);
  const { isBusy, send } = useSending({
    errors,
    fieldOf: settingFieldOf,
    report: (error) => reportError(error, texts.settings.saveFailed),
    onFailure: form.noteRefusal,
  });
  const { text } = form;
  const draft: SecretDraft = secrets.draftOf(SECRET);
  const isDirty = form.isDirty || draft !== undefined;
  const place = {
    street: text.senderStreet,
    neighborhood: text.senderNeighborhood,
    city: text.senderCity,
    state: text.senderState,
  };
  const cep = useCepFilling(place, ({ street, neighborhood, city, state }) =>
    form.type({ senderStreet: street, senderNeighborhood: neighborhood, senderCity: city, senderState: state }),
  );

  /** @param isAtEnd whether the caret is behind all of it: only then is it shaped, or the caret would jump */
  function type(field: SettingField, typed: string, isAtEnd: boolean) {
    const value = isAtEnd ? maskSetting(field, typed) : typed;
    errors.clear(field);
    form.type({ [field]: value });
    if (field !== "originCep" || value === text.originCep) return;
    const digits = digitsOf(value);
    if (isCep(digits)) void cep.find(digits);
    else cep.forget();
  }
  function forget() {
    form.forget();
    secrets.forget();
    cep.forget();
    for (const field of SETTING_FIELDS) errors.clear(field);
  }
  async function submit() {
    const reading = readSettings(text, form.changed);
    if (!reading.ok) return errors.reject(reading.errors);
    const secretSeen = draft === undefined ? {} : { [SECRET]: secrets.seen[SECRET] ?? null };
    await send(
      () =>
        save({
          ...reading.changes,
          ...(draft === undefined ? {} : { clientSecret: draft }),
          seen: { ...pickSeen(form.seen, form.changed), ...secretSeen },
        }),
      () => {
        notifySuccess(texts.settings.saved);
        // What the server made of it (a phone with its country, a name without outer spaces) is no change by another.
        forget();
      },
    );
  }

  return {
    ...form,
    stored,
    errors,
    cep,
    isBusy,
    isDirty,
    typeField: type,
    setEnvironment: (environment: SettingsText["environment"]) => form.type({ environment }),
    secret: {
      draft,
      change: (next: SecretDraft) => secrets.change(SECRET, next, settings.clientSecret),
      hasConflict: secrets.hasConflict(SECRET, settings.clientSecret),
      settle: (whose: "mine" | "theirs") => secrets.settle(SECRET, whose, settings.clientSecret),
    },
    forget,
    submit,
  };
}
