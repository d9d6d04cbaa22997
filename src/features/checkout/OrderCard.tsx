import { Button, Heading } from "@radix-ui/themes";
import { useState } from "react";
import { formatDate } from "../../../domain/calendar";
import { formatBRL } from "../../../domain/money";
import { formatPhone } from "../../../domain/phone";
import { ProductPicture } from "../../ui/ProductPicture";
import { OpenOrderDialog, type OpenOrder } from "../orders";
import { PaymentBadge } from "./PaymentBadge";
import { texts } from "./texts";
import type { CheckoutLine, CheckoutOrder } from "./useCheckout";

/** What is bought: number, kind and day of the sale, the products. */
export function OrderCard({ order }: { readonly order: CheckoutOrder }) {
  const { number, eventType, eventDate, customerPhone, lines, adjustmentCents, isPaid } = order;
  const [open, setOpen] = useState<OpenOrder | null>(null);
  return (
    <section aria-labelledby="checkout-order">
      <div className="mb-1 flex flex-wrap items-center gap-x-3 gap-y-1">
        <Heading as="h2" id="checkout-order" size="5">
          {texts.order(number)}
        </Heading>
        <PaymentBadge order={order} />
        {!isPaid && (
          <Button
            size="2"
            variant="ghost"
            color="gray"
            highContrast
            className="ml-auto"
            onClick={() => setOpen({ kind: "edit", number })}
          >
            {texts.editOrder}
          </Button>
        )}
      </div>
      <p className="mb-3 text-[14px] text-(--gray-11)">
        {formatPhone(customerPhone)} · {eventType} · {formatDate(eventDate)}
      </p>
      {lines.length === 0 ? (
        <p className="border-y border-(--gray-a4) py-4 text-[14px] text-(--gray-11)">{texts.noLines}</p>
      ) : (
        <ul aria-label={texts.products} className="border-t border-(--gray-a4)">
          {lines.map((line) => (
            <Line key={line.lineId} line={line} />
          ))}
        </ul>
      )}
      {adjustmentCents !== 0 && (
        <p className="flex justify-between border-b border-(--gray-a4) py-2 text-[14px]">
          <span>{texts.adjustment}</span>
          <span className="font-medium">{formatBRL(adjustmentCents)}</span>
        </p>
      )}
      {open !== null && <OpenOrderDialog open={open} onOpen={setOpen} onClose={() => setOpen(null)} />}
    </section>
  );
}

/** A product with its picture; also in the panel of a paid order. */
export function Line({ line }: { readonly line: Omit<CheckoutLine, "lineId"> }) {
  const variant = [line.color, line.size].filter((part) => part !== null).join(" · ");
  return (
    <li className="flex items-center gap-3 border-b border-(--gray-a4) py-2 text-[14px]">
      <ProductPicture name={line.name} code={line.code} imageUrl={line.imageUrl} sizePx={48} missing="initials" />
      <span className="min-w-0 flex-1">
        <span className="block truncate">
          <span className="font-semibold">{line.code}</span> {line.name}
        </span>
        <span className="block text-[13px] text-(--gray-11)">
          {texts.unit(line.quantity, line.unitPriceCents)}
          {variant !== "" && ` · ${variant}`}
        </span>
      </span>
      <span className="font-medium whitespace-nowrap">{formatBRL(line.lineTotalCents)}</span>
    </li>
  );
}
