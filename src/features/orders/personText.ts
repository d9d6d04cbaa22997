import type { OrderDetail } from "./useOrderDetail";

type Address = NonNullable<NonNullable<OrderDetail["customer"]>["address"]>;

/** `12345678909` → `123.456.789-09`; other digits as they are. */
export function cpfText(digits: string): string {
  return digits.replace(/^(\d{3})(\d{3})(\d{3})(\d{2})$/, "$1.$2.$3-$4");
}

/** `Rua das Flores, 12, ap. 3 · Centro · Belo Horizonte/MG · 31575-060`, with what is known of it. */
export function addressText({ street, number, complement, neighborhood, city, state, cep }: Address): string {
  const parts = [
    joined([street, number, complement], ", "),
    neighborhood,
    joined([city, state], "/"),
    cep.replace(/^(\d{5})(\d{3})$/, "$1-$2"),
  ];
  return joined(parts, " · ");
}

function joined(parts: readonly string[], separator: string): string {
  return parts.filter((part) => part !== "").join(separator);
}
