/** What other features may open: the dialogs of one order, to look at and to edit. */
export { OpenOrderDialog, type OpenOrderDialogProps } from "./OpenOrderDialog";
export type { OpenOrder } from "./orderFilters";
