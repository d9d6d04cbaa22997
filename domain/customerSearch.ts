import { parseOrderSearch } from "./orderSearch";
import { phoneBeginnings } from "./phone";

/** How a customer is looked for: by what the text that was typed can be. */
export interface CustomerSearch {
  /** Each is the beginning of a word of the name; none when the text holds no letter. */
  readonly words: readonly string[];
  /** As `phoneBeginnings` gives them: from six digits on. */
  readonly phoneBeginnings: readonly string[];
  /** From four digits on. */
  readonly phoneEndings: readonly string[];
}

/** What a search text asks for: a text with a letter is a name, digits are a phone's beginning or its ending. */
export function parseCustomerSearch(text: string): CustomerSearch {
  const { words, phoneEndings } = parseOrderSearch(text);
  return { words, phoneBeginnings: words.length > 0 ? [] : phoneBeginnings(text), phoneEndings };
}
