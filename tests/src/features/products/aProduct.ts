/** A product as the list shows it; C151, active, no picture. */
export function aProduct(change: Record<string, unknown> = {}) {
  return {
    _id: "p151",
    code: "C151",
    name: "Vestido floral",
    priceCents: 8990,
    color: "Azul",
    size: "M",
    isActive: true,
    createdAt: 1_700_000_000_000,
    imageUrl: null,
    thumbnailUrl: null,
    stockId: "s151",
    ...change,
  };
}

/** The same as its own dialogs see it. */
export function aWholeProduct(change: Record<string, unknown> = {}) {
  return { ...aProduct(), stock: 12, initialStock: 20, ...change };
}
