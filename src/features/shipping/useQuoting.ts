import { useRef, useState } from "react";
import { notifyError, notifyNotice, notifySuccess } from "../../lib/notify";
import { refusalOf } from "../../lib/refusal";
import { reportError } from "../../lib/reportError";
import { useFieldErrors } from "../../ui/useFieldErrors";
import { maskQuote, NEW_QUOTE, QUOTE_FIELDS, readQuote, type AskedQuote, type QuoteText } from "./quoteForm";
import { texts } from "./texts";
import { useQuoteChanges, type QuoteAnswer } from "./useShipping";

const words = texts.quote;

/** What was answered, and to which question. */
export interface Quoted {
  readonly asked: AskedQuote;
  readonly text: QuoteText;
  readonly answer: QuoteAnswer;
}

export type Quoting = ReturnType<typeof useQuoting>;

/** Asks what a parcel costs, and keeps what was chosen of the answer. Of several questions the last one counts. */
export function useQuoting() {
  const { ask, choose } = useQuoteChanges();
  const errors = useFieldErrors(QUOTE_FIELDS);
  const [text, setText] = useState(NEW_QUOTE);
  const [quoted, setQuoted] = useState<Quoted | null>(null);
  const [asking, setAsking] = useState(0);
  const [choosing, setChoosing] = useState<string | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const question = useRef(0);

  function type(field: (typeof QUOTE_FIELDS)[number], typed: string, isAtEnd: boolean) {
    errors.clear(field);
    setText((before) => ({ ...before, [field]: isAtEnd ? maskQuote(field, typed) : typed }));
  }
  async function submit(from: QuoteText = text) {
    const reading = readQuote(from);
    if (!reading.ok) return errors.reject(reading.errors);
    const { asked } = reading;
    const mine = ++question.current;
    setAsking(mine);
    try {
      const answer = await ask(asked);
      if (mine !== question.current) return;
      setQuoted({ asked, text: from, answer });
      setChosen(null);
      tell(answer);
    } catch (error) {
      if (mine === question.current) notifyError(refusalOf(error)?.message ?? words.failedDetail, words.failed);
    } finally {
      setAsking((waiting) => (waiting === mine ? 0 : waiting));
    }
  }
  async function take(optionId: string) {
    if (quoted === null || choosing !== null) return;
    const { quoteId } = quoted.answer;
    setChoosing(optionId);
    try {
      await choose({ quoteId, optionId });
      setChosen(optionId);
      notifySuccess(words.saved);
    } catch (error) {
      reportError(error, words.chooseFailed);
    } finally {
      setChoosing(null);
    }
  }
  return {
    text,
    errors,
    type,
    setPickup: (withPickup: boolean) => setText((before) => ({ ...before, withPickup })),
    isAsking: asking > 0,
    submit: () => {
      if (asking === 0) void submit();
    },
    /** The same parcel once more. */
    again: (from: QuoteText) => {
      setText(from);
      for (const field of QUOTE_FIELDS) errors.clear(field);
      void submit(from);
    },
    quoted,
    /** The fields say something else by now. */
    isOutdated: quoted !== null && JSON.stringify(quoted.text) !== JSON.stringify(text),
    choosing,
    chosen,
    choose: (optionId: string) => void take(optionId),
  };
}

function tell({ outcome, reason }: QuoteAnswer): void {
  if (outcome === "failed") notifyError(reason ?? words.failedDetail, words.failed);
  else if (outcome === "none") notifyNotice(words.none);
}
