import { TextField } from "@radix-ui/themes";
import { CopyButton } from "./CopyButton";
import { LabeledField } from "./LabeledField";

interface Props {
  readonly label: string;
  /** Where it is to be put. */
  readonly hint: string;
  readonly url: string;
}

/** An address of ours that somebody registers elsewhere. */
export function AddressToCopy({ label, hint, url }: Props) {
  return (
    <div className="flex min-w-0 flex-col items-start gap-1">
      <LabeledField label={label} error={null} hint={hint} className="w-full">
        {(ids) => (
          <TextField.Root
            {...ids}
            readOnly
            variant="soft"
            color="gray"
            value={url}
            onFocus={({ target }) => target.select()}
          />
        )}
      </LabeledField>
      <CopyButton text={url} size="2" />
    </div>
  );
}
