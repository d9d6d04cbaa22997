import { refusalMessage } from "../../../domain/errors";
import { parsePhone } from "../../../domain/phone";

/** An order's number has a `#`, or far fewer digits than the shortest phone; the server reads it so too. */
const ORDER_NUMBER = /^\s*(#\s*\d{1,9}|\d{1,6})\s*$/;

/** Why a text is neither a phone nor an order's number; null when it is one. Source: specification §5 "Checkout lookup". */
export function checkOrderSearch(text: string): string | null {
  return ORDER_NUMBER.test(text) ? null : checkPhoneSearch(text);
}

export function checkPhoneSearch(text: string): string | null {
  const phone = parsePhone(text);
  return phone.ok ? null : refusalMessage(phone.refusal.code, phone.refusal.params);
}
