import { CheckCircledIcon, CrossCircledIcon } from "@radix-ui/react-icons";
import { Button, Callout, Dialog, Flex, Text } from "@radix-ui/themes";
import { useMemo, type ReactNode } from "react";
import { sentenceOf } from "../../lib/refusal";
import { saveFile } from "../../lib/saveFile";
import { ListSkeleton } from "../../ui/ListSkeleton";
import { RefusedState } from "../../ui/RefusedState";
import { useReturnFocus } from "../../ui/useReturnFocus";
import { checkProof, proofFile, type Check } from "./checkProof";
import { Fingerprint } from "./EligiblePanel";
import { texts } from "./texts";
import { useProof, type Draw, type Proof } from "./useRaffle";

interface Props {
  readonly draw: Draw;
  readonly onClose: () => void;
}

/** A stored draw, computed again in this browser, step by step. */
export function ProofDialog({ draw, onClose }: Props) {
  const onCloseAutoFocus = useReturnFocus();
  const proof = useProof(draw.drawId);
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Content maxWidth="600px" aria-describedby={undefined} onCloseAutoFocus={onCloseAutoFocus}>
        <Dialog.Title size="4">{texts.proofTitle(draw.eventDate)}</Dialog.Title>
        {proof.status === "loading" && <ListSkeleton rows={4} label={texts.proofLoading} />}
        {proof.status === "refused" && <RefusedState message={sentenceOf(proof.error, texts.proofFailed)} />}
        {proof.status === "ready" && proof.value === null && <RefusedState message={texts.proofGone} />}
        {proof.status === "ready" && proof.value !== null && <Checked proof={proof.value} />}
        <Flex justify="end" gap="3" mt="4" wrap="wrap">
          {proof.status === "ready" && proof.value !== null && <DownloadButton proof={proof.value} />}
          <Button variant="soft" color="gray" highContrast onClick={onClose}>
            {texts.close}
          </Button>
        </Flex>
      </Dialog.Content>
    </Dialog.Root>
  );
}

function DownloadButton({ proof }: { readonly proof: Proof }) {
  const { name, content } = proofFile(proof);
  return (
    <Button variant="soft" color="gray" highContrast onClick={() => saveFile(name, content, "application/json")}>
      {texts.download}
    </Button>
  );
}

function Checked({ proof }: { readonly proof: Proof }) {
  const check = useMemo(() => checkProof(proof), [proof]);
  return (
    <>
      <Verdict check={check} />
      <Steps proof={proof} check={check} />
      <details className="mt-4 text-[13px]">
        <summary className="cursor-pointer rounded-sm font-medium">{texts.proofHow}</summary>
        <ol className="mt-2 flex list-decimal flex-col gap-1 pl-5 text-(--gray-11)">
          {texts.proofHowLines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ol>
      </details>
    </>
  );
}

function Verdict({ check }: { readonly check: Check }) {
  const Icon = check.isRight ? CheckCircledIcon : CrossCircledIcon;
  return (
    <Callout.Root color={check.isRight ? "jade" : "red"} role={check.isRight ? "status" : "alert"} highContrast>
      <Callout.Icon>
        <Icon width="16" height="16" />
      </Callout.Icon>
      <Callout.Text>{check.isRight ? texts.proofRight : texts.proofWrong}</Callout.Text>
    </Callout.Root>
  );
}

function Steps({ proof, check }: { readonly proof: Proof; readonly check: Check }) {
  const { draw, orderNumbers } = proof;
  return (
    <ol className="mt-4 flex flex-col gap-4">
      <Step title={texts.proofList(orderNumbers.length)}>
        <details className="text-[13px]">
          <summary className="cursor-pointer rounded-sm">{texts.proofNumbers}</summary>
          <p className="mt-1 break-words text-(--gray-11)">{orderNumbers.map((number) => `#${number}`).join(" ")}</p>
        </details>
      </Step>
      <Step title={texts.proofFingerprint} isRight={check.isFingerprintRight}>
        <Label text={texts.proofStored} />
        <Fingerprint hex={draw.fingerprint} />
        {!check.isFingerprintRight && (
          <>
            <Label text={texts.proofComputed} />
            <Fingerprint hex={check.fingerprint} />
          </>
        )}
      </Step>
      <Step title={texts.proofSeed}>
        <Fingerprint hex={draw.seed} />
      </Step>
      <Step title={texts.proofWinner} isRight={check.isWinnerRight}>
        <Text as="p" size="2">
          {texts.proofWinnerStored(draw.winner.orderNumber)}
          {check.winner !== null && ` · ${texts.proofWinnerComputed(check.winner)}`}
        </Text>
      </Step>
    </ol>
  );
}

function Label({ text }: { readonly text: string }) {
  return (
    <Text as="p" size="1" color="gray">
      {text}
    </Text>
  );
}

interface StepProps {
  readonly title: string;
  /** Absent where nothing is compared. */
  readonly isRight?: boolean;
  readonly children: ReactNode;
}

function Step({ title, isRight, children }: StepProps) {
  return (
    <li className="border-l-2 border-(--gray-a5) pl-3">
      <Flex align="baseline" gap="2" wrap="wrap">
        <Text as="p" size="2" weight="medium">
          {title}
        </Text>
        {isRight !== undefined && (
          <Text as="span" size="2" weight="medium" color={isRight ? "jade" : "red"} highContrast>
            {isRight ? texts.matches : texts.differs}
          </Text>
        )}
      </Flex>
      {children}
    </li>
  );
}
