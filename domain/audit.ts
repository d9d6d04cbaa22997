/** What is written down in the audit log. Source: product.md "People". */
export const AUDIT_ACTIONS = [
  "order_removed",
  "order_paid_changed",
  "order_price_changed",
  "order_total_adjusted",
  "order_phone_changed",
  "order_merged",
  "person_invited",
  "invite_revoked",
  "person_joined",
  "person_assigned",
  "person_removed",
  "role_changed",
  "password_set",
  "password_changed",
  "password_recovered",
  "super_admin_changed",
  "tenant_created",
  "tenant_changed",
  "tenant_switched",
  "tenant_removed",
  "settings_changed",
  "secret_changed",
  "secret_revealed",
  "coupon_created",
  "coupon_changed",
  "coupon_removed",
  "gift_created",
  "gift_changed",
  "gift_removed",
  "screen_link_created",
  "screen_link_revoked",
  "product_created",
  "product_changed",
  "product_removed",
  "stock_moved",
  "template_created",
  "template_changed",
  "template_removed",
  "raffle_drawn",
  "customer_created",
  "customer_changed",
  "customer_removed",
  "customers_merged",
  "products_imported",
  "customers_imported",
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export const AUDIT_RECORDS = [
  "order",
  "person",
  "invite",
  "tenant",
  "settings",
  "secret",
  "coupon",
  "gift",
  "screen_link",
  "product",
  "template",
  "raffle",
  "customer",
  "import",
] as const;

export type AuditRecord = (typeof AUDIT_RECORDS)[number];

/** A number, a flag, a text or nothing, by the name of its field. */
export type AuditValues = Readonly<Record<string, null | boolean | number | string>>;

/** Only what differs: the fields of `after` whose value is another than in `before`, on both sides. */
export function changedValues(before: AuditValues, after: AuditValues): { before: AuditValues; after: AuditValues } {
  const fields = Object.keys(after).filter((field) => before[field] !== after[field]);
  return { before: pick(before, fields), after: pick(after, fields) };
}

function pick(values: AuditValues, fields: readonly string[]): AuditValues {
  return Object.fromEntries(fields.map((field) => [field, values[field] ?? null]));
}
