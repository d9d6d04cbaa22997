import { Button, Heading, RadioGroup, Text } from "@radix-ui/themes";
import { isCep } from "../../../domain/addresses";
import { digitsOf } from "../../../domain/documents";
import { PICKUP, type FreightOption } from "../../../domain/freight";
import { formatBRL } from "../../../domain/money";
import { freightDays, freightName } from "../../lib/freightText";
import { texts } from "./texts";
import type { CheckoutOrder } from "./useCheckout";
import type { Freight } from "./useFreight";

interface Props {
  readonly order: CheckoutOrder;
  readonly freight: Freight;
  /** As typed. */
  readonly cep: string;
}

/** How the order gets to its customer. Without a complete postal code it is collected. */
export function FreightSection({ order, freight, cep }: Props) {
  const { options, chosenId, quotedCep, isOutdated } = order.freight;
  const digits = digitsOf(cep);
  const hasCep = isCep(digits);
  const isOther = quotedCep !== null && hasCep && digits !== quotedCep;
  const offered = hasCep || chosenId !== PICKUP.optionId ? options : options.filter(isPickup);
  // A paid order goes the way it was paid for.
  const shown = order.isPaid ? options.filter(({ optionId }) => optionId === chosenId) : offered;
  const needsQuote = hasCep && !freight.isQuoting && (quotedCep === null || isOutdated || isOther);

  return (
    <section aria-labelledby="checkout-freight" aria-busy={freight.isQuoting}>
      <Heading as="h2" id="checkout-freight" size="3" mb="2">
        {texts.freight}
      </Heading>
      {!hasCep && !order.isPaid && (
        <Text as="p" size="2" color="gray" mb="2">
          {texts.freightHint}
        </Text>
      )}
      <RadioGroup.Root
        aria-labelledby="checkout-freight"
        value={freight.choosing ?? chosenId}
        disabled={order.isPaid}
        onValueChange={freight.choose}
      >
        <div className="border-t border-(--gray-a4)">
          {shown.map((option) => (
            <Option key={option.optionId} option={option} />
          ))}
        </div>
      </RadioGroup.Root>
      {!order.isPaid && (
        <div role="status" className="mt-2 flex min-h-8 flex-wrap items-center gap-x-4 gap-y-2 text-[14px]">
          {freight.isQuoting && <span className="text-(--gray-11)">{texts.quoting}</span>}
          {needsQuote && (
            <>
              {quotedCep !== null && (
                <span className="text-(--amber-11)">
                  {texts.outdated} {chosenId !== PICKUP.optionId && texts.outdatedChoice}
                </span>
              )}
              <Button variant="soft" color="gray" highContrast onClick={() => freight.quote(digits)}>
                {quotedCep === null ? texts.quote : texts.quoteAgain}
              </Button>
            </>
          )}
          {!needsQuote && freight.failure !== null && (
            <>
              <span className="text-(--red-11)">{freight.failure}</span>
              {hasCep && (
                <Button variant="soft" color="gray" highContrast onClick={() => freight.quote(digits)}>
                  {texts.quoteAgain}
                </Button>
              )}
            </>
          )}
        </div>
      )}
    </section>
  );
}

function isPickup({ optionId }: FreightOption): boolean {
  return optionId === PICKUP.optionId;
}

function Option({ option }: { readonly option: FreightOption }) {
  const days = freightDays(option);
  return (
    <label className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 border-b border-(--gray-a4) py-2 text-[14px] hover:bg-(--gray-a2)">
      <RadioGroup.Item value={option.optionId} />
      <span className="min-w-0 flex-1">
        {freightName(option)}
        {days !== null && <span className="block text-[13px] text-(--gray-11)">{days}</span>}
      </span>
      <span className="font-medium whitespace-nowrap">{formatBRL(option.priceCents)}</span>
    </label>
  );
}
