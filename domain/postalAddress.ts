/** What a CEP says of an address; empty where it does not (a city with a single CEP names no street). */
export interface PostalAddress {
  readonly street: string;
  readonly neighborhood: string;
  readonly city: string;
  readonly state: string;
}
