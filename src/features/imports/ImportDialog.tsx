import { Cross1Icon } from "@radix-ui/react-icons";
import { Dialog, Flex, IconButton } from "@radix-ui/themes";
import { useState } from "react";
import type { Sheet } from "../../../domain/sheet";
import { useReturnFocus } from "../../ui/useReturnFocus";
import { ChooseFile } from "./ChooseFile";
import type { ImportDescription } from "./description";
import { ImportJob } from "./ImportJob";
import { Preview } from "./Preview";
import { texts } from "./texts";
import { useSendImport, type JobId } from "./useImports";

interface Props {
  readonly description: ImportDescription;
  readonly onClose: () => void;
}

type Step =
  | { readonly kind: "choose" }
  | { readonly kind: "preview"; readonly name: string; readonly sheet: Sheet }
  | { readonly kind: "sent" }
  /** One that was begun before, perhaps by somebody else. */
  | { readonly kind: "job"; readonly jobId: JobId };

const CHOOSE: Step = { kind: "choose" };

/** A file becomes records: chosen, looked at with every row's fate, sent, followed to its end. */
export function ImportDialog({ description, onClose }: Props) {
  const [step, setStep] = useState<Step>(CHOOSE);
  const sender = useSendImport(description.kind);
  const onCloseAutoFocus = useReturnFocus();
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Content
        maxWidth={step.kind === "preview" ? "920px" : "600px"}
        aria-describedby={undefined}
        onCloseAutoFocus={onCloseAutoFocus}
        className="max-sm:!p-4"
      >
        <Flex align="center" justify="between" gap="3" mb="3">
          <Dialog.Title size="4" mb="0">
            {description.title}
          </Dialog.Title>
          <IconButton variant="ghost" color="gray" size="3" aria-label={texts.close} onClick={onClose}>
            <Cross1Icon width="16" height="16" />
          </IconButton>
        </Flex>
        {step.kind === "choose" && (
          <ChooseFile
            description={description}
            onRead={(name, sheet) => setStep({ kind: "preview", name, sheet })}
            onJob={(jobId) => setStep({ kind: "job", jobId })}
          />
        )}
        {step.kind === "preview" && (
          <Preview
            description={description}
            name={step.name}
            sheet={step.sheet}
            onOther={() => setStep(CHOOSE)}
            onSend={(file) => {
              sender.send(file);
              setStep({ kind: "sent" });
            }}
          />
        )}
        {(step.kind === "sent" || step.kind === "job") && (
          <ImportJob
            description={description}
            jobId={step.kind === "job" ? step.jobId : (sender.sending?.jobId ?? null)}
            sender={step.kind === "sent" ? sender : null}
            onAnother={() => setStep(CHOOSE)}
            onClose={onClose}
          />
        )}
      </Dialog.Content>
    </Dialog.Root>
  );
}
