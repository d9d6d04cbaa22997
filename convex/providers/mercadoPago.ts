import * as z from "zod/mini";
import { fromDecimal, toDecimalString, type Cents } from "../../domain/money";
import type { PaymentItem } from "../../domain/paymentRequest";
import type { PaymentMethod, PaymentStatus } from "../../domain/payments";
import { exchange, isPassingStatus, plainFetch, type Exchange, type ProviderRequest } from "./exchange";

/**
 * Mercado Pago, Checkout Pro: payment links and what became of payments. Its field names, its reais and its words stop
 * in this file.
 *
 * Source: contracts/mercado-pago.md.
 */

export const MERCADO_PAGO_URL = "https://api.mercadopago.com";
const TIMEOUT_MS = 10_000;
const CURRENCY = "BRL";

/** Where a company's account is spoken to, and with what. */
export interface MercadoPagoAccess {
  readonly baseUrl: string;
  readonly accessToken: string;
}

/** `unavailable`: no answer, or none for now. `nonsense`: an answer that is not one. */
export type PaymentFailure =
  | { readonly kind: "unavailable" }
  | { readonly kind: "unauthorized" }
  | { readonly kind: "not_found" }
  | { readonly kind: "nonsense" }
  | { readonly kind: "refused"; readonly reason: string };

export type PaymentAnswer<Value> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly failure: PaymentFailure };

/** What a link is to ask for. */
export interface LinkRequest {
  /** Says which link of which order this is: the same key makes the same link, however often it is sent. */
  readonly idempotencyKey: string;
  readonly reference: string;
  readonly items: readonly PaymentItem[];
  readonly payer: {
    readonly name: string | null;
    readonly email: string | null;
    readonly cpf: string | null;
    /** Digits with country code. */
    readonly phone: string;
    readonly cep: string | null;
    readonly street: string | null;
    readonly streetNumber: string | null;
  };
  /** Where the payer comes back to; null where no such address is fit for the provider. */
  readonly returnUrl: string | null;
  readonly notificationUrl: string | null;
  readonly statementDescriptor: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly metadata: Readonly<Record<string, string | number>>;
}

export interface MadeLink {
  readonly preferenceId: string;
  readonly url: string;
  /** The seller's number there; null where it is not said. */
  readonly collectorId: string | null;
}

/** What the provider says of one payment, in our words. */
export interface PaymentNews {
  readonly paymentId: string;
  /** As was given when the link was made. */
  readonly reference: string | null;
  /** The `link` of the metadata. */
  readonly linkKey: string | null;
  readonly collectorId: string | null;
  readonly status: PaymentStatus;
  readonly statusDetail: string;
  readonly method: PaymentMethod;
  readonly amountCents: Cents;
  readonly refundedCents: Cents;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly approvedAt: number | null;
  readonly updatedAt: number;
}

/** Makes a payment link, or gives the one that this key has made before. */
export async function createLink(access: MercadoPagoAccess, request: LinkRequest): Promise<PaymentAnswer<MadeLink>> {
  const said = await call(
    access,
    { method: "POST", path: "/checkout/preferences", body: toPreference(request), key: request.idempotencyKey },
    { isRepeatable: true },
  );
  return read(said, vPreference, (preference) => {
    const url = isTrial(access) ? (preference.sandbox_init_point ?? preference.init_point) : preference.init_point;
    return isHttpUrl(url)
      ? { preferenceId: preference.id, url, collectorId: textOf(preference.collector_id) }
      : undefined;
  });
}

/** Makes a link that nobody can pay by any more; may be repeated. */
export async function expireLink(
  access: MercadoPagoAccess,
  { preferenceId, createdAt, now }: { readonly preferenceId: string; readonly createdAt: number; readonly now: number },
): Promise<PaymentAnswer<null>> {
  const body = { expires: true, expiration_date_from: isoTime(createdAt), expiration_date_to: isoTime(now) };
  const path = `/checkout/preferences/${encodeURIComponent(preferenceId)}`;
  const said = await call(access, { method: "PUT", path, body, key: `expire-${preferenceId}` }, { isRepeatable: true });
  return read(said, z.object({ id: z.string() }), () => null);
}

