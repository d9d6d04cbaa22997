/** `1284` → `1.284`. */
export function countText(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ".");
}

/** The count with its noun, written out: '1 pedido', '1.284 pedidos' (UX conventions N10). */
export function counted(count: number, one: string, many: string): string {
  return `${countText(count)} ${count === 1 ? one : many}`;
}
