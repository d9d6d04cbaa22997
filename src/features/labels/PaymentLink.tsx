import { Button, TextField } from "@radix-ui/themes";
import { useId } from "react";
import type { Cents } from "../../../domain/money";
import { CopyButton } from "../../ui/CopyButton";
import { texts } from "./texts";

interface Props {
  readonly url: string;
  readonly amountCents: Cents;
  readonly note: string;
}

/** A link to look at, copy and open. */
export function PaymentLink({ url, amountCents, note }: Props) {
  const id = useId();
  return (
    <div className="flex flex-col gap-2 text-[14px]">
      <label className="font-medium" htmlFor={id}>
        {texts.detail.linkOf(amountCents)}
      </label>
      <TextField.Root
        id={id}
        readOnly
        value={url}
        onFocus={({ target }) => target.select()}
        aria-describedby={`${id}-note`}
      />
      <p id={`${id}-note`} className="text-[13px] text-(--gray-11)">
        {note}
      </p>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={url} size="2" />
        <Button asChild variant="soft" color="gray" highContrast>
          <a href={url} target="_blank" rel="noopener noreferrer">
            {texts.detail.openLink}
          </a>
        </Button>
      </div>
    </div>
  );
}
