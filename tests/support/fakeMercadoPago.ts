/**
 * Mercado Pago in the memory of a test, for functions that run where no server can: as much of contracts/mercado-pago.md
 * as a shop's side speaks to. The simulator (simulators/mercadoPago) is the whole of it.
 */

export interface FakePayment {
  id: number;
  external_reference: string;
  status: string;
  status_detail: string;
  payment_method_id: string;
  payment_type_id: string;
  currency_id: string;
  transaction_amount: number;
  transaction_amount_refunded: number;
  collector_id: number;
  metadata: Record<string, unknown>;
  date_created: string;
  date_approved: string | null;
  date_last_updated: string;
}

export interface FakePreference {
  id: string;
  collector_id: number;
  external_reference: string;
  items: { id: string; title: string; quantity: number; unit_price: number; currency_id: string }[];
  expiration_date_to: string;
  notification_url?: string;
  back_urls?: Record<string, string>;
  payer: Record<string, unknown>;
  metadata: Record<string, unknown>;
}

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly key: string | null;
  readonly authorization: string | null;
  readonly body: unknown;
}

/** What happens instead of an answer, or after the work is done and before the answer leaves. */
export type Fault = "down" | "500" | "429" | "401" | "html" | "empty" | "lost_answer";

export const FAKE_URL = "https://mp.test";

export class FakeMercadoPago {
  /** Token → seller. */
  readonly sellers = new Map<string, number>();
  readonly preferences = new Map<string, FakePreference>();
  readonly payments = new Map<number, FakePayment>();
  readonly received: Received[] = [];
  /** Used up one by one; the last of an endless row stays with `faultForEver`. */
  faults: Fault[] = [];
  faultForEver: Fault | null = null;
  /** Called with each fault: whoever waits before the next try need not wait in earnest. */
  onFault: () => void = () => undefined;
  private readonly byKey = new Map<string, Response>();
  private nextId = 1_319_876_543;

  addSeller(token: string, collectorId: number): void {
    this.sellers.set(token, collectorId);
  }

