import { useState } from "react";
import { notifyInfo } from "../../lib/notify";
import { refusalOf } from "../../lib/refusal";
import { reportError } from "../../lib/reportError";
import { PanelBoundary } from "../../ui/PanelBoundary";
import { AwaitingLinks } from "./AwaitingLinks";
import { OpenOrders } from "./OpenOrders";
import { OrderPanel } from "./OrderPanel";
import { SearchForm } from "./SearchForm";
import { checkOrderSearch } from "./searchText";
import { texts } from "./texts";
import { useAwaiting } from "./useAwaiting";
import { useFindOrders, type FoundOrders } from "./useCheckout";
import type { CheckoutControls } from "./useCheckoutAddress";

interface Props {
  readonly controls: CheckoutControls;
}

/** Finalizar Checkout: find the order, complete it, send the customer to pay, and watch until they have. */
export function FinishView({ controls }: Props) {
  const { address, searched } = controls;
  const find = useFindOrders();
  const awaiting = useAwaiting();
  const [isBusy, setIsBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);

  async function search(text: string) {
    setIsBusy(true);
    setRefusal(null);
    try {
      show(text, await find(text));
    } catch (error) {
      const refused = refusalOf(error);
      controls.search(text);
      if (refused === null) reportError(error, texts.openFailed);
      else setRefusal(refused.message);
    } finally {
      setIsBusy(false);
    }
  }
  function show(text: string, { orders, paidNumber }: FoundOrders) {
    const [only] = orders;
    if (only !== undefined && orders.length === 1) return controls.open(only.number, text);
    controls.search(text);
    if (only === undefined)
      notifyInfo(texts.nothingFound, paidNumber === null ? texts.noOpenOrders : texts.alreadyPaid(paidNumber));
  }
  function onLinkOpened(orderNumber: number) {
    awaiting.add(orderNumber);
    controls.reset();
    // The button that was pressed is gone with the form.
    document.querySelector<HTMLElement>("h1")?.focus();
  }

  return (
    <>
      <AwaitingLinks
        orderNumbers={awaiting.orderNumbers.filter((number) => number !== address.orderNumber)}
        onForget={awaiting.forget}
        onOpen={(orderNumber) => controls.open(orderNumber, "")}
      />
      <SearchForm
        key={`${searched}:${address.orderNumber ?? ""}`}
        hint={texts.phoneHint}
        initial={searched}
        check={checkOrderSearch}
        refusal={refusal}
        isBusy={isBusy}
        onSearch={(text) => void search(text)}
      />
      <PanelBoundary key={address.orderNumber ?? searched} fallback={texts.screenFailed}>
        {address.orderNumber === null ? (
          <OpenOrders text={refusal === null ? searched : ""} onChoose={(number) => controls.open(number, searched)} />
        ) : (
          <OrderPanel orderNumber={address.orderNumber} onLeave={controls.reset} onLinkOpened={onLinkOpened} />
        )}
      </PanelBoundary>
    </>
  );
}
