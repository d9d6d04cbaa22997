import { expect, test } from "vitest";
import { furthestDelivery, type Delivery } from "../../domain/messagesDelivery";

const rows: [string, Delivery | null, Delivery, Delivery][] = [
  ["the first notice counts, whichever it is", null, "read", "read"],
  ["delivered after sent", "sent", "delivered", "delivered"],
  ["sent that comes late changes nothing", "delivered", "sent", "delivered"],
  ["delivered after read changes nothing", "read", "delivered", "read"],
  ["the same twice", "delivered", "delivered", "delivered"],
  ["it left, and then failed", "sent", "failed", "failed"],
  ["a failure that comes late is no failure", "delivered", "failed", "delivered"],
  ["what arrived has not failed", "failed", "read", "read"],
  ["having left does not mend a failure", "failed", "sent", "failed"],
];

test.each(rows)("%s", (_title, known, told, expected) => {
  expect(furthestDelivery(known, told)).toBe(expected);
});
