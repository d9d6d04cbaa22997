import { TextField } from "@radix-ui/themes";
import { LabeledField } from "../../ui/LabeledField";
import type { SecretMask } from "../settings";
import { texts } from "./texts";

/** A token that connecting brings: to see whether there is one, never to type. Source: specification §5 "Shipping config". */
export function ReadOnlySecret({ label, mask }: { readonly label: string; readonly mask: SecretMask }) {
  return (
    <LabeledField label={label} error={null} hint={texts.settings.setByConnecting} className="col-span-6 sm:col-span-3">
      {(ids) => (
        <TextField.Root
          {...ids}
          readOnly
          variant="soft"
          color="gray"
          autoComplete="off"
          value={mask.isSet ? (mask.masked ?? "") : texts.settings.unset}
        />
      )}
    </LabeledField>
  );
}
