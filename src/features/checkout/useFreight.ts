import { useEffect, useRef, useState } from "react";
import { isCep } from "../../../domain/addresses";
import { notifyError, notifyInfo } from "../../lib/notify";
import { refusalOf } from "../../lib/refusal";
import { reportError } from "../../lib/reportError";
import { texts } from "./texts";
import { useCheckoutChanges, type CheckoutOrder } from "./useCheckout";

export interface Freight {
  readonly isQuoting: boolean;
  /** Why the last quote failed; null when it did not. */
  readonly failure: string | null;
  /** @param cep 8 digits */
  readonly quote: (cep: string) => void;
  /** The option that is on its way to the server. */
  readonly choosing: string | null;
  readonly choose: (optionId: string) => void;
}

/**
 * Asks the server for freight and tells what came of it; the options themselves come with the order. Of several quotes
 * that are on their way the last one speaks.
 */
export function useFreight(order: CheckoutOrder): Freight {
  const { quoteFreight, chooseFreight } = useCheckoutChanges();
  const { orderId } = order;
  const [quoting, setQuoting] = useState(0);
  const [failure, setFailure] = useState<string | null>(null);
  const [choosing, setChoosing] = useState<string | null>(null);
  const question = useRef(0);

  async function quote(cep: string) {
    const mine = ++question.current;
    setQuoting(mine);
    setFailure(null);
    try {
      const answer = await quoteFreight({ orderId, cep });
      if (mine === question.current) tell(answer);
    } catch (error) {
      if (mine === question.current) fail(refusalOf(error)?.message ?? null);
    } finally {
      if (mine === question.current) setQuoting(0);
    }
  }
  function tell({ outcome, found, reason }: Awaited<ReturnType<typeof quoteFreight>>) {
    if (outcome === "failed") return fail(reason);
    if (outcome === "calculated") notifyInfo(texts.quoted, texts.quotedCount(found));
    else notifyInfo(texts.pickupOnly, texts.pickupOnlyDetail);
  }
  function fail(reason: string | null) {
    const sentence = reason ?? texts.quoteFailedDetail;
    setFailure(sentence);
    notifyError(sentence, texts.quoteFailed);
  }
  function choose(optionId: string) {
    setChoosing(optionId);
    chooseFreight({ orderId, optionId })
      .catch((error: unknown) => reportError(error, texts.chooseFailed))
      .finally(() => setChoosing((waiting) => (waiting === optionId ? null : waiting)));
  }

  // An order whose address is known already has its freight calculated when it is opened for the first time.
  const cep = order.customer.address?.cep ?? "";
  const firstCep =
    !order.isPaid && order.freight.quotedCep === null && order.lines.length > 0 && isCep(cep) ? cep : null;
  const onFirst = useRef(quote);
  useEffect(() => {
    onFirst.current = quote;
  });
  const [opened] = useState(firstCep);
  useEffect(() => {
    if (opened !== null) void onFirst.current(opened);
  }, [opened]);

  return { isQuoting: quoting > 0, failure, quote: (typed) => void quote(typed), choosing, choose };
}
