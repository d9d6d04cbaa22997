import { Badge, Button, Flex } from "@radix-ui/themes";
import { lazy, Suspense, useState } from "react";
import { notifySuccess } from "../../lib/notify";
import { sentenceOf } from "../../lib/refusal";
import { reportError } from "../../lib/reportError";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import { EmptyState } from "../../ui/EmptyState";
import { ListSkeleton } from "../../ui/ListSkeleton";
import { RecordActions } from "../../ui/RecordActions";
import { RecordList } from "../../ui/RecordList";
import { RefusedState } from "../../ui/RefusedState";
import { afterRemoval } from "./afterRemoval";
import { texts } from "./texts";
import { useGiftChanges, useGifts, type GiftRow } from "./useGifts";

const GiftDialog = lazy(() => import("./GiftDialog").then((module) => ({ default: module.GiftDialog })));

type Open =
  | { readonly kind: "create" }
  | { readonly kind: "edit"; readonly gift: GiftRow }
  | { readonly kind: "remove"; readonly gift: GiftRow };

/** Every gift of the company: create, edit, delete. */
export function GiftsTab() {
  const words = texts.gifts;
  const gifts = useGifts();
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const create = (
    <Button data-after-removal onClick={() => setOpen({ kind: "create" })}>
      {words.create}
    </Button>
  );

  if (gifts.status === "loading") return <ListSkeleton rows={5} label={words.loading} />;
  if (gifts.status === "refused") return <RefusedState message={sentenceOf(gifts.error, words.loadFailed)} />;
  return (
    <section aria-label={words.list}>
      {gifts.value.length === 0 ? (
        <EmptyState line={words.empty} action={create} />
      ) : (
        <>
          <Flex justify="end" mb="3">
            {create}
          </Flex>
          <GiftList gifts={gifts.value} onOpen={setOpen} />
        </>
      )}
      <Suspense fallback={null}>
        {(open?.kind === "create" || open?.kind === "edit") && (
          <GiftDialog gift={open.kind === "edit" ? open.gift : null} onClose={close} />
        )}
      </Suspense>
      {open?.kind === "remove" && <RemoveGift gift={open.gift} onClose={close} />}
    </section>
  );
}

interface ListProps {
  readonly gifts: readonly GiftRow[];
  readonly onOpen: (open: Open) => void;
}

function GiftList({ gifts, onOpen }: ListProps) {
  const words = texts.gifts;
  return (
    <RecordList
      caption={words.list}
      rows={gifts}
      keyOf={({ giftId }) => giftId}
      columns={[
        { label: words.nameColumn, show: ({ name }) => name },
        {
          label: words.description,
          isFlexible: true,
          show: ({ description }) => <span title={description ?? undefined}>{description ?? "–"}</span>,
        },
        {
          label: words.minimumColumn,
          align: "right",
          show: ({ minimumPurchaseCents }) => words.from(minimumPurchaseCents),
        },
        {
          label: words.state,
          show: ({ isActive }) => (
            <Badge color={isActive ? "jade" : "gray"} highContrast={isActive}>
              {isActive ? texts.active : texts.inactive}
            </Badge>
          ),
        },
      ]}
      actionsLabel={texts.actions}
      actions={(gift) => (
        <RecordActions
          editLabel={words.editTitle(gift.name)}
          removeLabel={words.remove(gift.name)}
          onEdit={() => onOpen({ kind: "edit", gift })}
          onRemove={() => onOpen({ kind: "remove", gift })}
        />
      )}
    />
  );
}

interface RemoveProps {
  readonly gift: GiftRow;
  readonly onClose: () => void;
}

function RemoveGift({ gift, onClose }: RemoveProps) {
  const words = texts.gifts;
  const { remove } = useGiftChanges();
  return (
    <ConfirmDialog
      title={words.remove(gift.name)}
      question={words.removeQuestion(gift.name)}
      confirmLabel={words.remove(gift.name)}
      isDestructive
      focusAfter={afterRemoval}
      onClose={onClose}
      onConfirm={() =>
        remove({ giftId: gift.giftId }).then(
          () => {
            notifySuccess(words.removed);
            return true;
          },
          (error: unknown) => {
            reportError(error, words.removeFailed);
            return false;
          },
        )
      }
    />
  );
}
