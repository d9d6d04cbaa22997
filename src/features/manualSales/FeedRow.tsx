import { CheckIcon } from "@radix-ui/react-icons";
import { Text } from "@radix-ui/themes";
import { memo } from "react";
import { formatTime } from "../../../domain/calendar";
import { formatPhone } from "../../../domain/phone";
import { FeedAction } from "./FeedAction";
import { texts } from "./texts";
import type { FeedLaunch } from "./useLaunchFeed";

interface Props {
  readonly launch: FeedLaunch;
  readonly isUndoing: boolean;
  readonly onUndo: (launchId: string) => void;
}

/**
 * One accepted launch: when, by whom, what, and what became of it in the specified words. One's own can be taken back
 * as long as the order lets it (UX conventions L11).
 */
export const FeedRow = memo(function FeedRow({ launch, isUndoing, onUndo }: Props) {
  const { launchId, at, operatorName, productCode, productName, quantity, phone, orderNumber } = launch;
  const { created, lineTotalCents, isUndone, canUndo } = launch;
  const result = created
    ? texts.orderCreated(productCode, quantity, phone, lineTotalCents)
    : `${texts.addedToOrder(productCode, quantity)} · ${formatPhone(phone)}`;
  return (
    <li
      className={`border-b border-(--gray-a3) py-2 [contain-intrinsic-size:auto_69px] [content-visibility:auto] ${isUndone ? "text-(--gray-11)" : ""}`}
      aria-busy={isUndoing}
      title={productName}
    >
      <div className="flex items-baseline gap-2 text-[14px]">
        <Text size="1" color="gray">
          {formatTime(at)}
        </Text>
        <span className="min-w-0 flex-1 truncate">{operatorName}</span>
        <span className={`whitespace-nowrap font-semibold ${isUndone ? "line-through" : ""}`}>
          {productCode} ×{quantity}
        </span>
        <Text size="1" color="gray">
          #{orderNumber}
        </Text>
        <State isUndone={isUndone} />
      </div>
      <div className="flex items-start justify-between gap-3">
        <Text as="p" size="1" color="gray" className="min-w-0">
          <UnbrokenPhone text={result} phone={formatPhone(phone)} />
        </Text>
        {isUndoing && (
          <Text size="1" color="gray" className="whitespace-nowrap">
            {texts.undoing}
          </Text>
        )}
        {canUndo && !isUndoing && (
          <FeedAction
            label={texts.undo}
            name={texts.undoOf(productCode, quantity, orderNumber)}
            onPress={() => onUndo(launchId)}
          />
        )}
      </div>
    </li>
  );
});

function State({ isUndone }: { readonly isUndone: boolean }) {
  return isUndone ? (
    <Text size="1" weight="medium">
      {texts.undoneState}
    </Text>
  ) : (
    <CheckIcon role="img" aria-label={texts.ok} width="14" height="14" className="self-center text-(--jade-11)" />
  );
}

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
