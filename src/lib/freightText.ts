import type { FreightOption } from "../../domain/freight";

/** 'PAC · Correios': a company that only repeats the name is left out. */
export function freightName({ name, company }: Pick<FreightOption, "name" | "company">): string {
  return name.toLowerCase().startsWith(company.toLowerCase()) ? name : `${name} · ${company}`;
}

/** Null where the carrier does not say. */
export function freightDays({ deliveryDays }: Pick<FreightOption, "deliveryDays">): string | null {
  if (deliveryDays === null) return null;
  return deliveryDays === 1 ? "até 1 dia útil" : `até ${deliveryDays} dias úteis`;
}
