/** What a postal code says of an address; "" where it does not say. */
export interface CepAddress {
  readonly street: string;
  readonly neighborhood: string;
  readonly city: string;
  readonly state: string;
}

/** Number and complement are the customer's own: no postal code knows them. */
export const CEP_FIELDS = ["street", "neighborhood", "city", "state"] as const;

export interface Filling<Text> {
  readonly text: Text;
  /** Something else stands in a field; whoever typed it is asked. */
  readonly asks: boolean;
}

/**
 * The form with what a postal code says, as far as nobody is overwritten: empty fields, and those that the postal code
 * before had filled. What was typed otherwise stays, and the person is asked.
 *
 * Source: contracts/viacep.md §4, UX conventions N5.
 *
 * @param filled what the postal code before had put there
 */
export function fillByCep<Text extends CepAddress>(
  text: Text,
  found: CepAddress,
  filled: CepAddress | null,
): Filling<Text> {
  let next = text;
  let asks = false;
  for (const field of CEP_FIELDS) {
    const typed = text[field].trim();
    if (found[field] === "" ? typed !== filled?.[field] : isSame(typed, found[field])) continue;
    if (typed === "" || typed === filled?.[field]) next = { ...next, [field]: found[field] };
    else asks = true;
  }
  return { text: next, asks };
}

/** The form with all that a postal code says; where it says nothing, what was typed stays. */
export function overwriteByCep<Text extends CepAddress>(text: Text, found: CepAddress): Text {
  const said = CEP_FIELDS.filter((field) => found[field] !== "").map((field) => [field, found[field]]);
  return { ...text, ...(Object.fromEntries(said) as Partial<CepAddress>) };
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
