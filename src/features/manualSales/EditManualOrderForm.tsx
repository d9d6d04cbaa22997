import { Button, Callout, Flex, TextField } from "@radix-ui/themes";
import { useEffect, useRef, useState, type FormEvent } from "react";
import type { Id } from "../../../convex/_generated/dataModel";
import { formatBRL, type Cents } from "../../../domain/money";
import { adjustAmount, linesCents, type OrderAmount } from "../../../domain/orderTotal";
import { formatPhone } from "../../../domain/phone";
import { notifySuccess } from "../../lib/notify";
import { refusalOf } from "../../lib/refusal";
import { reportError } from "../../lib/reportError";
import { ChangedMeanwhile } from "../../ui/ChangedMeanwhile";
import { LabeledField } from "../../ui/LabeledField";
import { MoneyField, moneyText } from "../../ui/MoneyField";
import { parseTotal, readOrderEdit, type OrderEditField } from "./orderEdit";
import { useFieldDraft } from "./useFieldDraft";
import { useManualOrderChanges, type ManualOrderDetail } from "./useManualOrders";
import { manageTexts } from "./manageTexts";

/** The order as it is on the server now; null what is not known yet. */
export interface EditedOrder extends Pick<
  NonNullable<ManualOrderDetail>,
  "_id" | "number" | "customerPhone" | "totalCents" | "isPaid" | "lastEdit"
> {
  readonly adjustmentCents: Cents | null;
}

interface Props {
  readonly order: EditedOrder;
  readonly onDirtyChange: (isDirty: boolean) => void;
  readonly onClose: () => void;
}

/** Why a field was not accepted; where another open order stands in the way, which one that is. */
interface Refused {
  readonly field: OrderEditField;
  readonly message: string;
  readonly inTheWay?: { readonly id: Id<"orders">; readonly number: number };
}

