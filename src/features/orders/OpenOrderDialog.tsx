import { lazy, Suspense } from "react";
import type { OpenOrder } from "./orderFilters";

/** Each dialog is a file of script of its own, loaded when it is first opened. */
const OrderDetailDialog = lazy(() =>
  import("./OrderDetailDialog").then((module) => ({ default: module.OrderDetailDialog })),
);
const EditOrderDialog = lazy(() => import("./EditOrderDialog").then((module) => ({ default: module.EditOrderDialog })));

export interface OpenOrderDialogProps {
  readonly open: OpenOrder;
  /** Goes from one dialog of an order to the other. */
  readonly onOpen: (open: OpenOrder) => void;
  readonly onClose: () => void;
}

/** The dialog of one order, by its number: to look at, or to edit. */
export function OpenOrderDialog({ open, onOpen, onClose }: OpenOrderDialogProps) {
  const { kind, number } = open;
  return (
    <Suspense fallback={null}>
      {kind === "detail" ? (
        <OrderDetailDialog
          key={number}
          number={number}
          onEdit={() => onOpen({ kind: "edit", number })}
          onClose={onClose}
        />
      ) : (
        <EditOrderDialog key={number} number={number} onClose={onClose} />
      )}
    </Suspense>
  );
}
