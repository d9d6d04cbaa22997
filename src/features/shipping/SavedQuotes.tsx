import { Button, Heading, IconButton } from "@radix-ui/themes";
import { TrashIcon } from "@radix-ui/react-icons";
import { useState } from "react";
import { formatBRL } from "../../../domain/money";
import { kgText } from "../../../domain/measures";
import { formatInstant } from "../../lib/ago";
import { freightDays, freightName } from "../../lib/freightText";
import { notifySuccess } from "../../lib/notify";
import { cepText } from "../../lib/personText";
import { reportError } from "../../lib/reportError";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import { ListSkeleton } from "../../ui/ListSkeleton";
import { LoadMore } from "../../ui/LoadMore";
import { RecordList, type RecordColumn } from "../../ui/RecordList";
import { sizeText, textOfQuote, type QuoteText } from "./quoteForm";
import { texts } from "./texts";
import { useQuoteChanges, useSavedQuotes, type SavedQuote } from "./useShipping";

const words = texts.quote;
const PAGE = 10;

interface Props {
  readonly onAgain: (text: QuoteText) => void;
}

/** The quotes of which an option was chosen, newest first. */
export function SavedQuotes({ onAgain }: Props) {
  const pages = useSavedQuotes(PAGE);
  const [leaving, setLeaving] = useState<SavedQuote | null>(null);
  return (
    <section aria-labelledby="saved-quotes" className="mt-8 pb-6">
      <Heading as="h2" id="saved-quotes" size="3" mb="2" tabIndex={-1}>
        {words.history}
      </Heading>
      {pages.status === "loading" ? (
        <ListSkeleton rows={3} label={words.historyLoading} />
      ) : pages.rows.length === 0 ? (
        <p className="py-3 text-[14px] text-(--gray-11)">{words.historyEmpty}</p>
      ) : (
        <RecordList
          caption={words.history}
          rows={pages.rows}
          keyOf={({ quoteId }) => quoteId}
          columns={COLUMNS}
          actionsLabel={words.columns.actions}
          actions={(quote) => <Actions quote={quote} onAgain={onAgain} onRemove={setLeaving} />}
        />
      )}
      <LoadMore pages={pages} />
      {leaving !== null && <RemoveQuote quote={leaving} onClose={() => setLeaving(null)} />}
    </section>
  );
}

const COLUMNS: readonly [RecordColumn<SavedQuote>, ...RecordColumn<SavedQuote>[]] = [
  { label: words.columns.destination, show: ({ cep }) => cepText(cep) },
  { label: words.columns.package, show: (quote) => words.packageOf(kgText(quote.weightGrams), sizeText(quote)) },
  {
    label: words.columns.value,
    align: "right",
    show: ({ insuredCents }) => (insuredCents === null || insuredCents === 0 ? words.noValue : formatBRL(insuredCents)),
  },
  { label: words.columns.option, isFlexible: true, show: ({ option }) => freightName(option) },
  { label: words.columns.price, align: "right", show: ({ option }) => formatBRL(option.priceCents) },
  { label: words.columns.days, show: ({ option }) => freightDays(option) ?? words.noDays },
  {
    label: words.columns.chosen,
    show: ({ chosenAt, chosenByName }) => `${formatInstant(chosenAt)} ${words.by(chosenByName)}`,
  },
];

interface ActionsProps extends Props {
  readonly quote: SavedQuote;
  readonly onRemove: (quote: SavedQuote) => void;
}

function Actions({ quote, onAgain, onRemove }: ActionsProps) {
  const cep = cepText(quote.cep);
  return (
    <span className="inline-flex items-center gap-3">
      <Button
        variant="soft"
        color="gray"
        highContrast
        size="1"
        aria-label={words.againFor(cep)}
        className="pointer-coarse:min-h-11"
        onClick={() => onAgain(textOfQuote(quote))}
      >
        {words.again}
      </Button>
      <IconButton
        variant="ghost"
        color="red"
        highContrast
        className="m-0 size-7 pointer-coarse:size-11"
        aria-label={words.removeOf(cep, freightName(quote.option))}
        title={words.remove}
        onClick={() => onRemove(quote)}
      >
        <TrashIcon width="16" height="16" />
      </IconButton>
    </span>
  );
}

function RemoveQuote({ quote, onClose }: { readonly quote: SavedQuote; readonly onClose: () => void }) {
  const { remove } = useQuoteChanges();
  return (
    <ConfirmDialog
      title={words.removeTitle}
      question={words.removeQuestion(cepText(quote.cep), freightName(quote.option))}
      confirmLabel={words.removeTitle}
      isDestructive
      onClose={onClose}
      onConfirm={() =>
        remove({ quoteId: quote.quoteId }).then(
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
      focusAfter={() => document.getElementById("saved-quotes")}
    />
  );
}
