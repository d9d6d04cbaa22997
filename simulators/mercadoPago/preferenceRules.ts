import { asFields, asList, asText, type Fields } from "../server/exchange";
import { LOOPBACK_ADDRESS } from "../server/grants";
import { parseIsoWithOffset } from "../server/instants";
import { isWholeCents } from "../server/money";
import { refuse } from "./errors";

const LONGEST_NOTIFICATION_URL = 248;
const LONGEST_EMAIL = 150;
const MOST_INSTALLMENTS = 36;

export interface PreferenceRules {
  /** A shop on one machine has no public address: its own are taken as if they were. */
  acceptsLoopback: boolean;
}

/** Refused with 400 and the code of the first thing that is wrong. Source: contracts/mercado-pago.md §2, §9. */
export function checkPreference(fields: Fields, rules: PreferenceRules): void {
  checkItems(fields.items);
  checkShipments(fields.shipments);
  checkAddresses(fields, rules);
  checkPaymentMethods(fields.payment_methods);
  checkPayer(fields.payer);
  if (fields.binary_mode !== undefined && typeof fields.binary_mode !== "boolean")
    refuse(400, "invalid_binary_mode", "binary_mode invalid");
  checkDates(fields);
}

function checkItems(items: unknown): void {
  if (asList(items).length === 0) refuse(400, "invalid_items", "items needed");
  for (const item of asList(items).map(asFields)) {
    if (!asText(item.title)) refuse(400, "invalid_items", "title needed");
    if (!isWhole(item.quantity) || item.quantity < 1) refuse(400, "invalid_items", "quantity invalid");
    if (typeof item.unit_price !== "number" || !(item.unit_price > 0) || !isWholeCents(item.unit_price))
      refuse(400, "invalid_items", "unit_price invalid");
    if (item.currency_id !== undefined && item.currency_id !== "BRL")
      refuse(400, "invalid_items", "currency_id invalid");
  }
}

const isWhole = (value: unknown): value is number => Number.isInteger(value);

function checkShipments(shipments: unknown): void {
  const { cost } = asFields(shipments);
  if (cost !== undefined && (typeof cost !== "number" || cost < 0))
    refuse(400, "invalid_shipments", "shipments.cost must be a number");
}

function checkAddresses({ back_urls, auto_return, notification_url }: Fields, rules: PreferenceRules): void {
  const backUrls = asFields(back_urls);
  for (const key of ["success", "pending", "failure"]) {
    const url = backUrls[key];
    if (url !== undefined && url !== "" && !isPublic(url, rules)) refuse(400, "invalid_back_urls", "back_urls invalid");
  }
  if (auto_return !== undefined) {
    if (auto_return !== "approved" && auto_return !== "all") refuse(400, "invalid_auto_return", "auto_return invalid");
    if (!asText(backUrls.success))
      refuse(400, "invalid_auto_return", "auto_return invalid. back_url.success must be defined");
  }
  if (notification_url === undefined || notification_url === null) return;
  const isLoopback = LOOPBACK_ADDRESS.test(asText(notification_url) ?? "");
  const isSecure = asText(notification_url)?.startsWith("https://") ?? false;
  const isReachable = isPublic(notification_url, rules) && (isSecure || (isLoopback && rules.acceptsLoopback));
  if (!isReachable || (asText(notification_url) ?? "").length > LONGEST_NOTIFICATION_URL)
    refuse(400, "invalid_notification_url", "notification_url attribute must be url valid");
}

function isPublic(url: unknown, { acceptsLoopback }: PreferenceRules): boolean {
  const text = asText(url) ?? "";
  return URL.canParse(text) && /^https?:\/\//.test(text) && (acceptsLoopback || !LOOPBACK_ADDRESS.test(text));
}

function checkPaymentMethods(methods: unknown): void {
  const { installments } = asFields(methods);
  if (installments === undefined || installments === null) return;
  if (!isWhole(installments) || installments < 1 || installments > MOST_INSTALLMENTS)
    refuse(400, "invalid_payment_methods", "payment_methods.installments invalid");
}

function checkPayer(payer: unknown): void {
  const { email } = asFields(payer);
  if (email === undefined || email === null || email === "") return;
  if (typeof email !== "string" || email.length > LONGEST_EMAIL || !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email))
    refuse(400, "invalid_payer", "payer.email invalid");
}

function checkDates(fields: Fields): void {
  const from = checkedDate(fields.expiration_date_from, "invalid_expiration_date_from");
  const to = checkedDate(fields.expiration_date_to, "invalid_expiration_date_to");
  checkedDate(fields.date_of_expiration, "invalid_date");
  if (from !== null && to !== null && to < from)
    refuse(400, "invalid_expiration_date_to", "expiration_date_to invalid. It must be after expiration_date_from");
}

function checkedDate(value: unknown, error: string): number | null {
  if (value === undefined || value === null) return null;
  const at = parseIsoWithOffset(asText(value) ?? "");
  return at ?? refuse(400, error, "date must be in the format yyyy-MM-dd'T'HH:mm:ss.SSSZ");
}
