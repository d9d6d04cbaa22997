import { Button, Flex, Text, TextField } from "@radix-ui/themes";
import { useId, useState } from "react";
import type { SecretName } from "../../../domain/secrets";
import { reportError } from "../../lib/reportError";
import { LabeledField } from "../../ui/LabeledField";
import { texts } from "./texts";
import { useReveal } from "./useSettings";

/** What the server says of a secret. */
export interface SecretMask {
  readonly isSet: boolean;
  readonly masked: string | null;
  readonly updatedAt: number | null;
}

/** What is to become of it on saving: undefined keeps it, null clears it, a text takes its place. */
export type SecretDraft = string | null | undefined;

interface Props {
  readonly name: SecretName;
  readonly label: string;
  readonly mask: SecretMask;
  readonly draft: SecretDraft;
  readonly onChange: (draft: SecretDraft) => void;
}

/**
 * A value that is shown masked. A new one is typed over it; the kept one is read only by 'Mostrar', which the server
 * writes down (product.md).
 */
export function SecretField({ name, label, mask, draft, onChange }: Props) {
  const words = texts.secret;
  const kept = mask.isSet ? words.kept(mask.masked ?? "") : words.unset;
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <LabeledField label={label} error={null} hint={draft === null ? words.willClear : kept}>
        {(ids) => (
          <TextField.Root
            {...ids}
            // New values come from the service's own page, never from the browser's store of passwords.
            type="password"
            autoComplete="new-password"
            placeholder={mask.masked ?? ""}
            disabled={draft === null}
            value={draft ?? ""}
            onChange={({ target }) => onChange(target.value === "" ? undefined : target.value)}
          />
        )}
      </LabeledField>
      {mask.isSet && (
        // A value that was shown is not that of the one that took its place.
        <KeptSecret key={mask.updatedAt} name={name} label={label} isLeaving={draft === null} onChange={onChange} />
      )}
    </div>
  );
}

interface KeptProps {
  readonly name: SecretName;
  readonly label: string;
  /** It is cleared on saving. */
  readonly isLeaving: boolean;
  readonly onChange: (draft: SecretDraft) => void;
}

function KeptSecret({ name, label, isLeaving, onChange }: KeptProps) {
  const words = texts.secret;
  const reveal = useReveal();
  const id = useId();
  const [shown, setShown] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  async function show() {
    if (isBusy) return;
    setIsBusy(true);
    try {
      setShown((await reveal({ secret: name })).value ?? "");
    } catch (error) {
      reportError(error, words.showFailed);
    } finally {
      setIsBusy(false);
    }
  }
  return (
    <>
      <Flex gap="4" px="1" wrap="wrap">
        <Button
          type="button"
          variant="ghost"
          color="gray"
          highContrast
          size="1"
          className="min-h-6"
          aria-busy={isBusy}
          aria-controls={shown === null ? undefined : id}
          aria-expanded={shown !== null}
          aria-label={shown === null ? words.showOf(label) : words.hideOf(label)}
          title={words.showHint}
          onClick={() => (shown === null ? void show() : setShown(null))}
        >
          {shown === null ? words.show : words.hide}
        </Button>
        <Button
          type="button"
          variant="ghost"
          color={isLeaving ? "gray" : "red"}
          highContrast
          size="1"
          className="min-h-6"
          aria-label={isLeaving ? words.keepOf(label) : words.clearOf(label)}
          onClick={() => onChange(isLeaving ? undefined : null)}
        >
          {isLeaving ? words.keep : words.clear}
        </Button>
      </Flex>
      {shown !== null && (
        <Text as="p" id={id} size="2" aria-label={words.value(label)} role="status" className="font-mono break-all">
          {shown}
        </Text>
      )}
    </>
  );
}