  readonly fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, { ...init, signal: null, redirect: "follow" });
    const url = new URL(request.url);
    if (url.origin !== FAKE_URL) throw new TypeError(`nobody is at ${url.origin}`);
    const text = await request.text();
    const body: unknown = text === "" ? undefined : JSON.parse(text);
    const key = request.headers.get("X-Idempotency-Key");
    const authorization = request.headers.get("Authorization");
    this.received.push({ method: request.method, path: url.pathname + url.search, key, authorization, body });
    const fault = this.faults.shift() ?? this.faultForEver;
    if (fault !== null) this.onFault();
    if (fault === "down") throw new TypeError("fetch failed");
    if (fault === "500")
      return json(500, { message: "internal error", error: "internal_error", status: 500, cause: [] });
    if (fault === "429") return json(429, { message: "too many requests", error: "too_many", status: 429, cause: [] });
    if (fault === "html") return new Response("<html>Manutenção</html>", { status: 200 });
    if (fault === "empty") return json(200, {});
    const collector = this.sellers.get((authorization ?? "").replace("Bearer ", ""));
    if (collector === undefined || fault === "401") {
      return json(401, { message: "invalid access token", error: "unauthorized", status: 401, cause: [] });
    }
    const answer = this.answer(request.method, url, key, body, collector);
    if (fault === "lost_answer") throw new TypeError("fetch failed");
    return answer;
  };

  private answer(method: string, url: URL, key: string | null, body: unknown, collector: number): Response {
    const path = url.pathname;
    const stored = key === null ? undefined : this.byKey.get(`${method} ${path} ${key}`);
    if (stored !== undefined) return stored.clone();
    const answer = this.work(method, url, body, collector);
    if (key !== null) this.byKey.set(`${method} ${path} ${key}`, answer.clone());
    return answer;
  }

  private work(method: string, url: URL, body: unknown, collector: number): Response {
    const path = url.pathname;
    if (method === "POST" && path === "/checkout/preferences") return this.createPreference(body, collector);
    const preference = /^\/checkout\/preferences\/(.+)$/.exec(path)?.[1];
    if (method === "PUT" && preference !== undefined) return this.changePreference(preference, body, collector);
    if (method === "GET" && path === "/v1/payments/search") return this.search(url.searchParams, collector);
    const payment = this.payments.get(Number(/^\/v1\/payments\/(\d+)$/.exec(path)?.[1]));
    if (payment === undefined || payment.collector_id !== collector) return notFound();
    if (method === "PUT") {
      if (payment.status !== "pending" && payment.status !== "in_process") return json(400, refusal("bad_request"));
      this.change(payment.id, { status: "cancelled", status_detail: "by_collector" });
    }
    return json(200, payment);
  }

  private createPreference(body: unknown, collector: number): Response {
    const asked = body as FakePreference & { auto_return?: string; notification_url?: string };
    const isBad = asked.items.length === 0 || asked.items.some(({ unit_price }) => !(unit_price > 0));
    if (isBad) return json(400, refusal("invalid_items"));
    if (asked.auto_return !== undefined && asked.back_urls?.success === undefined)
      return json(400, refusal("invalid_auto_return"));
    const id = `${collector}-${crypto.randomUUID()}`;
    this.preferences.set(id, { ...asked, id, collector_id: collector });
    return json(201, {
      id,
      collector_id: collector,
      init_point: `${FAKE_URL}/checkout/v1/redirect?pref_id=${id}`,
      sandbox_init_point: `${FAKE_URL}/sandbox/redirect?pref_id=${id}`,
      external_reference: asked.external_reference,
    });
  }

  private changePreference(id: string, body: unknown, collector: number): Response {
    const preference = this.preferences.get(id);
    if (preference === undefined || preference.collector_id !== collector) return notFound();
    this.preferences.set(id, { ...preference, ...(body as Partial<FakePreference>) });
    return json(200, { id });
  }

  private search(query: URLSearchParams, collector: number): Response {
    const all = [...this.payments.values()].filter(
      (payment) =>
        payment.collector_id === collector &&
        (query.get("external_reference") ?? payment.external_reference) === payment.external_reference,
    );
    const [limit, offset] = [Number(query.get("limit") ?? 30), Number(query.get("offset") ?? 0)];
    return json(200, { paging: { total: all.length, limit, offset }, results: all.slice(offset, offset + limit) });
  }

  /** The total that a link asks for, in reais. */
  amountOf(preferenceId: string): number {
    const items = this.preferenceOf(preferenceId).items;
    return Number(items.reduce((sum, item) => sum + item.unit_price * item.quantity, 0).toFixed(2));
  }

  preferenceOf(preferenceId: string): FakePreference {
    const preference = this.preferences.get(preferenceId);
    if (preference === undefined) throw new Error(`there should be a preference ${preferenceId}`);
    return preference;
  }

  /** Somebody pays by a link. */
  pay(preferenceId: string, fields: Partial<FakePayment> = {}): FakePayment {
    const { external_reference, collector_id, metadata } = this.preferenceOf(preferenceId);
    const now = new Date(Date.now()).toISOString().replace("Z", "+00:00");
    const status = fields.status ?? "approved";
    const payment: FakePayment = {
      id: this.nextId,
      external_reference,
      status,
      status_detail: status === "approved" ? "accredited" : "pending_waiting_transfer",
      payment_method_id: "pix",
      payment_type_id: "bank_transfer",
      currency_id: "BRL",
      transaction_amount: this.amountOf(preferenceId),
      transaction_amount_refunded: 0,
      collector_id,
      metadata,
      date_created: now,
      date_approved: status === "approved" ? now : null,
      date_last_updated: now,
      ...fields,
    };
    this.nextId += 1;
    this.payments.set(payment.id, payment);
    return payment;
  }

  /** The payment gets on; its clock too. */
  change(id: number, fields: Partial<FakePayment>): FakePayment {
    const payment = this.payments.get(id);
    if (payment === undefined) throw new Error(`there should be a payment ${id}`);
    const at = new Date(Math.max(Date.now(), Date.parse(payment.date_last_updated) + 1)).toISOString();
    const changed = { ...payment, date_last_updated: at, ...fields };
    if (changed.status === "approved" && changed.date_approved === null) changed.date_approved = at;
    this.payments.set(id, changed);
    return changed;
  }

  count(method: string, path: RegExp): number {
    return this.received.filter((request) => request.method === method && path.test(request.path)).length;
  }
}

function json(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json" } });
}

const refusal = (error: string) => ({ message: `${error}: no`, error, status: 400, cause: null });
const notFound = () => json(404, { message: "not found", error: "not_found", status: 404, cause: [] });
