import { Cross1Icon } from "@radix-ui/react-icons";
import { Button, Dialog, Flex, IconButton } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { agoText } from "../../lib/ago";
import { useNow } from "../../lib/clock";
import { sentenceOf } from "../../lib/refusal";
import type { Live } from "../../lib/useTenantQuery";
import { EmptyState } from "../../ui/EmptyState";
import { ListSkeleton } from "../../ui/ListSkeleton";
import { RefusedState } from "../../ui/RefusedState";
import { useReturnFocus } from "../../ui/useReturnFocus";
import { dialogTexts as texts } from "./dialogTexts";
import { useLastChange, type OrderDetail } from "./useOrderDetail";

interface Props {
  readonly title: string;
  readonly number: number;
  readonly maxWidth: string;
  /** Asked when somebody leaves by Esc, by a click outside or by the cross. */
  readonly onLeave: () => void;
  readonly children: ReactNode;
}

/** What stands around an order in a dialog. Esc closes it; the focus goes back to where it came from (F3). */
export function OrderDialogFrame({ title, number, maxWidth, onLeave, children }: Props) {
  const onCloseAutoFocus = useReturnFocus(() =>
    document.querySelector<HTMLElement>(`[aria-label="${texts.seeOrder(number)}"], main h1`),
  );
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onLeave()}>
      <Dialog.Content
        maxWidth={maxWidth}
        aria-describedby={undefined}
        onCloseAutoFocus={onCloseAutoFocus}
        className="max-sm:!p-4"
      >
        <Flex align="center" justify="between" gap="3" mb="3">
          <Dialog.Title size="5" mb="0">
            {title}
          </Dialog.Title>
          <IconButton variant="ghost" color="gray" size="3" aria-label={texts.close} onClick={onLeave}>
            <Cross1Icon width="16" height="16" />
          </IconButton>
        </Flex>
        {children}
      </Dialog.Content>
    </Dialog.Root>
  );
}

interface StateProps {
  readonly live: Live<OrderDetail | null>;
  /** The order as it was last seen, when it has been there. */
  readonly lastKnown: OrderDetail | null;
  readonly failed: string;
  readonly onClose: () => void;
}

/** What a dialog shows instead of an order: that it loads, that it may not be seen, that there is none (any more). */
export function OrderDialogState({ live, lastKnown, failed, onClose }: StateProps) {
  if (live.status === "refused") return <RefusedState message={sentenceOf(live.error, failed)} />;
  if (live.status === "loading") return <ListSkeleton rows={6} label={texts.loading} />;
  return (
    <EmptyState
      line={lastKnown === null ? texts.notFound : texts.goneMeanwhile}
      action={
        <>
          {lastKnown !== null && <WhoDeleted order={lastKnown} />}
          <Button variant="soft" color="gray" highContrast onClick={onClose}>
            {texts.close}
          </Button>
        </>
      }
    />
  );
}

/** Nothing disappears in silence: who deleted it, and when. */
function WhoDeleted({ order }: { readonly order: OrderDetail }) {
  const last = useLastChange(order._id);
  const now = useNow(1_000);
  if (last === null) return null;
  return <p className="text-[14px] text-(--gray-11)">{texts.deletedBy(last.actorName, agoText(last.at, now))}</p>;
}
