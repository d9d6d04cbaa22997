import type { Payment } from "./state";
import { refuse } from "./errors";

const INSTANTS = {
  date_created: ({ createdAt }: Payment) => createdAt,
  date_approved: ({ approvedAt }: Payment) => approvedAt,
  date_last_updated: ({ updatedAt }: Payment) => updatedAt,
  money_release_date: ({ approvedAt }: Payment) => approvedAt,
} as const;
type Instant = keyof typeof INSTANTS;

const UNIT_MS: Readonly<Record<string, number>> = {
  MINUTE: 60_000,
  HOUR: 3_600_000,
  DAY: 86_400_000,
  MONTH: 30 * 86_400_000,
};
const MOST_RESULTS = 1_000;

/** Source: contracts/mercado-pago.md §4 "Search". */
export function searchPayments(
  payments: readonly Payment[],
  query: URLSearchParams,
  now: number,
): { readonly total: number; readonly limit: number; readonly offset: number; readonly results: Payment[] } {
  const limit = wholeNumber(query.get("limit") ?? "30", MOST_RESULTS);
  const offset = wholeNumber(query.get("offset") ?? "0", Infinity);
  const sort = instantNamed(query.get("sort") ?? "date_created");
  const direction = query.get("criteria") === "asc" ? 1 : -1;
  const found = payments
    .filter((payment) => fits(payment, query, now))
    .sort((a, b) => direction * ((sort(a) ?? 0) - (sort(b) ?? 0) || a.id - b.id));
  return { total: found.length, limit, offset, results: found.slice(offset, offset + limit) };
}

function fits(payment: Payment, query: URLSearchParams, now: number): boolean {
  const isWanted = (name: string, actual: string | null): boolean => (query.get(name) ?? actual) === actual;
  if (!isWanted("external_reference", payment.externalReference) || !isWanted("status", payment.status)) return false;
  if (!isWanted("id", String(payment.id)) || !isWanted("payment_method_id", payment.method.id)) return false;
  const range = query.get("range");
  if (range === null) return true;
  const at = instantNamed(range)(payment);
  const begin = instant(query.get("begin_date") ?? "NOW-30DAYS", now);
  const end = instant(query.get("end_date") ?? "NOW", now);
  return at !== null && begin <= at && at <= end;
}

function instantNamed(name: string): (payment: Payment) => number | null {
  return name in INSTANTS ? INSTANTS[name as Instant] : refuse(400, "bad_request", `Invalid value: ${name}`, []);
}

/** `NOW`, `NOW-30DAYS`, or a time with an offset. */
function instant(text: string, now: number): number {
  const relative = /^NOW(?:([+-])(\d+)([A-Z]+?)S?)?$/.exec(text);
  if (relative === null) {
    const at = Date.parse(text);
    return Number.isNaN(at) ? refuse(400, "bad_request", `Invalid date: ${text}`, []) : at;
  }
  const [, sign, count = "0", unit = "DAY"] = relative;
  const unitMs = UNIT_MS[unit] ?? refuse(400, "bad_request", `Invalid date: ${text}`, []);
  return now + (sign === "-" ? -1 : 1) * Number(count) * unitMs;
}

function wholeNumber(text: string, most: number): number {
  const number = Number(text);
  return Number.isInteger(number) && number >= 0 && number <= most
    ? number
    : refuse(400, "bad_request", `Invalid value: ${text}`, []);
}
