/** CPF (11 digits) and CNPJ (14 digits), by their check digits. Source: product.md "Money, dates, phones, codes". */

export function digitsOf(text: string): string {
  return text.replace(/\D/g, "");
}

export function isCpf(digits: string): boolean {
  if (!/^\d{11}$/.test(digits) || isOneDigitRepeated(digits)) return false;
  return endsWithCheckDigits(digits, [descending(10), descending(11)]);
}

export function isCnpj(digits: string): boolean {
  if (!/^\d{14}$/.test(digits) || isOneDigitRepeated(digits)) return false;
  return endsWithCheckDigits(digits, [
    [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2],
    [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2],
  ]);
}

/** The weights of a CPF's check digit: `first`, …, 3, 2. */
function descending(first: number): number[] {
  return Array.from({ length: first - 1 }, (_, at) => first - at);
}

/** Each list weighs the digits before one check digit; the lists are of growing length, one digit each. */
function endsWithCheckDigits(digits: string, weightLists: readonly (readonly number[])[]): boolean {
  return weightLists.every((weights) => {
    const sum = weights.reduce((total, weight, at) => total + weight * Number(digits[at]), 0);
    const rest = sum % 11;
    return Number(digits[weights.length]) === (rest < 2 ? 0 : 11 - rest);
  });
}

/** 111.111.111-11 has right check digits and belongs to nobody. */
function isOneDigitRepeated(digits: string): boolean {
  return /^(\d)\1*$/.test(digits);
}
