import type { FreightOption } from "../../../domain/freight";
import { texts } from "./texts";

/** 'PAC · Correios': a company that only repeats the name is left out. */
export function freightName({ name, company }: FreightOption): string {
  return name.toLowerCase().startsWith(company.toLowerCase()) ? name : `${name} · ${company}`;
}

export function freightDays({ deliveryDays }: FreightOption): string | null {
  return deliveryDays === null ? null : texts.days(deliveryDays);
}
