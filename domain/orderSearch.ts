import { normalizeSearch } from "./codes";
import { parsePhone } from "./phone";

/** How an order is looked for: by what the text that was typed can be. */
export interface OrderSearch {
  /** `12` or `#12`: an order number, exactly. */
  readonly number: number | null;
  /** What a phone may end in, at least four digits each: what was typed, and the phone it stands for in full. */
  readonly phoneEndings: readonly string[];
  /** Each is the beginning of a word of the customer's name; none when the text holds no letter. */
  readonly words: readonly string[];
}

/** Fewer digits end too many phones. Source: UX conventions K8 "phone ending". */
const MIN_ENDING = 4;
/** A phone has 15 digits at most; more are no search. */
const MAX_DIGITS = 15;
/** No name has more words that anybody would search by. */
export const MAX_NAME_WORDS = 12;

/**
 * What a search text asks for. Digits, however they are punctuated, are a number, a phone's ending, or both; a text with
 * a letter is a name.
 *
 * Source: UX conventions K8, N8.
 */
export function parseOrderSearch(text: string): OrderSearch {
  const typed = normalizeSearch(text);
  if (/\p{L}/u.test(typed)) return { number: null, phoneEndings: [], words: searchWords(typed) };
  const digits = typed.replace(/\D/g, "");
  const bareNumber = /^#?\s*(\d+)$/.exec(typed)?.[1];
  const number = bareNumber === undefined ? 0 : Number(bareNumber);
  return {
    number: Number.isSafeInteger(number) && number >= 1 ? number : null,
    phoneEndings: typed.startsWith("#") ? [] : phoneEndings(typed, digits),
    words: [],
  };
}

function phoneEndings(typed: string, digits: string): string[] {
  if (digits.length < MIN_ENDING || digits.length > MAX_DIGITS) return [];
  const phone = parsePhone(typed);
  return phone.ok ? [...new Set([digits, phone.value])] : [digits];
}

/** The distinct words of a name (or of a search for one) that is already in its normal form. */
export function searchWords(searchName: string): string[] {
  const words = searchName.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
  return [...new Set(words)].slice(0, MAX_NAME_WORDS);
}

/** Whether each searched word begins some word of the name; both in their normal form. */
export function matchesWords(searchName: string, words: readonly string[]): boolean {
  const inName = searchWords(searchName);
  return words.every((word) => inName.some((own) => own.startsWith(word)));
}
