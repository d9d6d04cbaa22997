import { Badge, Button, Heading } from "@radix-ui/themes";
import { formatBRL } from "../../../domain/money";
import { kgText } from "../../../domain/measures";
import { cepText } from "../../lib/personText";
import { EmptyState } from "../../ui/EmptyState";
import { freightDays, freightName } from "../../lib/freightText";
import { sizeText } from "./quoteForm";
import { texts } from "./texts";
import type { QuoteOption } from "./useShipping";
import type { Quoted, Quoting } from "./useQuoting";

const words = texts.quote;

/** What carriers offer; choosing one keeps the quote. */
export function QuoteOptions({ quoting }: { readonly quoting: Quoting }) {
  const { quoted, isAsking, isOutdated } = quoting;
  return (
    <section aria-labelledby="quote-options" aria-busy={isAsking} className="min-w-0">
      <div className="flex min-h-8 flex-wrap items-baseline gap-x-3">
        <Heading as="h2" id="quote-options" size="3">
          {words.options}
        </Heading>
        {quoted !== null && <AskedFor quoted={quoted} />}
      </div>
      {quoted === null ? (
        <EmptyState line={isAsking ? words.submitting : words.before} />
      ) : (
        <>
          {isOutdated && (
            <p role="status" className="mb-2 text-[14px] text-(--amber-11)">
              {words.outdated}
            </p>
          )}
          <Answer quoting={quoting} quoted={quoted} />
        </>
      )}
    </section>
  );
}

function AskedFor({ quoted: { asked } }: { readonly quoted: Quoted }) {
  const { cep, weightGrams, lengthCm, heightCm, widthCm } = asked;
  // What was asked was complete.
  const size = sizeText({ lengthCm: lengthCm ?? 0, heightCm: heightCm ?? 0, widthCm: widthCm ?? 0 });
  return (
    <p className="text-[14px] text-(--gray-11)">{words.optionsFor(cepText(cep), kgText(weightGrams ?? 0), size)}</p>
  );
}

function Answer({ quoting, quoted: { answer } }: { readonly quoting: Quoting; readonly quoted: Quoted }) {
  const { outcome, options, reason } = answer;
  return (
    <>
      {outcome === "failed" && (
        <p role="status" className="py-2 text-[14px] text-(--red-11)">
          {reason ?? words.failedDetail}
        </p>
      )}
      {outcome === "none" && (
        <p role="status" className="py-2 text-[14px]">
          <span className="block font-medium">{words.none}</span>
          <span className="text-(--gray-11)">{words.noneDetail}</span>
        </p>
      )}
      {options.length > 0 && (
        <ul aria-label={words.options} className="border-t border-(--gray-a4)">
          {options.map((option) => (
            <Option key={option.optionId} option={option} quoting={quoting} />
          ))}
        </ul>
      )}
    </>
  );
}

function Option({ option, quoting }: { readonly option: QuoteOption; readonly quoting: Quoting }) {
  const { optionId, priceCents } = option;
  const name = freightName(option);
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 border-b border-(--gray-a4) py-2 text-[14px]">
      <span className="min-w-0 flex-1">
        <span className="font-medium">{name}</span>
        <span className="block text-[13px] text-(--gray-11)">{freightDays(option) ?? words.noDays}</span>
      </span>
      <span className="font-semibold whitespace-nowrap">{formatBRL(priceCents)}</span>
      <span className="flex w-24 justify-end">
        {quoting.chosen === optionId ? (
          <Badge color="jade" highContrast>
            {words.chosen}
          </Badge>
        ) : (
          <Button
            variant="soft"
            highContrast
            aria-busy={quoting.choosing === optionId}
            aria-label={words.chooseOption(name, priceCents)}
            onClick={() => quoting.choose(optionId)}
          >
            {words.choose}
          </Button>
        )}
      </span>
    </li>
  );
}
