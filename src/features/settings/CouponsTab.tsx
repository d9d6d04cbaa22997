import { Badge } from "@radix-ui/themes";
import { lazy } from "react";
import { formatDate, type CalendarDate } from "../../../domain/calendar";
import { discountText } from "../../../domain/seenValues";
import { useToday } from "../../lib/clock";
import { OfferManager } from "./OfferManager";
import { texts } from "./texts";
import { useCouponChanges, useCoupons, type CouponRow } from "./useCoupons";

const CouponDialog = lazy(() => import("./CouponDialog").then((module) => ({ default: module.CouponDialog })));

/** Every coupon of the company: create, edit, delete. */
export function CouponsTab() {
  const words = texts.coupons;
  const today = useToday();
  const { remove } = useCouponChanges();
  return (
    <OfferManager<CouponRow>
      words={words}
      rows={useCoupons()}
      keyOf={({ couponId }) => couponId}
      nameOf={({ code }) => code}
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
      dialog={(coupon, onClose) => <CouponDialog coupon={coupon} onClose={onClose} />}
      removeQuestion={({ code }) => `${words.removeQuestion(code)} ${words.removeHint}`}
      remove={({ couponId }) => remove({ couponId })}
    />
  );
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