export async function getPayment(
  access: MercadoPagoAccess,
  paymentId: string,
): Promise<PaymentAnswer<PaymentNews | "foreign_currency">> {
  const path = `/v1/payments/${encodeURIComponent(paymentId)}`;
  return read(await call(access, { method: "GET", path }, { isRepeatable: true }), vPayment, toNews);
}

/** More payments than anybody tries for one order. */
const SEARCH_PAGE = 30;
const SEARCH_PAGES = 5;

/** Every payment that was made towards a reference. */
export async function searchPayments(
  access: MercadoPagoAccess,
  reference: string,
): Promise<PaymentAnswer<PaymentNews[]>> {
  const found: PaymentNews[] = [];
  for (let page = 0; page < SEARCH_PAGES; page += 1) {
    const query = new URLSearchParams({
      external_reference: reference,
      sort: "date_created",
      criteria: "desc",
      limit: String(SEARCH_PAGE),
      offset: String(page * SEARCH_PAGE),
    });
    const said = await call(access, { method: "GET", path: `/v1/payments/search?${query}` }, { isRepeatable: true });
    const answer = read(said, vSearch, (result) => result);
    if (!answer.ok) return answer;
    for (const result of answer.value.results) {
      // One that cannot be understood must not hide the others.
      const payment = vPayment.safeParse(result);
      const news = payment.success ? toNews(payment.data) : undefined;
      if (news !== undefined && news !== "foreign_currency" && news.reference === reference) found.push(news);
    }
    if (answer.value.results.length < SEARCH_PAGE) break;
  }
  return { ok: true, value: found };
}

/** Takes back a payment that its payer has not finished; may be repeated. */
export async function cancelPayment(access: MercadoPagoAccess, paymentId: string): Promise<PaymentAnswer<null>> {
  const path = `/v1/payments/${encodeURIComponent(paymentId)}`;
  const request = { method: "PUT", path, body: { status: "cancelled" }, key: `cancel-${paymentId}` } as const;
  return read(await call(access, request, { isRepeatable: true }), z.unknown(), () => null);
}

/** Whether the account can be spoken to with these credentials: asks for one payment and looks at nothing of it. */
export async function testAccess(access: MercadoPagoAccess): Promise<PaymentAnswer<null>> {
  const path = "/v1/payments/search?limit=1";
  return read(await call(access, { method: "GET", path }, { isRepeatable: true }), vSearch, () => null);
}

interface Call {
  readonly method: ProviderRequest["method"];
  readonly path: string;
  readonly body?: object;
  /** Goes along with every request that changes something. */
  readonly key?: string;
}

