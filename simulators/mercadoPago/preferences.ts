import { randomUUID } from "node:crypto";
import {
  asFields,
  asList,
  asText,
  json,
  parseJson,
  type Answer,
  type Fields,
  type Request,
  type Route,
} from "../server/exchange";
import { isoInBrasilia, parseIsoWithOffset } from "../server/instants";
import { toCents } from "../server/money";
import type { Surroundings } from "../server/simulator";
import type { Accounts } from "./accounts";
import { refuse } from "./errors";
import type { Idempotency } from "./idempotency";
import { checkPreference, type PreferenceRules } from "./preferenceRules";
import { nextId, type MercadoPagoState, type Preference } from "./state";

/** Payment links. Source: contracts/mercado-pago.md §2. */
export class Preferences {
  constructor(
    private readonly around: Surroundings<MercadoPagoState>,
    private readonly accounts: Accounts,
    private readonly idempotency: Idempotency,
    readonly rules: PreferenceRules,
  ) {}

  routes(): Route[] {
    return [
      { method: "POST", pattern: "/checkout/preferences", handle: (request) => this.#create(request) },
      { method: "GET", pattern: "/checkout/preferences/search", handle: (request) => this.#search(request) },
      { method: "GET", pattern: "/checkout/preferences/:id", handle: (request) => this.#read(request) },
      { method: "PUT", pattern: "/checkout/preferences/:id", handle: (request) => this.#change(request) },
    ];
  }

  find(id: string): Preference | undefined {
    return this.around.state.preferences.find((preference) => preference.id === id);
  }

  /** Whether a person who opens the link can pay now. */
  isOpen({ fields }: Preference): boolean {
    if (fields.expires !== true) return true;
    const now = this.around.clock.now();
    const from = parseIsoWithOffset(asText(fields.expiration_date_from) ?? "") ?? now;
    const to = parseIsoWithOffset(asText(fields.expiration_date_to) ?? "") ?? Infinity;
    return from <= now && now < to;
  }

  #create(request: Request): Promise<Answer> {
    const account = this.accounts.of(request);
    return this.idempotency.once(request, account, { isMandatory: false }, () => {
      const fields = bodyOf(request);
      checkPreference(fields, this.rules);
      const { state, clock } = this.around;
      const preference: Preference = {
        id: `${account.collectorId}-${randomUUID()}`,
        collectorId: account.collectorId,
        createdAt: clock.now(),
        merchantOrderId: nextId(state),
        fields,
      };
      state.preferences.push(preference);
      return json(201, this.#view(preference));
    });
  }

  #read(request: Request): Answer {
    return json(200, this.#view(this.#own(request)));
  }

  #change(request: Request): Promise<Answer> {
    const preference = this.#own(request);
    return this.idempotency.once(request, this.accounts.of(request), { isMandatory: false }, () => {
      const fields = { ...preference.fields, ...bodyOf(request) };
      checkPreference(fields, this.rules);
      preference.fields = fields;
      return json(200, this.#view(preference));
    });
  }

  #search(request: Request): Answer {
    const { collectorId } = this.accounts.of(request);
    const reference = request.query.get("external_reference");
    const found = this.around.state.preferences.filter(
      (preference) =>
        preference.collectorId === collectorId &&
        (reference === null || preference.fields.external_reference === reference),
    );
    const limit = Number(request.query.get("limit") ?? 30);
    const offset = Number(request.query.get("offset") ?? 0);
    const elements = found.slice(offset, offset + limit).map((preference) => this.#view(preference));
    return json(200, { elements, next_offset: offset + elements.length, total: found.length });
  }

  /** Another seller's is as good as none. */
  #own(request: Request): Preference {
    const { collectorId } = this.accounts.of(request);
    const preference = this.find(request.params.id ?? "");
    return preference?.collectorId === collectorId
      ? preference
      : refuse(404, "not_found", `The preference with identifier ${request.params.id ?? ""} was not found`);
  }

  #view({ id, collectorId, createdAt, fields }: Preference): Fields {
    const link = `${this.around.ownUrl()}/checkout/v1/redirect?pref_id=${id}`;
    return {
      ...fields,
      id,
      client_id: this.accounts.byId(collectorId).clientId,
      collector_id: collectorId,
      site_id: "MLB",
      operation_type: "regular_payment",
      external_reference: fields.external_reference ?? "",
      init_point: link,
      sandbox_init_point: `${link}&sandbox=true`,
      date_created: isoInBrasilia(createdAt),
    };
  }
}

function bodyOf(request: Request): Fields {
  const body = parseJson(request.body);
  return body === undefined ? refuse(400, "bad_request", "invalid json") : asFields(body);
}

export interface PreferenceLine {
  readonly title: string;
  readonly quantity: number;
  readonly cents: number;
}

export function linesOf({ fields }: Preference): PreferenceLine[] {
  return asList(fields.items)
    .map(asFields)
    .map(({ title, quantity, unit_price }) => {
      // Both were checked when the preference was made.
      const [pieces, price] = [Number(quantity), Number(unit_price)];
      return { title: asText(title) ?? "", quantity: pieces, cents: pieces * toCents(price) };
    });
}

export function itemsCents(preference: Preference): number {
  return linesOf(preference).reduce((sum, { cents }) => sum + cents, 0);
}

export function shippingCents({ fields }: Preference): number {
  const { cost } = asFields(fields.shipments);
  return typeof cost === "number" ? toCents(cost) : 0;
}

export function excludes({ fields }: Preference, paymentType: string): boolean {
  const excluded = asList(asFields(fields.payment_methods).excluded_payment_types);
  return excluded.map(asFields).some(({ id }) => id === paymentType);
}

export function backUrl({ fields }: Preference, key: "success" | "pending" | "failure"): string | null {
  return asText(asFields(fields.back_urls)[key]) || null;
}
