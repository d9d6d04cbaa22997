import { Button, Flex, Switch, Text, TextField } from "@radix-ui/themes";
import type { FormEvent } from "react";
import { notifySuccess } from "../../lib/notify";
import { sentenceOf } from "../../lib/refusal";
import { reportError } from "../../lib/reportError";
import { pickSeen, useEdit } from "../../lib/useEdit";
import { AddressToCopy } from "../../ui/AddressToCopy";
import { EditedField } from "../../ui/EditedField";
import { LabeledField } from "../../ui/LabeledField";
import { ListSkeleton } from "../../ui/ListSkeleton";
import { RefusedState } from "../../ui/RefusedState";
import { useFieldErrors, type FieldErrors } from "../../ui/useFieldErrors";
import { useSending } from "../../ui/useSending";
import { PACE_FIELDS, readPace, sendingOf, sendingText, type PaceField, type SendingValues } from "./sendingForm";
import { texts } from "./texts";
import { useMessagingStatus, useSaveSending, useSendingSettings } from "./useMessaging";

const words = texts.sending;

/** How messages are sent: joined or not, and how slowly. For owners; where the gateway is stands in Integrações. */
export function SendingSettings() {
  const settings = useSendingSettings();
  if (settings.status === "loading") return <ListSkeleton rows={4} label={words.loading} />;
  if (settings.status === "refused") return <RefusedState message={sentenceOf(settings.error, words.loadFailed)} />;
  return (
    <div className="flex max-w-2xl flex-col gap-6">
      <SendingForm stored={sendingOf(settings.value.whatsapp)} />
      <NoticesAddress />
    </div>
  );
}

/** Evolution API is told it by us; the other gateway's own settings want it. */
function NoticesAddress() {
  const status = useMessagingStatus();
  if (status.status !== "ready" || status.value.gateway !== "specified" || status.value.webhookUrl === null)
    return null;
  return <AddressToCopy label={words.webhook} hint={words.webhookHint} url={status.value.webhookUrl} />;
}

const SHOWS = {
  mergeItems: ["mergeItems"],
  honoursKeys: ["honoursKeys"],
  intervalMs: ["intervalMs"],
  batchSize: ["batchSize"],
  batchDelayMs: ["batchDelayMs"],
  dailyCeiling: ["dailyCeiling"],
} as const satisfies Record<keyof SendingValues, readonly (keyof SendingValues)[]>;

const SWITCHES = ["mergeItems", "honoursKeys"] as const;

function SendingForm({ stored }: { readonly stored: SendingValues }) {
  const save = useSaveSending();
  const form = useEdit({ stored, fresh: stored, toText: sendingText, shows: SHOWS });
  const errors = useFieldErrors(PACE_FIELDS);
  const { isBusy, send } = useSending<PaceField>({
    errors,
    fieldOf: () => null,
    report: (error) => reportError(error, words.saveFailed),
    onFailure: form.noteRefusal,
  });
  const storedText = sendingText(stored);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy || !form.isDirty) return;
    const values: Record<string, number | boolean | null> = {};
    const wrong: FieldErrors<PaceField> = {};
    for (const field of form.changed) {
      const value = isPace(field) ? readPace(field, form.text[field]) : form.text[field];
      if (value === undefined && isPace(field)) wrong[field] = words.wholeNumber;
      else if (value !== undefined) values[field] = value;
    }
    if (Object.keys(wrong).length > 0) return errors.reject(wrong);
    void send(
      () => save({ ...values, seen: pickSeen(form.seen, form.changed) }),
      () => notifySuccess(words.saved),
    );
  }
  return (
    <form aria-label={words.title} noValidate className="flex flex-col gap-4" onSubmit={submit}>
      {SWITCHES.map((field) => (
        <Text key={field} as="label" size="2">
          <Flex gap="3" align="start">
            <Switch
              checked={form.text[field]}
              onCheckedChange={(isOn) => form.type({ [field]: isOn })}
              aria-describedby={`${field}-hint`}
            />
            <span>
              {words.switches[field].label}
              <span id={`${field}-hint`} className="block text-[13px] text-(--gray-11)">
                {words.switches[field].hint}
              </span>
            </span>
          </Flex>
        </Text>
      ))}
      <Text as="p" size="2" color="gray">
        {words.paceHint}
      </Text>
      <div className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
        {PACE_FIELDS.map((field) => (
          <EditedField
            key={field}
            form={form}
            field={field}
            stored={storedText[field] === "" ? null : storedText[field]}
          >
            <LabeledField label={words.fields[field]} error={errors.of(field)} hint="">
              {(ids) => (
                <TextField.Root
                  {...ids}
                  ref={errors.ref(field)}
                  inputMode="numeric"
                  autoComplete="off"
                  placeholder={words.ownPace}
                  value={form.text[field]}
                  onChange={({ target }) => {
                    form.type({ [field]: target.value });
                    errors.clear(field);
                  }}
                />
              )}
            </LabeledField>
          </EditedField>
        ))}
      </div>
      <Flex gap="3">
        <Button
          type="submit"
          aria-busy={isBusy}
          aria-disabled={!form.isDirty}
          className={form.isDirty ? "" : "opacity-60"}
        >
          {isBusy ? words.saving : words.save}
        </Button>
        {form.isDirty && (
          <Button type="button" variant="soft" color="gray" highContrast onClick={form.forget}>
            {words.discard}
          </Button>
        )}
      </Flex>
    </form>
  );
}

function isPace(field: keyof SendingValues): field is PaceField {
  return PACE_FIELDS.some((name) => name === field);
}
