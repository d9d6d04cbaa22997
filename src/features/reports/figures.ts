const CENTS = 100;
const THOUSAND = 1_000;

/** An amount beside an axis: 'R$ 850', 'R$ 1,2 mil', 'R$ 3 mi'. Never money that is read to the centavo. */
export function axisMoney(cents: number): string {
  const reais = Math.round(cents / CENTS);
  if (reais < THOUSAND) return `R$\u00a0${reais}`;
  if (reais < THOUSAND * THOUSAND) return `R$\u00a0${oneDecimal(reais / THOUSAND)}\u00a0mil`;
  return `R$\u00a0${oneDecimal(reais / THOUSAND / THOUSAND)}\u00a0mi`;
}

function oneDecimal(value: number): string {
  return String(Math.round(value * 10) / 10).replace(".", ",");
}

/** Source: specification §9. */
const GOOD_PERMILLE = 500;

/** 523 → '52,3%'. Source: UX conventions N7. */
export function percentText(permille: number): string {
  return `${Math.floor(permille / 10)},${permille % 10}%`;
}

/** From half of the orders paid on, a group does well. */
export function isGoodConversion(permille: number): boolean {
  return permille >= GOOD_PERMILLE;
}
