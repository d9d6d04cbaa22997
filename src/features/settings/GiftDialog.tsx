import { Flex, Switch, Text, TextArea, TextField } from "@radix-ui/themes";
import { useState } from "react";
import { notifySuccess } from "../../lib/notify";
import { refusalOf } from "../../lib/refusal";
import { reportError } from "../../lib/reportError";
import { FormDialog } from "../../ui/FormDialog";
import { LabeledField } from "../../ui/LabeledField";
import { MoneyField } from "../../ui/MoneyField";
import { useFieldErrors } from "../../ui/useFieldErrors";
import { GIFT_FIELDS, giftFieldOf, giftText, NEW_GIFT, readGift, type GiftText } from "./giftForm";
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
  // As it was when the dialog opened: what others change meanwhile does not take away what is being typed.
  const [initial] = useState(() => (gift === null ? NEW_GIFT : giftText(gift)));
  const [text, setText] = useState<GiftText>(initial);
  const [isBusy, setIsBusy] = useState(false);
  const errors = useFieldErrors(GIFT_FIELDS);
  const isDirty = JSON.stringify(text) !== JSON.stringify(initial);

  function type(change: Partial<GiftText>) {
    setText((before) => ({ ...before, ...change }));
    for (const field of GIFT_FIELDS) if (field in change) errors.clear(field);
  }
  async function submit() {
    const reading = readGift(text);
    if (!reading.ok) return errors.reject(reading.errors);
    setIsBusy(true);
    try {
      if (gift === null) await create(reading.draft);
      else await update({ giftId: gift.giftId, ...reading.draft });
      notifySuccess(gift === null ? words.created : words.updated);
      onClose();
    } catch (error) {
      const refusal = refusalOf(error);
      const field = refusal === null ? null : giftFieldOf(refusal.code);
      if (refusal === null || field === null) reportError(error, words.saveFailed);
      else errors.reject({ [field]: refusal.message });
      setIsBusy(false);
    }
  }

  return (
    <FormDialog
      title={gift === null ? words.createTitle : words.editTitle(gift.name)}
      submitLabel={gift === null ? words.submitCreate : words.submitEdit}
      busyLabel={texts.saving}
      isBusy={isBusy}
      isDirty={isDirty}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
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
      <Text as="label" size="2">
        <Flex gap="2" align="center">
          <Switch checked={text.isActive} onCheckedChange={(isActive) => type({ isActive })} />
          {words.isActive}
        </Flex>
      </Text>
    </FormDialog>
  );
}
