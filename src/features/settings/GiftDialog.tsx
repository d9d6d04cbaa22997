import { Flex, Switch, Text, TextArea, TextField } from "@radix-ui/themes";
import { notifySuccess } from "../../lib/notify";
import { reportError } from "../../lib/reportError";
import { pickSeen, useEdit } from "../../lib/useEdit";
import { EditedField } from "../../ui/EditedField";
import { FormDialog } from "../../ui/FormDialog";
import { LabeledField } from "../../ui/LabeledField";
import { MoneyField } from "../../ui/MoneyField";
import { useFieldErrors } from "../../ui/useFieldErrors";
import { useSending } from "../../ui/useSending";
import {
  editedText,
  GIFT_FIELDS,
  GIFT_SHOWS,
  giftFieldOf,
  NO_GIFT,
  readGift,
  type EditedGift,
  type GiftText,
} from "./giftForm";
import { texts } from "./texts";
import { useGiftChanges, type GiftRow } from "./useGifts";

interface Props {
  /** Null for a new one. */
  readonly gift: GiftRow | null;
  readonly onClose: () => void;
}

export function GiftDialog({ gift, onClose }: Props) {
  const words = texts.gifts;
  const { create, update } = useGiftChanges();
  const form = useEdit<EditedGift, GiftText>({
    stored: gift === null ? null : editedOf(gift),
    fresh: NO_GIFT,
    toText: editedText,
    shows: GIFT_SHOWS,
  });
  const { text } = form;
  const errors = useFieldErrors(GIFT_FIELDS);
  const { isBusy, send } = useSending({
    errors,
    fieldOf: giftFieldOf,
    report: (error) => reportError(error, words.saveFailed),
    onFailure: form.noteRefusal,
  });

  function type(change: Partial<GiftText>) {
    form.type(change);
    for (const field of GIFT_FIELDS) if (field in change) errors.clear(field);
  }
  async function submit() {
    const reading = readGift(text);
    if (!reading.ok) return errors.reject(reading.errors);
    const { draft } = reading;
    const seen = pickSeen(form.seen, ["name", "description", "minimumPurchaseCents"]);
    await send(
      () => (gift === null ? create(draft) : update({ giftId: gift.giftId, ...draft, seen })),
      () => {
        notifySuccess(gift === null ? words.created : words.updated);
        onClose();
      },
    );
  }

  return (
    <FormDialog
      title={gift === null ? words.createTitle : words.editTitle(gift.name)}
      submitLabel={gift === null ? words.submitCreate : words.submitEdit}
      busyLabel={texts.saving}
      isBusy={isBusy}
      isDirty={form.isDirty}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <EditedField form={form} field="name" stored={gift?.name ?? null}>
        <LabeledField label={words.name} error={errors.of("name")} hint="">
          {(ids) => (
            <TextField.Root
              {...ids}
              ref={errors.ref("name")}
              autoFocus
              autoComplete="off"
              required
              value={text.name}
              onChange={({ target }) => type({ name: target.value })}
            />
          )}
        </LabeledField>
      </EditedField>
      <EditedField form={form} field="description" stored={gift?.description ?? null}>
        <LabeledField label={words.description} error={errors.of("description")} hint="">
          {(ids) => (
            <TextArea
              {...ids}
              ref={errors.ref("description")}
              rows={2}
              value={text.description}
              onChange={({ target }) => type({ description: target.value })}
            />
          )}
        </LabeledField>
      </EditedField>
      <EditedField form={form} field="minimumPurchaseCents" stored={gift?.minimumPurchaseCents ?? null}>
        <LabeledField label={words.minimum} error={errors.of("minimum")} hint="" className="sm:max-w-56">
          {(ids) => (
            <MoneyField
              {...ids}
              ref={errors.ref("minimum")}
              required
              value={text.minimum}
              onValueChange={(minimum) => type({ minimum })}
            />
          )}
        </LabeledField>
      </EditedField>
      <Text as="label" size="2">
        <Flex gap="2" align="center">
          <Switch checked={text.isActive} onCheckedChange={(isActive) => type({ isActive })} />
          {words.isActive}
        </Flex>
      </Text>
    </FormDialog>
  );
}

function editedOf({ name, description, minimumPurchaseCents, isActive }: GiftRow): EditedGift {
  return { name, description, minimumPurchaseCents, isActive };
}
