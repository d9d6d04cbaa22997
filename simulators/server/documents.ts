/** Whether eleven digits are a CPF, by its two check digits. */
export function isCpf(digits: string): boolean {
  if (!/^\d{11}$/.test(digits) || /^(\d)\1+$/.test(digits)) return false;
  return [9, 10].every((length) => {
    const sum = [...digits.slice(0, length)].reduce((total, digit, at) => total + Number(digit) * (length + 1 - at), 0);
    return ((sum * 10) % 11) % 10 === Number(digits[length]);
  });
}

/** Whether fourteen digits are a CNPJ, by its two check digits. */
export function isCnpj(digits: string): boolean {
  if (!/^\d{14}$/.test(digits) || /^(\d)\1+$/.test(digits)) return false;
  return [12, 13].every((length) => {
    const sum = [...digits.slice(0, length)].reduce(
      (total, digit, at) => total + Number(digit) * (((length - 1 - at) % 8) + 2),
      0,
    );
    const rest = sum % 11;
    return (rest < 2 ? 0 : 11 - rest) === Number(digits[length]);
  });
}
