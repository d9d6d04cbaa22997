import { useState } from "react";
import { PICKUP } from "../../../domain/freight";
import { openBlankTab } from "../../lib/blankTab";
import { notifyError, notifySuccess } from "../../lib/notify";
import { sentenceOf } from "../../lib/refusal";
import { missingToFinalize } from "./customerForm";
import { texts } from "./texts";
import { useCheckoutChanges, type CheckoutOrder } from "./useCheckout";
import type { CustomerFormState } from "./useCustomerForm";

export interface Finalizing {
  readonly isBusy: boolean;
  readonly finalize: () => Promise<void>;
}

/**
 * Sends the customer to pay, or confirms an order that costs nothing.
 *
 * 1. What is missing is said at its field. 2. What is typed is saved. 3. The server makes the link for exactly the total that
 * is on the screen. 4. The payment page opens in its tab, and this one is free for the next order.
 */
export function useFinalize(
  order: CheckoutOrder,
  form: CustomerFormState,
  onLinkOpened: (orderNumber: number) => void,
): Finalizing {
  const { finalize } = useCheckoutChanges();
  const [isBusy, setIsBusy] = useState(false);
  const { orderId, number, summary, freight } = order;

  async function run() {
    if (isBusy) return;
    const missing = missingToFinalize(form.text, freight.chosenId === PICKUP.optionId);
    if (missing !== null) {
      form.errors.reject(missing.errors);
      notifyError(missing.message);
      return;
    }
    // A tab may only be opened by the press itself; the address comes when the server has it.
    const tab = summary.grandTotalCents === 0 ? null : openBlankTab();
    setIsBusy(true);
    try {
      if (!(await form.ensureSaved())) return tab?.close();
      const answer = await finalize({ orderId, seenTotalCents: summary.grandTotalCents });
      if (answer.kind === "free") {
        tab?.close();
        notifySuccess(texts.confirmed);
        return;
      }
      if (tab === null) notifyError(texts.popupBlocked, texts.paymentPage);
      else {
        tab.location.replace(answer.url);
        notifySuccess(texts.redirecting);
      }
      onLinkOpened(number);
    } catch (error) {
      tab?.close();
      notifyError(sentenceOf(error, texts.paymentFailed), texts.paymentFailedTitle);
    } finally {
      setIsBusy(false);
    }
  }
  return { isBusy, finalize: run };
}
