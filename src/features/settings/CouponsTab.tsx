import { Badge, Button, Flex } from "@radix-ui/themes";
import { lazy, Suspense, useState } from "react";
import { formatDate, type CalendarDate } from "../../../domain/calendar";
import { formatBRL } from "../../../domain/money";
import { useToday } from "../../lib/clock";
import { notifySuccess } from "../../lib/notify";
import { sentenceOf } from "../../lib/refusal";
import { reportError } from "../../lib/reportError";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import { EmptyState } from "../../ui/EmptyState";
import { ListSkeleton } from "../../ui/ListSkeleton";
import { RecordActions } from "../../ui/RecordActions";
import { RecordList } from "../../ui/RecordList";
import { RefusedState } from "../../ui/RefusedState";
import { afterRemoval } from "./afterRemoval";
import { texts } from "./texts";
import { useCouponChanges, useCoupons, type CouponRow } from "./useCoupons";

const CouponDialog = lazy(() => import("./CouponDialog").then((module) => ({ default: module.CouponDialog })));

type Open =
  | { readonly kind: "create" }
  | { readonly kind: "edit"; readonly coupon: CouponRow }
  | { readonly kind: "remove"; readonly coupon: CouponRow };

/** Every coupon of the company: create, edit, delete. */
export function CouponsTab() {
  const words = texts.coupons;
  const coupons = useCoupons();
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const create = (
    <Button data-after-removal onClick={() => setOpen({ kind: "create" })}>
      {words.create}
    </Button>
  );

  if (coupons.status === "loading") return <ListSkeleton rows={5} label={words.loading} />;
  if (coupons.status === "refused") return <RefusedState message={sentenceOf(coupons.error, words.loadFailed)} />;
  return (
    <section aria-label={words.list}>
      {coupons.value.length === 0 ? (
        <EmptyState line={words.empty} action={create} />
      ) : (
        <>
          <Flex justify="end" mb="3">
            {create}
          </Flex>
          <CouponList coupons={coupons.value} onOpen={setOpen} />
        </>
      )}
      <Suspense fallback={null}>
        {(open?.kind === "create" || open?.kind === "edit") && (
          <CouponDialog coupon={open.kind === "edit" ? open.coupon : null} onClose={close} />
        )}
      </Suspense>
      {open?.kind === "remove" && <RemoveCoupon coupon={open.coupon} onClose={close} />}
    </section>
  );
}

interface ListProps {
  readonly coupons: readonly CouponRow[];
  readonly onOpen: (open: Open) => void;
}

function CouponList({ coupons, onOpen }: ListProps) {
  const words = texts.coupons;
  const today = useToday();
  return (
    <RecordList
      caption={words.list}
      rows={coupons}
      keyOf={({ couponId }) => couponId}
      columns={[
        { label: "Código", show: ({ code }) => code },
        { label: words.discount, align: "right", show: ({ discount }) => discountText(discount) },
        {
          label: words.expiresColumn,
          show: ({ expiresDate }) => (expiresDate === null ? words.never : formatDate(expiresDate)),
        },
        { label: words.uses, align: "right", show: ({ usedCount, usageLimit }) => words.usedOf(usedCount, usageLimit) },
        { label: words.state, show: (coupon) => <CouponState coupon={coupon} today={today} /> },
      ]}
      actionsLabel={texts.actions}
      actions={(coupon) => (
        <RecordActions
          editLabel={words.editTitle(coupon.code)}
          removeLabel={words.remove(coupon.code)}
          onEdit={() => onOpen({ kind: "edit", coupon })}
          onRemove={() => onOpen({ kind: "remove", coupon })}
        />
      )}
    />
  );
}

function discountText(discount: CouponRow["discount"]): string {
  return discount.kind === "percentage" ? `${discount.percent}%` : formatBRL(discount.amountCents);
}

/** Whether the coupon works today, and if not why: the first reason the checkout would give. */
function CouponState({ coupon, today }: { readonly coupon: CouponRow; readonly today: CalendarDate }) {
  const words = texts.coupons;
  if (!coupon.isActive) return <Badge color="gray">{texts.inactive}</Badge>;
  if (coupon.expiresDate !== null && today > coupon.expiresDate)
    return (
      <Badge color="amber" highContrast>
        {words.expired}
      </Badge>
    );
  if (coupon.usageLimit !== null && coupon.usedCount >= coupon.usageLimit)
    return (
      <Badge color="amber" highContrast>
        {words.usedUp}
      </Badge>
    );
  return (
    <Badge color="jade" highContrast>
      {texts.active}
    </Badge>
  );
}

interface RemoveProps {
  readonly coupon: CouponRow;
  readonly onClose: () => void;
}

function RemoveCoupon({ coupon, onClose }: RemoveProps) {
  const words = texts.coupons;
  const { remove } = useCouponChanges();
  return (
    <ConfirmDialog
      title={words.remove(coupon.code)}
      question={`${words.removeQuestion(coupon.code)} ${words.removeHint}`}
      confirmLabel={words.remove(coupon.code)}
      isDestructive
      focusAfter={afterRemoval}
      onClose={onClose}
      onConfirm={() =>
        remove({ couponId: coupon.couponId }).then(
          () => {
            notifySuccess(words.removed);
            return true;
          },
          (error: unknown) => {
            reportError(error, words.removeFailed);
            return false;
          },
        )
      }
    />
  );
}