async function call(
  { baseUrl, accessToken }: MercadoPagoAccess,
  { method, path, body, key }: Call,
  how: { readonly isRepeatable: boolean },
): Promise<Exchange> {
  const request: ProviderRequest = {
    method,
    url: `${baseUrl}${path}`,
    headers: {
      Accept: "application/json",
      Authorization: `Bearer ${accessToken}`,
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      ...(key === undefined ? {} : { "X-Idempotency-Key": key }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    timeoutMs: TIMEOUT_MS,
  };
  return await exchange(plainFetch, request, how);
}

/** @param take the value of an answer of the right shape; undefined where it is none after all */
function read<Shape, Value>(
  said: Exchange,
  shape: z.ZodMiniType<Shape>,
  take: (shaped: Shape) => Value | undefined,
): PaymentAnswer<Value> {
  if (said.kind === "lost") return { ok: false, failure: { kind: "unavailable" } };
  const { status, json } = said;
  if (status < 200 || status >= 300) return { ok: false, failure: failureOf(status, json) };
  const shaped = shape.safeParse(json);
  const value = shaped.success ? take(shaped.data) : undefined;
  return value === undefined ? { ok: false, failure: { kind: "nonsense" } } : { ok: true, value };
}

function failureOf(status: number, json: unknown): PaymentFailure {
  if (isPassingStatus(status)) return { kind: "unavailable" };
  const error = vError.safeParse(json);
  if (!error.success) return { kind: status === 404 ? "not_found" : "nonsense" };
  if (status === 401) return { kind: "unauthorized" };
  if (status === 404) return { kind: "not_found" };
  const code = error.data.error ?? "";
  if (code === "invalid_access_token" || code === "unauthorized") return { kind: "unauthorized" };
  return { kind: "refused", reason: REASONS[code] ?? safeReason(error.data.message ?? code) };
}

const MAX_REASON = 200;

/** A reason in the provider's own words, as far as a person can use it. It is shown, so it may not be endless. */
function safeReason(text: string): string {
  const plain = text.replace(/\s+/g, " ").trim();
  return plain === "" ? "sem explicação" : plain.slice(0, MAX_REASON);
}

/** What staff can do about it. Source: contracts/mercado-pago.md §9. */
const REASONS: Readonly<Record<string, string>> = {
  collector_does_not_comply_with_current_regulation:
    "a identidade da conta do Mercado Pago ainda não foi validada. Conclua a validação no Mercado Pago.",
  invalid_collector_id: "a conta do Mercado Pago não pode receber pagamentos",
  invalid_items: "um dos itens tem valor ou quantidade inválidos",
  invalid_back_urls: "o endereço público da loja não é aceito. Confira em Configurações › Sistema.",
  invalid_auto_return: "o endereço público da loja não é aceito. Confira em Configurações › Sistema.",
  invalid_notification_url: "o endereço para notificações não é aceito. Avise quem cuida da instalação.",
  invalid_payer: "os dados do cliente não são aceitos. Confira nome, CPF e e-mail.",
};

// Ids come as numbers or as texts, depending on the call.
const vId = z.union([z.string(), z.number()]);
const vPreference = z.object({
  id: z.string(),
  init_point: z.string(),
  sandbox_init_point: z.optional(z.nullable(z.string())),
  collector_id: z.optional(z.nullable(vId)),
});
const vPayment = z.object({
  id: vId,
  status: z.string(),
  status_detail: z.optional(z.nullable(z.string())),
  payment_type_id: z.optional(z.nullable(z.string())),
  payment_method_id: z.optional(z.nullable(z.string())),
  currency_id: z.string(),
  transaction_amount: z.number(),
  transaction_amount_refunded: z.optional(z.nullable(z.number())),
  external_reference: z.optional(z.nullable(z.string())),
  metadata: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
  collector_id: z.optional(z.nullable(vId)),
  date_created: z.string(),
  date_approved: z.optional(z.nullable(z.string())),
  date_last_updated: z.optional(z.nullable(z.string())),
});
const vSearch = z.object({ results: z.array(z.unknown()) });
const vError = z.object({
  message: z.optional(z.nullable(z.string())),
  error: z.optional(z.nullable(z.string())),
  status: z.optional(z.unknown()),
});

function toPreference(request: LinkRequest): object {
  const { payer, returnUrl, notificationUrl } = request;
  const [first = "", ...others] = (payer.name ?? "").split(" ");
  return {
    items: request.items.map(({ code, title, quantity, unitPriceCents }) => ({
      id: code,
      title,
      quantity,
      currency_id: CURRENCY,
      unit_price: Number(toDecimalString(unitPriceCents)),
    })),
    payer: {
      ...(first === "" ? {} : { name: first, surname: others.join(" ") }),
      ...(payer.email === null ? {} : { email: payer.email }),
      ...(payer.cpf === null ? {} : { identification: { type: "CPF", number: payer.cpf } }),
      ...phoneOf(payer.phone),
      ...(payer.cep === null
        ? {}
        : {
            address: {
              zip_code: payer.cep,
              ...(payer.street === null ? {} : { street_name: payer.street }),
              ...(payer.streetNumber === null ? {} : { street_number: payer.streetNumber }),
            },
          }),
    },
    // Automatic return needs an address to return to.
    ...(returnUrl === null
      ? {}
      : { back_urls: { success: returnUrl, pending: returnUrl, failure: returnUrl }, auto_return: "approved" }),
    ...(notificationUrl === null ? {} : { notification_url: notificationUrl }),
    external_reference: request.reference,
    ...(request.statementDescriptor === "" ? {} : { statement_descriptor: request.statementDescriptor }),
    expires: true,
    expiration_date_from: isoTime(request.createdAt),
    expiration_date_to: isoTime(request.expiresAt),
    metadata: request.metadata,
  };
}

const BRAZIL = "55";

/** Area code and number apart, which only Brazilian phones have. */
function phoneOf(digits: string): object {
  if (!digits.startsWith(BRAZIL)) return {};
  return { phone: { area_code: digits.slice(2, 4), number: digits.slice(4) } };
}

/** ISO 8601 with milliseconds and offset. */
function isoTime(epochMs: number): string {
  return new Date(epochMs).toISOString().replace("Z", "+00:00");
}

/** Undefined where it is no payment that can be understood. */
function toNews(payment: z.infer<typeof vPayment>): PaymentNews | "foreign_currency" | undefined {
  if (payment.currency_id !== CURRENCY) return "foreign_currency";
  const status = STATUSES[payment.status];
  const amountCents = fromDecimal(payment.transaction_amount);
  const refundedCents = fromDecimal(payment.transaction_amount_refunded ?? 0);
  const createdAt = readTime(payment.date_created);
  if (status === undefined || amountCents === null || refundedCents === null || createdAt === null) return undefined;
  return {
    paymentId: String(payment.id),
    reference: payment.external_reference ?? null,
    linkKey: typeof payment.metadata?.link === "string" ? payment.metadata.link : null,
    collectorId: textOf(payment.collector_id),
    status,
    statusDetail: (payment.status_detail ?? "").slice(0, MAX_REASON),
    method: methodOf(payment),
    amountCents,
    refundedCents: status === "refunded" ? amountCents : refundedCents,
    createdAt,
    approvedAt: readTime(payment.date_approved),
    updatedAt: readTime(payment.date_last_updated) ?? readTime(payment.date_approved) ?? createdAt,
  };
}

const STATUSES: Readonly<Record<string, PaymentStatus | undefined>> = {
  pending: "pending",
  in_process: "in_review",
  authorized: "authorized",
  approved: "approved",
  in_mediation: "in_mediation",
  rejected: "rejected",
  cancelled: "cancelled",
  refunded: "refunded",
  charged_back: "charged_back",
};

function methodOf(payment: z.infer<typeof vPayment>): PaymentMethod {
  if (payment.payment_method_id === "pix") return "pix";
  switch (payment.payment_type_id) {
    case "credit_card":
    case "debit_card":
    case "prepaid_card":
      return "card";
    case "bank_transfer":
      return "pix";
    case "account_money":
      return "balance";
    case "ticket":
      return "boleto";
    default:
      return "other";
  }
}

function readTime(text: string | null | undefined): number | null {
  const epochMs = text === null || text === undefined ? NaN : Date.parse(text);
  return Number.isNaN(epochMs) ? null : epochMs;
}

function textOf(id: string | number | null | undefined): string | null {
  return id === null || id === undefined ? null : String(id);
}

/** Credentials on trial open the trial's link. Source: contracts/mercado-pago.md §2. */
function isTrial({ accessToken }: MercadoPagoAccess): boolean {
  return accessToken.startsWith("TEST-");
}

/** A link is opened by a browser: nothing but an address of the web may be one. */
function isHttpUrl(text: string): boolean {
  return /^https?:\/\/[^\s]+$/.test(text);
}
