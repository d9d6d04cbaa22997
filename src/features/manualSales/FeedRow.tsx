import { Text } from "@radix-ui/themes";
import { memo } from "react";
import { formatTime } from "../../../domain/calendar";
import { formatPhone } from "../../../domain/phone";
import { texts } from "./texts";
import type { FeedLaunch } from "./useLaunchFeed";

interface Props {
  readonly launch: FeedLaunch;
}

/** One accepted launch: when, by whom, what, and what became of it in the specified words. */
export const FeedRow = memo(function FeedRow({ launch }: Props) {
  const { at, operatorName, productCode, productName, quantity, phone, orderNumber, created, lineTotalCents } = launch;
  const result = created
    ? texts.orderCreated(productCode, quantity, phone, lineTotalCents)
    : `${texts.addedToOrder(productCode, quantity)} · ${formatPhone(phone)}`;
  return (
    <li className="border-b border-(--gray-a3) py-2" title={productName}>
      <div className="flex items-baseline gap-2 text-[14px]">
        <Text size="1" color="gray">
          {formatTime(at)}
        </Text>
        <span className="min-w-0 flex-1 truncate">{operatorName}</span>
        <span className="whitespace-nowrap font-semibold">
          {productCode} ×{quantity}
        </span>
        <Text size="1" color="gray">
          #{orderNumber}
        </Text>
      </div>
      <Text as="p" size="1" color="gray">
        <UnbrokenPhone text={result} phone={formatPhone(phone)} />
      </Text>
    </li>
  );
});

/** A sentence whose phone is never cut at its hyphen. */
function UnbrokenPhone({ text, phone }: { readonly text: string; readonly phone: string }) {
  const start = text.indexOf(phone);
  if (start === -1) return <>{text}</>;
  return (
    <>
      {text.slice(0, start)}
      <span className="whitespace-nowrap">{phone}</span>
      {text.slice(start + phone.length)}
    </>
  );
}
