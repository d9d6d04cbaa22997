import { Cross1Icon } from "@radix-ui/react-icons";
import { Button, Dialog, Flex, IconButton } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { sentenceOf } from "../../lib/refusal";
import { paths } from "../../lib/screens";
import { EmptyState } from "../../ui/EmptyState";
import { ListSkeleton } from "../../ui/ListSkeleton";
import { RefusedState } from "../../ui/RefusedState";
import { useReturnFocus } from "../../ui/useReturnFocus";
import { actionsOf, isLabelable } from "./labelRows";
import { LabelFacts } from "./LabelFacts";
import { PreparationForm } from "./PreparationForm";
import { texts } from "./texts";
import { useLabelOf, useOrderIdOf, usePreparation, type LabelRow, type OrderId } from "./useLabels";
import type { LabelActions } from "./useLabelActions";

interface Props {
  readonly orderNumber: number;
  /** Null where only the number is known, as in an address somebody was sent. */
  readonly orderId: OrderId | null;
  readonly actions: LabelActions;
  readonly onClose: () => void;
}

/** One order's label: what it is made of, or how it stands. */
export function LabelDialog({ orderNumber, orderId, actions, onClose }: Props) {
  const onCloseAutoFocus = useReturnFocus(() =>
    document.querySelector<HTMLElement>(`[aria-label="${texts.open(orderNumber)}"], main h1`),
  );
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Content
        maxWidth="760px"
        aria-describedby={undefined}
        onCloseAutoFocus={onCloseAutoFocus}
        className="max-sm:!p-4"
      >
        <Flex align="center" justify="between" gap="3" mb="3">
          <Dialog.Title size="5" mb="0">
            {texts.detail.title(orderNumber)}
          </Dialog.Title>
          <IconButton variant="ghost" color="gray" size="3" aria-label={texts.close} onClick={onClose}>
            <Cross1Icon width="16" height="16" />
          </IconButton>
        </Flex>
        {orderId === null ? (
          <ByNumber orderNumber={orderNumber} actions={actions} onClose={onClose} />
        ) : (
          <OfOrder orderId={orderId} orderNumber={orderNumber} actions={actions} onClose={onClose} />
        )}
      </Dialog.Content>
    </Dialog.Root>
  );
}

type ByNumberProps = Omit<Props, "orderId">;

function ByNumber(props: ByNumberProps) {
  const order = useOrderIdOf(props.orderNumber);
  if (order.status === "loading") return <Loading />;
  if (order.status === "refused") return <Refused error={order.error} />;
  if (order.value === null) return <Nothing line={texts.detail.notFound} onClose={props.onClose} />;
  return <OfOrder orderId={order.value} {...props} />;
}

interface OfOrderProps extends ByNumberProps {
  readonly orderId: OrderId;
}

function OfOrder({ orderId, orderNumber, actions, onClose }: OfOrderProps) {
  const label = useLabelOf(orderId);
  if (label.status === "loading") return <Loading />;
  if (label.status === "refused") return <Refused error={label.error} />;
  const row = label.value;
  if (row === null) return <Nothing line={texts.detail.notFound} onClose={onClose} />;
  if (row.state === "pending" && !isLabelable(row))
    return (
      <Nothing
        line={texts.detail.notPaid}
        onClose={onClose}
        action={
          <Button asChild>
            <Link to={`${paths.orders}?pedido=${orderNumber}`}>{texts.detail.seeOrder}</Link>
          </Button>
        }
      />
    );
  return (
    <div className="flex flex-col gap-5">
      <LabelFacts row={row} actions={actions} />
      {actionsOf(row).includes("create") && <ToCreate row={row} actions={actions} />}
    </div>
  );
}

function ToCreate({ row, actions }: { readonly row: LabelRow; readonly actions: LabelActions }) {
  const preparation = usePreparation(row.orderId);
  if (preparation.status === "loading") return <Loading />;
  if (preparation.status === "refused") return <Refused error={preparation.error} />;
  if (preparation.value === null) return null;
  return <PreparationForm preparation={preparation.value} actions={actions} />;
}

const Loading = () => <ListSkeleton rows={6} label={texts.detail.loading} />;

function Refused({ error }: { readonly error: Error }) {
  return <RefusedState message={sentenceOf(error, texts.loadFailed)} />;
}

interface NothingProps {
  readonly line: string;
  readonly action?: ReactNode;
  readonly onClose: () => void;
}

function Nothing({ line, action, onClose }: NothingProps) {
  return (
    <EmptyState
      line={line}
      action={
        action ?? (
          <Button variant="soft" color="gray" highContrast onClick={onClose}>
            {texts.close}
          </Button>
        )
      }
    />
  );
}
