import type { CustomerAddress } from "../../domain/customers";

/** `12345678909` → `123.456.789-09`; other digits as they are. */
export function cpfText(digits: string): string {
  return digits.replace(/^(\d{3})(\d{3})(\d{3})(\d{2})$/, "$1.$2.$3-$4");
}

/** `31575060` → `31575-060`; other digits as they are. */
export function cepText(digits: string): string {
  return digits.replace(/^(\d{5})(\d{3})$/, "$1-$2");
}

/** `Rua das Flores, 12, ap. 3 · Centro · Belo Horizonte/MG · 31575-060`, with what is known of it. */
export function addressText({ street, number, complement, neighborhood, city, state, cep }: CustomerAddress): string {
  const parts = [joined([street, number, complement], ", "), neighborhood, joined([city, state], "/"), cepText(cep)];
  return joined(parts, " · ");
}

function joined(parts: readonly string[], separator: string): string {
  return parts.filter((part) => part !== "").join(separator);
}

/** What a CPF field shows while somebody types at its end: dots and dash come by themselves. Source: UX conventions N5. */
export function maskCpf(typed: string): string {
  const digits = typed.replace(/\D/g, "").slice(0, 11);
  const groups = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6, 9)].filter((group) => group !== "");
  return groups.join(".") + (digits.length > 9 ? `-${digits.slice(9)}` : "");
}

/** The same of a CEP: `31575` → `31575`, `315750` → `31575-0`. */
export function maskCep(typed: string): string {
  const digits = typed.replace(/\D/g, "").slice(0, 8);
  return digits.length > 5 ? `${digits.slice(0, 5)}-${digits.slice(5)}` : digits;
}

/** A CPF, or with more than eleven digits a CNPJ, while it is typed: `12.345.678/0001-95`. */
export function maskDocument(typed: string): string {
  const digits = typed.replace(/\D/g, "").slice(0, 14);
  if (digits.length <= 11) return maskCpf(digits);
  return `${digits.slice(0, 2)}.${digits.slice(2, 5)}.${digits.slice(5, 8)}/${digits.slice(8, 12)}-${digits.slice(12)}`;
}

/** Two letters in capitals, and nothing else. */
export function maskState(typed: string): string {
  return typed
    .replace(/[^a-z]/gi, "")
    .slice(0, 2)
    .toUpperCase();
}
