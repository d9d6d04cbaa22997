import { Button, RadioGroup } from "@radix-ui/themes";
import { useState } from "react";
import { formatBRL } from "../../../domain/money";
import { freightDays, freightName } from "../../lib/freightText";
import { notifyError, notifyInfo, notifyNotice } from "../../lib/notify";
import { sentenceOf } from "../../lib/refusal";
import { SectionTitle } from "../../ui/FactList";
import { texts } from "./texts";
import { usePreparationChanges, type LabelOption, type Preparation } from "./useLabels";

const words = texts.preparation;

interface Props {
  readonly preparation: Preparation;
  readonly chosenId: string | null;
  readonly onChoose: (optionId: string) => void;
  /** The freight depends on where it goes: what is typed is saved before it is asked. */
  readonly ensureSaved: () => Promise<boolean>;
}

/** How the parcel is sent: what was chosen at the checkout, or another. */
export function ServiceChoice({ preparation, chosenId, onChoose, ensureSaved }: Props) {
  const { options, row } = preparation;
  const { isQuoting, quote } = useQuote(row.orderId, ensureSaved);
  return (
    <section aria-labelledby="label-service" aria-busy={isQuoting}>
      <SectionTitle id="label-service">{words.how}</SectionTitle>
      {options.length > 0 && (
        <RadioGroup.Root aria-labelledby="label-service" value={chosenId ?? ""} onValueChange={onChoose}>
          <div className="border-t border-(--gray-a4)">
            {options.map((option) => (
              <Option key={option.optionId} option={option} />
            ))}
          </div>
        </RadioGroup.Root>
      )}
      <p className="mt-2 flex min-h-8 flex-wrap items-center gap-x-4 gap-y-2 text-[14px]">
        {options.length === 0 && <span className="text-(--gray-11)">{words.noOptions}</span>}
        <Button type="button" variant="soft" color="gray" highContrast aria-busy={isQuoting} onClick={quote}>
          {isQuoting ? words.quoting : options.length === 0 ? words.quote : words.quoteAgain}
        </Button>
      </p>
    </section>
  );
}

function useQuote(orderId: Preparation["row"]["orderId"], ensureSaved: Props["ensureSaved"]) {
  const changes = usePreparationChanges();
  const [isQuoting, setIsQuoting] = useState(false);

  async function ask() {
    setIsQuoting(true);
    try {
      if (!(await ensureSaved())) return;
      const { outcome, found, reason } = await changes.quote({ orderId });
      if (outcome === "failed") notifyError(reason ?? texts.failedDetail, words.quoteFailed);
      else if (outcome === "none") notifyNotice(words.none);
      else notifyInfo(words.quotedTitle, words.quoted(found));
    } catch (error) {
      notifyError(sentenceOf(error, texts.failedDetail), words.quoteFailed);
    } finally {
      setIsQuoting(false);
    }
  }
  return {
    isQuoting,
    quote: () => {
      if (!isQuoting) void ask();
    },
  };
}

function Option({ option }: { readonly option: LabelOption }) {
  const days = freightDays(option);
  const notes = [...(days === null ? [] : [days]), ...(option.isFreightOfOrder ? [words.ofCheckout] : [])];
  return (
    <label className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 border-b border-(--gray-a4) py-2 text-[14px] hover:bg-(--gray-a2)">
      <RadioGroup.Item value={option.optionId} />
      <span className="min-w-0 flex-1">
        {freightName(option)}
        {notes.length > 0 && <span className="block text-[13px] text-(--gray-11)">{notes.join(" · ")}</span>}
        {option.isOutdated && <span className="block text-[13px] text-(--amber-11)">{words.outdated}</span>}
      </span>
      <span className="font-medium whitespace-nowrap">{formatBRL(option.priceCents)}</span>
    </label>
  );
}
