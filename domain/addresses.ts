/** The 26 states and the Federal District. */
export const STATES = [
  "AC",
  "AL",
  "AP",
  "AM",
  "BA",
  "CE",
  "DF",
  "ES",
  "GO",
  "MA",
  "MT",
  "MS",
  "MG",
  "PA",
  "PB",
  "PR",
  "PE",
  "PI",
  "RJ",
  "RN",
  "RS",
  "RO",
  "RR",
  "SC",
  "SP",
  "SE",
  "TO",
] as const;

export function isState(text: string): boolean {
  return STATES.some((state) => state === text);
}

/** Eight digits, as they are kept. */
export function isCep(digits: string): boolean {
  return /^\d{8}$/.test(digits);
}

/** An address of the web as a company types one: http or https, with a host, without name or password in it. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s/?#@\\]+([/?#][^\s]*)?$/i.test(text);
}
