import { Flex, SegmentedControl, Switch, Text, TextField } from "@radix-ui/themes";
import { useState } from "react";
import type { Discount } from "../../../domain/coupons";
import { notifySuccess } from "../../lib/notify";
import { refusalOf } from "../../lib/refusal";
import { reportError } from "../../lib/reportError";
import { DateField } from "../../ui/DateField";
import { FormDialog } from "../../ui/FormDialog";
import { LabeledField } from "../../ui/LabeledField";
import { MoneyField } from "../../ui/MoneyField";
import { useFieldErrors } from "../../ui/useFieldErrors";
import { COUPON_FIELDS, couponFieldOf, couponText, NEW_COUPON, readCoupon, type CouponText } from "./couponForm";
import { texts } from "./texts";
import { useCouponChanges, type CouponRow } from "./useCoupons";

interface Props {
  /** Null for a new one. */
  readonly coupon: CouponRow | null;
  readonly onClose: () => void;
}

export function CouponDialog({ coupon, onClose }: Props) {
  const words = texts.coupons;
  const { create, update } = useCouponChanges();
  // As it was when the dialog opened: what others change meanwhile does not take away what is being typed.
  const [initial] = useState(() => (coupon === null ? NEW_COUPON : couponText(coupon)));
  const [text, setText] = useState<CouponText>(initial);
  const [isBusy, setIsBusy] = useState(false);
  const errors = useFieldErrors(COUPON_FIELDS);
  const isDirty = JSON.stringify(text) !== JSON.stringify(initial);

  function type(change: Partial<CouponText>) {
    setText((before) => ({ ...before, ...change }));
    for (const field of COUPON_FIELDS) if (field in change) errors.clear(field);
  }
  async function submit() {
    const reading = readCoupon(text);
    if (!reading.ok) return errors.reject(reading.errors);
    setIsBusy(true);
    try {
      if (coupon === null) await create(reading.draft);
      else await update({ couponId: coupon.couponId, ...reading.draft });
      notifySuccess(coupon === null ? words.created : words.updated);
      onClose();
    } catch (error) {
      const refusal = refusalOf(error);
      const field = refusal === null ? null : couponFieldOf(refusal.code);
      if (refusal === null || field === null) reportError(error, words.saveFailed);
      else errors.reject({ [field]: refusal.message });
      setIsBusy(false);
    }
  }

  return (
    <FormDialog
      title={coupon === null ? words.createTitle : words.editTitle(coupon.code)}
      submitLabel={coupon === null ? words.submitCreate : words.submitEdit}
      busyLabel={texts.saving}
      isBusy={isBusy}
      isDirty={isDirty}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <LabeledField label={words.code} error={errors.of("code")} hint={words.codeHint}>
        {(ids) => (
          <TextField.Root
            {...ids}
            ref={errors.ref("code")}
            autoFocus
            autoComplete="off"
            autoCapitalize="characters"
            required
            className="[&_input]:uppercase"
            value={text.code}
            onChange={({ target }) => type({ code: target.value })}
          />
        )}
      </LabeledField>
      <div className="grid gap-3 sm:grid-cols-2">
        <div className="flex flex-col gap-1">
          <Text as="div" size="2" weight="medium" aria-hidden>
            {words.kind}
          </Text>
          <SegmentedControl.Root
            aria-label={words.kind}
            value={text.kind}
            // The same digits mean another thing in the other kind.
            onValueChange={(kind) => kind !== text.kind && type({ kind: kind as Discount["kind"], value: "" })}
          >
            <SegmentedControl.Item value="percentage">{words.percentage}</SegmentedControl.Item>
            <SegmentedControl.Item value="fixed">{words.fixed}</SegmentedControl.Item>
          </SegmentedControl.Root>
        </div>
        {text.kind === "percentage" ? (
          <LabeledField label={words.percent} error={errors.of("value")} hint="">
            {(ids) => (
              <TextField.Root
                {...ids}
                ref={errors.ref("value")}
                inputMode="numeric"
                autoComplete="off"
                required
                value={text.value}
                onChange={({ target }) => type({ value: target.value })}
              >
                <TextField.Slot side="right">%</TextField.Slot>
              </TextField.Root>
            )}
          </LabeledField>
        ) : (
          <LabeledField label={words.amount} error={errors.of("value")} hint="">
            {(ids) => (
              <MoneyField
                {...ids}
                ref={errors.ref("value")}
                required
                value={text.value}
                onValueChange={(value) => type({ value })}
              />
            )}
          </LabeledField>
        )}
        <DateField label={words.expires} value={text.expiresDate} onChange={(expiresDate) => type({ expiresDate })} />
        <LabeledField label={words.limit} error={errors.of("usageLimit")} hint={words.limitHint}>
          {(ids) => (
            <TextField.Root
              {...ids}
              ref={errors.ref("usageLimit")}
              inputMode="numeric"
              autoComplete="off"
              value={text.usageLimit}
              onChange={({ target }) => type({ usageLimit: target.value })}
            />
          )}
        </LabeledField>
      </div>
      <Text as="label" size="2">
        <Flex gap="2" align="center">
          <Switch checked={text.isActive} onCheckedChange={(isActive) => type({ isActive })} />
          {words.isActive}
        </Flex>
      </Text>
    </FormDialog>
  );
}
