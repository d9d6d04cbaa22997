import { Button, TextField } from "@radix-ui/themes";
import { useRef, useState, type FormEvent } from "react";
import { LabeledField } from "../../ui/LabeledField";
import { texts } from "./texts";

interface Props {
  readonly hint: string;
  /** What was searched for; the field begins with it. */
  readonly initial: string;
  /** Why what is typed cannot be searched for; null when it can. */
  readonly check: (text: string) => string | null;
  /** The server's word about what was searched for. */
  readonly refusal: string | null;
  readonly isBusy: boolean;
  readonly onSearch: (text: string) => void;
}

/** One field and its button; what cannot be searched for is said at the field, which has the focus then (F5). */
export function SearchForm({ hint, initial, check, refusal, isBusy, onSearch }: Props) {
  const [text, setText] = useState(initial);
  const [wrong, setWrong] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const error = wrong ?? (text === initial ? refusal : null);

  function submit(event: FormEvent) {
    event.preventDefault();
    const reason = check(text);
    setWrong(reason);
    if (reason === null) onSearch(text.trim());
    else input.current?.focus();
  }
  return (
    <form role="search" noValidate onSubmit={submit} className="mb-4 flex max-w-[560px] flex-wrap items-start gap-3">
      <LabeledField label={texts.phone} error={error} hint={hint} className="min-w-40 flex-1">
        {(ids) => (
          <TextField.Root
            {...ids}
            ref={input}
            type="tel"
            inputMode="tel"
            autoComplete="off"
            value={text}
            onChange={({ target }) => {
              setText(target.value);
              setWrong(null);
            }}
          />
        )}
      </LabeledField>
      <Button type="submit" className="mt-6" aria-busy={isBusy}>
        {isBusy ? texts.searching : texts.search}
      </Button>
    </form>
  );
}
