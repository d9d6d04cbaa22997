import { Flex, SegmentedControl, Switch, Text, TextField } from "@radix-ui/themes";
import type { Discount } from "../../../domain/coupons";
import { couponValues } from "../../../domain/seenValues";
import { notifySuccess } from "../../lib/notify";
import { reportError } from "../../lib/reportError";
import { useEdit } from "../../lib/useEdit";
import { DateField } from "../../ui/DateField";
import { EditedField } from "../../ui/EditedField";
import { FormDialog } from "../../ui/FormDialog";
import { LabeledField } from "../../ui/LabeledField";
import { MoneyField } from "../../ui/MoneyField";
import { useFieldErrors } from "../../ui/useFieldErrors";
import { useSending } from "../../ui/useSending";
import {
  COUPON_FIELDS,
  COUPON_SHOWS,
  couponFieldOf,
  editedText,
  NO_COUPON,
  readCoupon,
  type CouponText,
  type EditedCoupon,
} from "./couponForm";
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
  const form = useEdit<EditedCoupon, CouponText>({
    stored: coupon === null ? null : editedOf(coupon),
    fresh: NO_COUPON,
    toText: editedText,
    shows: COUPON_SHOWS,
  });
  const { text } = form;
  const stored = coupon === null ? null : couponValues(coupon);
  const errors = useFieldErrors(COUPON_FIELDS);
  const { isBusy, send } = useSending({
    errors,
    fieldOf: couponFieldOf,
    report: (error) => reportError(error, words.saveFailed),
    onFailure: form.noteRefusal,
  });

  function type(change: Partial<CouponText>) {
    form.type(change);
    for (const field of COUPON_FIELDS) if (field in change) errors.clear(field);
  }
  async function submit() {
    const reading = readCoupon(text);
    if (!reading.ok) return errors.reject(reading.errors);
    const { draft } = reading;
    const seen = seenOf(form.seen);
    await send(
      () => (coupon === null ? create(draft) : update({ couponId: coupon.couponId, ...draft, seen })),
      () => {
        notifySuccess(coupon === null ? words.created : words.updated);
        onClose();
      },
    );
  }

  return (
    <FormDialog
      title={coupon === null ? words.createTitle : words.editTitle(coupon.code)}
      submitLabel={coupon === null ? words.submitCreate : words.submitEdit}
      busyLabel={texts.saving}
      isBusy={isBusy}
      isDirty={form.isDirty}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <EditedField form={form} field="code" stored={stored?.code ?? null}>
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
      </EditedField>
      <EditedField form={form} field="discount" stored={stored?.discount ?? null}>
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
        </div>
      </EditedField>
      <div className="grid gap-3 sm:grid-cols-2">
        <EditedField form={form} field="expiresDate" stored={stored?.expiresDate ?? null}>
          <DateField label={words.expires} value={text.expiresDate} onChange={(expiresDate) => type({ expiresDate })} />
        </EditedField>
        <EditedField form={form} field="usageLimit" stored={stored?.usageLimit ?? null}>
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
        </EditedField>
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

function editedOf({ code, discount, expiresDate, usageLimit, isActive }: CouponRow): EditedCoupon {
  return { code, discount, expiresDate, usageLimit, isActive };
}

function seenOf({ discount, ...coupon }: EditedCoupon): Record<string, string | number | null> {
  return discount === null ? {} : { ...couponValues({ ...coupon, discount }) };
}