export function EditManualOrderForm({ order, onDirtyChange, onClose }: Props) {
  const words = manageTexts;
  const { update, merge } = useManualOrderChanges();
  const phone = useFieldDraft(order.customerPhone, formatPhone);
  const total = useFieldDraft(order.totalCents, moneyText);
  const [refused, setRefused] = useState<Refused | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const fields = { phone: useRef<HTMLInputElement>(null), total: useRef<HTMLInputElement>(null) };
  const isDirty = phone.isDirty || total.isDirty;
  useEffect(() => onDirtyChange(isDirty), [isDirty, onDirtyChange]);

  function reject(refusal: Refused) {
    setRefused(refusal);
    fields[refusal.field].current?.focus();
  }
  async function during(request: Promise<unknown>, onFailure: (error: unknown) => void, done: string) {
    setIsBusy(true);
    try {
      await request;
      notifySuccess(done);
      onClose();
    } catch (error) {
      onFailure(error);
      setIsBusy(false);
    }
  }
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    const edit = readOrderEdit(amountOf(order), { phone, total });
    if (edit.kind === "refused") return reject(edit);
    if (edit.kind === "nothing") return onClose();
    setRefused(null);
    void during(update({ orderId: order._id, ...edit.change }), showWhy, words.saved);
  }
  function showWhy(error: unknown) {
    const refusal = refusalOf(error);
    if (refusal === null) return reportError(error, words.saveFailed);
    const { code, message, params } = refusal;
    if (code === "open_order_exists") {
      const inTheWay = { id: params.orderId as Id<"orders">, number: Number(params.orderNumber) };
      return reject({ field: "phone", message, inTheWay });
    }
    const field = code === "changed_meanwhile" && params.field === "customerPhone" ? "phone" : FIELD_OF[code];
    if (field === undefined) reportError(error, words.saveFailed);
    else reject({ field, message });
  }
  function join({ id, number }: NonNullable<Refused["inTheWay"]>) {
    if (isBusy) return;
    const request = merge({ fromOrderId: order._id, intoOrderId: id, phone: phone.text, seenPhone: phone.seen });
    void during(request, (error) => reportError(error, words.mergeFailed), words.merged(number));
  }
  const errorOf = (field: OrderEditField) => (refused?.field === field ? refused.message : null);
  const inTheWay = refused?.inTheWay ?? null;
  const lastEdit = order.lastEdit;
  const who = { actorName: lastEdit?.actorName ?? null, at: lastEdit?.at ?? null };

  return (
    <form onSubmit={onSubmit} noValidate className="flex flex-col gap-3">
      {order.isPaid && (
        <Callout.Root color="amber" size="1" highContrast>
          <Callout.Text>{words.paidWarning}</Callout.Text>
        </Callout.Root>
      )}
      <LabeledField label={words.phone} error={errorOf("phone")}>
        {(ids) => (
          <TextField.Root
            {...ids}
            ref={fields.phone}
            size="3"
            type="tel"
            inputMode="tel"
            autoComplete="off"
            value={phone.text}
            onChange={({ target }) => {
              phone.type(target.value);
              setRefused(null);
            }}
          />
        )}
      </LabeledField>
      {inTheWay !== null && (
        <div className="flex flex-col items-start gap-2 text-[14px]">
          <p>{words.mergeExplained(order.number, inTheWay.number)}</p>
          <Button type="button" variant="soft" aria-busy={isBusy} onClick={() => join(inTheWay)}>
            {words.merge}
          </Button>
        </div>
      )}
      {phone.isChangedMeanwhile && (
        <ChangedMeanwhile
          {...who}
          shown={formatPhone(order.customerPhone)}
          onUseTheirs={phone.useTheirs}
          onKeepMine={phone.keepMine}
        />
      )}
      <LabeledField label={words.total} error={errorOf("total")} hint={<Difference order={order} typed={total.text} />}>
        {(ids) => (
          <MoneyField
            {...ids}
            ref={fields.total}
            size="3"
            value={total.text}
            onValueChange={(text) => {
              total.type(text);
              setRefused(null);
            }}
          />
        )}
      </LabeledField>
      {total.isChangedMeanwhile && (
        <ChangedMeanwhile
          {...who}
          shown={formatBRL(order.totalCents)}
          onUseTheirs={total.useTheirs}
          onKeepMine={total.keepMine}
        />
      )}
      <Flex gap="3" mt="2" justify="end">
        <Button type="button" variant="soft" color="gray" highContrast onClick={onClose}>
          {words.cancel}
        </Button>
        <Button type="submit" aria-busy={isBusy}>
          {isBusy ? words.saving : words.save}
        </Button>
      </Flex>
    </form>
  );
}

function amountOf({ totalCents, adjustmentCents }: EditedOrder): OrderAmount {
  return { totalCents, adjustmentCents: adjustmentCents ?? 0 };
}

/** The field whose value a refusal is about. */
const FIELD_OF: Partial<Record<string, OrderEditField>> = {
  phone_required: "phone",
  invalid_phone: "phone",
  unknown_area_code: "phone",
  invalid_amount: "total",
  negative_total: "total",
  changed_meanwhile: "total",
};

/** What the typed total makes of the order beside its lines: the line 'Ajuste', as an acréscimo or a desconto. */
function Difference({ order, typed }: { readonly order: EditedOrder; readonly typed: string }) {
  const words = manageTexts;
  if (order.adjustmentCents === null) return null;
  const parsed = parseTotal(typed);
  const planned = parsed.ok ? adjustAmount(amountOf(order), parsed.value) : parsed;
  const lines = words.lines(linesCents(amountOf(order)));
  if (!planned.ok) return <>{lines}</>;
  const { adjustmentCents } = planned.value;
  const difference =
    adjustmentCents === 0
      ? words.noAdjustment
      : adjustmentCents > 0
        ? words.surcharge(adjustmentCents)
        : words.discount(-adjustmentCents);
  return <>{`${lines} · ${difference}`}</>;
}
