import { TrashIcon } from "@radix-ui/react-icons";
import { Badge, Flex, Heading, IconButton, Text } from "@radix-ui/themes";
import { useState, type ComponentProps, type FocusEvent } from "react";
import { formatBRL } from "../../../domain/money";
import { agoText } from "../../lib/ago";
import { useAuth } from "../../lib/auth";
import { useNow } from "../../lib/clock";
import { notifySuccess } from "../../lib/notify";
import { reportError } from "../../lib/reportError";
import { ChangedMeanwhile } from "../../ui/ChangedMeanwhile";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import { useGlow } from "../../ui/glow";
import { MoneyField } from "../../ui/MoneyField";
import { ProductPicture } from "../../ui/ProductPicture";
import { QuantityField } from "../../ui/QuantityField";
import { dialogTexts as texts } from "./dialogTexts";
import type { LineChanges } from "./useLineChanges";
import { fieldText, isContested, shownValue, type LineDrafts, type LineField } from "./useLineDrafts";
import type { OrderDetail, OrderLine } from "./useOrderDetail";

interface Props {
  readonly order: OrderDetail;
  readonly changes: LineChanges;
  readonly drafts: LineDrafts;
}

/** 'Itens do Pedido': each line's quantity and price in place, with the mark of whoever else changed it (P4). */
export function OrderLinesEditor({ order, changes, drafts }: Props) {
  const [openedAt] = useState(() => Date.now());
  const [removing, setRemoving] = useState<OrderLine | null>(null);
  const isSettled = changes.busy.size === 0;

  async function remove(line: OrderLine): Promise<boolean> {
    const result = await changes.remove(line.lineId);
    if (result.kind === "failed") reportError(result.error, texts.removeFailed);
    if (result.kind === "done") notifySuccess(texts.removed);
    return result.kind !== "failed";
  }

  return (
    <section aria-labelledby="edit-lines" className="min-w-0">
      <Flex align="center" justify="between" gap="3" mb="2">
        <Heading as="h2" id="edit-lines" size="3" tabIndex={-1}>
          {texts.orderItems}
        </Heading>
        <Badge size="3" color="gray" highContrast aria-label={`${texts.total}: ${formatBRL(order.totalCents)}`}>
          {isSettled ? "" : "≈ "}
          {formatBRL(order.totalCents)}
        </Badge>
      </Flex>
      {!order.hasCart && order.lines.length > 0 && (
        <Text as="p" size="2" color="gray" mb="2">
          {texts.foundCart}
        </Text>
      )}
      {order.lines.length === 0 ? (
        <Text as="p" size="2" color="gray" my="4">
          {texts.noLines}
        </Text>
      ) : (
        <ul aria-labelledby="edit-lines">
          {order.lines.map((line) => (
            <EditableLine
              key={line.lineId}
              line={line}
              isReadOnly={!order.hasCart}
              isBusy={changes.busy.has(line.lineId)}
              openedAt={openedAt}
              drafts={drafts}
              onRemove={() => setRemoving(line)}
            />
          ))}
        </ul>
      )}
      {order.adjustmentCents !== 0 && (
        <p className="flex justify-between border-t border-(--gray-a4) py-2 text-[14px]">
          <span>
            {texts.adjustment} ({order.adjustmentCents > 0 ? texts.surcharge : texts.discount})
          </span>
          <span>{formatBRL(order.adjustmentCents)}</span>
        </p>
      )}
      {removing !== null && (
        <ConfirmDialog
          title={texts.removeTitle}
          question={texts.removeQuestion(`${removing.code} ${removing.name}`, order.number)}
          confirmLabel={texts.removeConfirm}
          isDestructive
          onConfirm={() => remove(removing)}
          onClose={() => setRemoving(null)}
          focusAfter={() => neighbourOf(order.lines, removing)}
        >
          <Text as="p" size="2" color="gray" mt="2">
            {texts.removeReturns(removing.quantity)}
          </Text>
        </ConfirmDialog>
      )}
    </section>
  );
}

/** The remove button of the next line, else of the one before, else the title (F4). */
function neighbourOf(lines: readonly OrderLine[], removed: OrderLine): HTMLElement | null {
  const at = lines.findIndex(({ lineId }) => lineId === removed.lineId);
  const rest = lines.filter(({ lineId }) => lineId !== removed.lineId);
  const next = at === -1 ? rest.at(0) : (lines[at + 1] ?? lines[at - 1]);
  const selector = next === undefined ? "#edit-lines" : `[data-remove-line="${next.lineId}"]`;
  return document.querySelector<HTMLElement>(selector) ?? document.getElementById("edit-lines");
}

interface LineProps {
  readonly line: OrderLine;
  readonly isReadOnly: boolean;
  readonly isBusy: boolean;
  readonly openedAt: number;
  readonly drafts: LineDrafts;
  readonly onRemove: () => void;
}

