import { Button, TextField } from "@radix-ui/themes";
import { useRef, useState, type FormEvent } from "react";
import { refusalOf } from "../../lib/refusal";
import { reportError } from "../../lib/reportError";
import { LabeledField } from "../../ui/LabeledField";
import { texts } from "./texts";
import { useCheckoutChanges, type CheckoutOrder } from "./useCheckout";

/** A coupon's code, judged by the server; one that is on the order and holds no more says so. */
export function CouponForm({ order }: { readonly order: CheckoutOrder }) {
  return order.coupon === null ? <ApplyCoupon order={order} /> : <AppliedCoupon order={order} coupon={order.coupon} />;
}

function ApplyCoupon({ order }: { readonly order: CheckoutOrder }) {
  const { applyCoupon } = useCheckoutChanges();
  const [code, setCode] = useState("");
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    if (code.trim() === "") return reject(texts.couponRequired);
    setIsBusy(true);
    try {
      await applyCoupon({ orderId: order.orderId, code });
      setCode("");
    } catch (failure) {
      const refusal = refusalOf(failure);
      if (refusal === null) reportError(failure, texts.couponFailed);
      else reject(refusal.message);
    } finally {
      setIsBusy(false);
    }
  }
  function reject(message: string) {
    setError(message);
    input.current?.focus();
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="flex items-start gap-2">
      <LabeledField label={texts.coupon} error={error} hint="" className="flex-1">
        {(ids) => (
          <TextField.Root
            {...ids}
            ref={input}
            autoComplete="off"
            autoCapitalize="characters"
            className="[&_input]:uppercase"
            value={code}
            onChange={({ target }) => {
              setCode(target.value);
              setError(null);
            }}
          />
        )}
      </LabeledField>
      <Button type="submit" variant="soft" color="gray" highContrast className="mt-6" aria-busy={isBusy}>
        {texts.applyCoupon}
      </Button>
    </form>
  );
}

interface AppliedProps {
  readonly order: CheckoutOrder;
  readonly coupon: NonNullable<CheckoutOrder["coupon"]>;
}

function AppliedCoupon({ order, coupon }: AppliedProps) {
  const { removeCoupon } = useCheckoutChanges();
  const [isBusy, setIsBusy] = useState(false);

  function remove() {
    if (isBusy) return;
    setIsBusy(true);
    removeCoupon({ orderId: order.orderId })
      .catch((failure: unknown) => reportError(failure, texts.couponRemoveFailed))
      .finally(() => setIsBusy(false));
  }
  return (
    <div className="text-[14px]">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span>
          {texts.coupon}: <span className="font-semibold">{coupon.code}</span>
        </span>
        <Button size="1" variant="ghost" color="gray" highContrast aria-busy={isBusy} onClick={remove}>
          {texts.removeCoupon}
        </Button>
      </div>
      {coupon.problem !== null && (
        <p role="alert" className="mt-1 text-[13px] text-(--red-11)">
          {coupon.problem}
        </p>
      )}
    </div>
  );
}
