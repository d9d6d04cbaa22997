import { lazy, Suspense, type ReactNode } from "react";

/** Loaded when something is to be confirmed for the first time. */
const ConfirmDialogBody = lazy(() =>
  import("./ConfirmDialogBody").then((module) => ({ default: module.ConfirmDialogBody })),
);

export interface ConfirmDialogProps {
  readonly title: string;
  /** The question, with the record's name. */
  readonly question: string;
  /** What follows from a yes, and what may be chosen about it. */
  readonly children?: ReactNode;
  /** Verb and object, never 'OK' or 'Sim' (UX conventions U1). */
  readonly confirmLabel: string;
  /** Red, for what takes something away. */
  readonly isDestructive?: boolean;
  /** Resolves to whether it is done; the dialog stays open when it is not, and whoever called has said why. */
  readonly onConfirm: () => Promise<boolean>;
  readonly onClose: () => void;
  /** Where the focus goes when what opened the dialog is gone by then: the neighbour of a deleted row (F3, F4). */
  readonly focusAfter?: () => HTMLElement | null;
}

/** Asks before something is done. Render it while it is open; `Cancelar` has the focus (UX conventions F3, U1). */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <Suspense fallback={null}>
      <ConfirmDialogBody {...props} />
    </Suspense>
  );
}
