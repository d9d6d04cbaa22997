import { MagnifyingGlassIcon } from "@radix-ui/react-icons";
import { TextField } from "@radix-ui/themes";
import { useEffect, useRef, useState } from "react";

/** Source: UX conventions Q3. */
const SEARCH_DELAY_MS = 200;

interface Props {
  readonly label: string;
  readonly placeholder: string;
  /** What is searched for now. */
  readonly value: string;
  readonly onSearch: (text: string) => void;
  readonly autoFocus?: boolean;
}

/** Searches 200 ms after the last key, by the address as it is then. What is being typed is not overwritten (F6). */
export function ListSearch({ label, placeholder, value, onSearch, autoFocus = false }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const timer = useRef<number | undefined>(undefined);
  const latestSearch = useRef(onSearch);
  useEffect(() => {
    latestSearch.current = onSearch;
  });
  useEffect(() => () => window.clearTimeout(timer.current), []);

  function type(next: string, delayMs = SEARCH_DELAY_MS) {
    setTyped(next);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => latestSearch.current(next.trim()), delayMs);
  }

  return (
    <TextField.Root
      type="search"
      aria-label={label}
      placeholder={placeholder}
      autoComplete="off"
      autoFocus={autoFocus}
      className="w-full sm:w-72"
      value={typed ?? value}
      onChange={({ target }) => type(target.value)}
      onBlur={() => setTyped((text) => (text?.trim() === value ? null : text))}
      onKeyDown={(event) => {
        if (event.key === "Enter") type(event.currentTarget.value, 0);
        if (event.key === "Escape" && event.currentTarget.value !== "") type("", 0);
      }}
    >
      <TextField.Slot>
        <MagnifyingGlassIcon width="16" height="16" />
      </TextField.Slot>
    </TextField.Root>
  );
}
