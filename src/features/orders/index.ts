/** What other features may open: the dialogs of one order, to look at and to edit. */
export { OpenOrderDialog, type OpenOrderDialogProps } from "./OpenOrderDialog";
export type { OpenOrder } from "./orderFilters";
/** A list that keeps still under who works in it (decision 017). */
export { NewOrders } from "./NewOrders";
export type { ShownRow } from "./presentRows";
export { scrollerOf, useListScroll } from "./useListScroll";
export { useMovingPointer } from "./useMovingPointer";
export { usePresentedRows } from "./usePresentedRows";