function EditableLine({ line, isReadOnly, isBusy, openedAt, drafts, onRemove }: LineProps) {
  const { profile } = useAuth();
  const isByOther = line.changedAt > openedAt && line.changedBy !== profile?.name;
  const glow = useGlow(`${line.quantity}:${line.unitPriceCents}`, isByOther);
  const now = useNow(5_000, isByOther);
  const variant = [line.color, line.size].filter((part) => part !== null).join(" · ");
  return (
    <li aria-busy={isBusy} className={`border-t border-(--gray-a4) py-2 text-[14px] ${glow}`}>
      <div className="grid grid-cols-[44px_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-2 lg:grid-cols-[44px_minmax(0,1fr)_auto_auto]">
        <ProductPicture name={line.name} code={line.code} imageUrl={line.imageUrl} sizePx={44} missing="words" />
        <span className="min-w-0">
          <span className="block truncate" title={line.name}>
            <span className="font-semibold">{line.code}</span> {line.name}
          </span>
          <span className="block truncate text-[13px] text-(--gray-11)">
            {isByOther
              ? texts.changedBy(line.changedBy, agoText(line.changedAt, now))
              : [variant, line.stock === null ? "" : texts.inStock(line.stock)]
                  .filter((part) => part !== "")
                  .join(" · ")}
          </span>
        </span>
        <span className="col-span-3 row-start-2 flex items-center justify-end gap-2 lg:col-span-1 lg:col-start-3 lg:row-start-1">
          <DraftField line={line} field="quantity" isReadOnly={isReadOnly} drafts={drafts} />
          <span aria-hidden className="text-(--gray-11)">
            ×
          </span>
          <DraftField line={line} field="unitPriceCents" isReadOnly={isReadOnly} drafts={drafts} />
          <span className="w-24 text-right font-medium whitespace-nowrap">{formatBRL(line.lineTotalCents)}</span>
        </span>
        <IconButton
          variant="ghost"
          color="gray"
          data-remove-line={line.lineId}
          disabled={isReadOnly}
          aria-label={texts.removeLine(line.code)}
          onClick={onRemove}
          className="m-0 max-sm:size-11"
        >
          <TrashIcon width="16" height="16" />
        </IconButton>
      </div>
      <DraftNotice line={line} field="quantity" drafts={drafts} />
      <DraftNotice line={line} field="unitPriceCents" drafts={drafts} />
    </li>
  );
}

interface DraftProps {
  readonly line: OrderLine;
  readonly field: LineField;
  readonly drafts: LineDrafts;
}

const noticeId = ({ lineId }: OrderLine, field: LineField) => `notice-${lineId}-${field}`;

function DraftField({ line, field, isReadOnly, drafts }: DraftProps & { readonly isReadOnly: boolean }) {
  const draft = drafts.draftOf(line, field);
  const hasError = draft !== null && draft.error !== null;
  // Somebody else has changed it meanwhile: leaving the field decides nothing, the choice beneath it does (P3).
  const mustChoose = draft !== null && isContested(draft, line[field]);
  const shared = {
    size: "2",
    disabled: isReadOnly,
    "aria-label": field === "quantity" ? texts.lineQuantity(line.code) : texts.linePrice(line.code),
    "aria-invalid": hasError || mustChoose ? true : undefined,
    "aria-describedby": hasError ? noticeId(line, field) : undefined,
    value: draft?.text ?? fieldText(field, line[field]),
    onValueChange: (text: string) => {
      // Leaving a price field writes it out nicely: the same amount is no change.
      if (draft !== null || text !== fieldText(field, line[field])) drafts.type(line, field, text);
    },
    onBlur: (event: FocusEvent<HTMLInputElement>) => {
      const isDropping = event.relatedTarget instanceof Element && event.relatedTarget.closest("[data-drops]") !== null;
      if (!isDropping && !mustChoose) void drafts.commit(line, field);
    },
    onKeyDown: (event) => {
      if (event.key === "Enter") {
        event.preventDefault();
        void drafts.commit(line, field);
      }
    },
  } satisfies Partial<ComponentProps<typeof MoneyField>>;
  return field === "quantity" ? (
    <QuantityField {...shared} max={line.stock === null ? null : line.quantity + line.stock} className="w-16" />
  ) : (
    <MoneyField {...shared} className="w-28" />
  );
}

/** Why a field could not be applied, or that somebody else has changed it while it was typed in (P3). */
function DraftNotice({ line, field, drafts }: DraftProps) {
  const draft = drafts.draftOf(line, field);
  if (draft === null) return null;
  if (isContested(draft, line[field])) {
    return (
      <ChangedMeanwhile
        className="mt-2"
        actorName={line.changedBy}
        shown={shownValue(field, line[field])}
        at={line.changedAt}
        onUseTheirs={() => drafts.drop(line, field)}
        onKeepMine={() => void drafts.commit(line, field, { overTheirs: true })}
      />
    );
  }
  if (draft.error === null) return null;
  return (
    <Text as="p" size="2" color="red" align="right" mt="1" id={noticeId(line, field)} role="alert">
      {draft.error}
    </Text>
  );
}
