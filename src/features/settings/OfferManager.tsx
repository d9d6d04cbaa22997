import { Button, Flex } from "@radix-ui/themes";
import { Suspense, useState, type Key, type ReactNode } from "react";
import { notifySuccess } from "../../lib/notify";
import { sentenceOf } from "../../lib/refusal";
import { reportError } from "../../lib/reportError";
import type { Live } from "../../lib/useTenantQuery";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import { EmptyState } from "../../ui/EmptyState";
import { ListSkeleton } from "../../ui/ListSkeleton";
import { RecordActions } from "../../ui/RecordActions";
import { RecordList, type RecordColumn } from "../../ui/RecordList";
import { RefusedState } from "../../ui/RefusedState";
import { afterRemoval } from "./afterRemoval";
import { texts } from "./texts";

interface Words {
  readonly list: string;
  readonly loading: string;
  readonly loadFailed: string;
  readonly empty: string;
  readonly create: string;
  readonly editTitle: (name: string) => string;
  readonly remove: (name: string) => string;
  readonly removed: string;
  readonly removeFailed: string;
}

interface Props<Row> {
  readonly words: Words;
  readonly rows: Live<readonly Row[]>;
  readonly keyOf: (row: Row) => Key;
  readonly nameOf: (row: Row) => string;
  readonly columns: readonly [RecordColumn<Row>, ...RecordColumn<Row>[]];
  /** The dialog of a row, as it is stored now, or (null) of a new one. */
  readonly dialog: (row: Row | null, onClose: () => void) => ReactNode;
  readonly removeQuestion: (row: Row) => string;
  readonly remove: (row: Row) => Promise<unknown>;
}

type Open<Row> =
  | { readonly kind: "create" }
  | { readonly kind: "edit"; readonly row: Row }
  | { readonly kind: "remove"; readonly row: Row };

/** What a company offers of a kind, coupons or gifts: the list, and creating, editing and deleting one of them. */
export function OfferManager<Row>(props: Props<Row>) {
  const { words, rows, keyOf, nameOf, columns, dialog } = props;
  const [open, setOpen] = useState<Open<Row> | null>(null);
  const close = () => setOpen(null);
  const create = (
    <Button data-after-removal onClick={() => setOpen({ kind: "create" })}>
      {words.create}
    </Button>
  );

  if (rows.status === "loading") return <ListSkeleton rows={5} label={words.loading} />;
  if (rows.status === "refused") return <RefusedState message={sentenceOf(rows.error, words.loadFailed)} />;
  /** Live: what somebody else makes of it meanwhile is to be seen in the dialog. */
  const now = (row: Row) => rows.value.find((other) => keyOf(other) === keyOf(row)) ?? row;
  return (
    <section aria-label={words.list}>
      {rows.value.length === 0 ? (
        <EmptyState line={words.empty} action={create} />
      ) : (
        <>
          <Flex justify="end" mb="3">
            {create}
          </Flex>
          <RecordList
            caption={words.list}
            rows={rows.value}
            keyOf={keyOf}
            columns={columns}
            actionsLabel={texts.actions}
            actions={(row) => (
              <RecordActions
                editLabel={words.editTitle(nameOf(row))}
                removeLabel={words.remove(nameOf(row))}
                onEdit={() => setOpen({ kind: "edit", row })}
                onRemove={() => setOpen({ kind: "remove", row })}
              />
            )}
          />
        </>
      )}
      <Suspense fallback={null}>
        {open?.kind === "create" && dialog(null, close)}
        {open?.kind === "edit" && dialog(now(open.row), close)}
      </Suspense>
      {open?.kind === "remove" && <Removal {...props} row={open.row} onClose={close} />}
    </section>
  );
}

interface RemovalProps<Row> extends Props<Row> {
  readonly row: Row;
  readonly onClose: () => void;
}

function Removal<Row>({ words, nameOf, removeQuestion, remove, row, onClose }: RemovalProps<Row>) {
  async function confirm(): Promise<boolean> {
    try {
      await remove(row);
    } catch (error) {
      reportError(error, words.removeFailed);
      return false;
    }
    notifySuccess(words.removed);
    return true;
  }
  const title = words.remove(nameOf(row));
  return (
    <ConfirmDialog
      title={title}
      question={removeQuestion(row)}
      confirmLabel={title}
      isDestructive
      focusAfter={afterRemoval}
      onClose={onClose}
      onConfirm={confirm}
    />
  );
}
