import { MagnifyingGlassIcon } from "@radix-ui/react-icons";
import { TextField } from "@radix-ui/themes";
import { useEffect, useRef, useState } from "react";
import { texts } from "./texts";

/** Source: UX conventions Q3. */
const SEARCH_DELAY_MS = 200;

interface Props {
  /** What is searched for now. */
  readonly value: string;
  readonly onSearch: (text: string) => void;
}

/** Searches 200 ms after the last key. What is being typed is not overwritten by the address (F6). */
export function SearchField({ value, onSearch }: Props) {
  const [text, setText] = useState(value);
  const [isTyping, setIsTyping] = useState(false);
  const [seen, setSeen] = useState(value);
  const timer = useRef<number | undefined>(undefined);
  if (seen !== value) {
    setSeen(value);
    if (!isTyping && text.trim() !== value) setText(value);
  }
  useEffect(() => () => window.clearTimeout(timer.current), []);
  // A filter may change before the search does: it is then a search with the new one.
  const search = useRef(onSearch);
  useEffect(() => {
    search.current = onSearch;
  });

  function type(next: string, delayMs = SEARCH_DELAY_MS) {
    setText(next);
    setIsTyping(true);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      setIsTyping(false);
      search.current(next.trim());
    }, delayMs);
  }

  return (
    <TextField.Root
      type="search"
      aria-label={texts.search}
      placeholder={texts.searchHint}
      autoComplete="off"
      className="w-full sm:w-64"
      value={text}
      onChange={({ target }) => type(target.value)}
      onKeyDown={(event) => {
        if (event.key === "Enter") type(text, 0);
        if (event.key === "Escape" && text !== "") type("", 0);
      }}
    >
      <TextField.Slot>
        <MagnifyingGlassIcon width="16" height="16" />
      </TextField.Slot>
    </TextField.Root>
  );
}
