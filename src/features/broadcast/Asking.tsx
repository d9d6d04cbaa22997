import { Button, Text, TextField } from "@radix-ui/themes";
import { useRef, useState, type FormEvent } from "react";
import { formatPhone } from "../../../domain/phone";
import { useNow } from "../../lib/clock";
import { useConnection } from "../../lib/connection";
import { EmptyState } from "../../ui/EmptyState";
import { Fact, FactList } from "../../ui/FactList";
import { LabeledField } from "../../ui/LabeledField";
import { ListSkeleton } from "../../ui/ListSkeleton";
import { PanelBoundary } from "../../ui/PanelBoundary";
import { aboutText, whenText } from "./instants";
import { RecipientList } from "./RecipientList";
import { texts } from "./texts";
import type { Broadcast } from "./useBroadcast";
import type { Start } from "./useStart";

interface Props {
  readonly broadcast: Broadcast;
  readonly formId: string;
  readonly start: Start;
}

/** More than this and the count is typed. Source: UX conventions §8. */
const TYPED_ABOVE = 20;
const CLOCK_MS = 30_000;

/** Before anything is sent: whom it reaches and whom not, one real example, about when it ends, and the yes. */
export function Asking({ broadcast, formId, start }: Props) {
  const { total, ordersFound } = broadcast;
  const [typed, setTyped] = useState("");
  const [error, setError] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const isOffline = useConnection() === "offline";
  if (total === 0)
    return (
      <>
        <EmptyState line={ordersFound === 0 ? texts.noOrders : texts.noPhones} />
        <LeftOut broadcast={broadcast} />
      </>
    );

  const isTyped = total > TYPED_ABOVE;
  function submit(event: FormEvent) {
    event.preventDefault();
    if (isOffline) return;
    if (isTyped && typed.replace(/\D/g, "") !== String(total)) {
      setError(texts.typeCountWrong(total));
      field.current?.focus();
      return;
    }
    void start.begin();
  }
  return (
    <form id={formId} noValidate aria-busy={start.isBusy} className="flex flex-col gap-4" onSubmit={submit}>
      <Facts broadcast={broadcast} />
      <Recipients broadcast={broadcast} />
      <Example broadcast={broadcast} />
      {isTyped && (
        <LabeledField label={texts.typeCount(total)} error={error}>
          {(ids) => (
            <TextField.Root
              {...ids}
              ref={field}
              inputMode="numeric"
              autoComplete="off"
              className="max-w-48"
              value={typed}
              onChange={({ target }) => {
                setTyped(target.value);
                setError(null);
              }}
            />
          )}
        </LabeledField>
      )}
      <Text as="p" size="2" role="status" color={isOffline ? "red" : "gray"}>
        {start.isBusy ? texts.sending : isOffline && texts.offline}
      </Text>
    </form>
  );
}

/** The server still gathers them. */
export function PreparingList({ count }: { readonly count: number }) {
  return (
    <>
      <Text as="p" size="2" mb="3" role="status">
        {texts.preparing} {count > 0 && texts.preparingCount(count)}
      </Text>
      <ListSkeleton rows={3} label={texts.preparing} />
    </>
  );
}

function Facts({ broadcast }: Pick<Props, "broadcast">) {
  const now = useNow(CLOCK_MS);
  const { total, estimatedEndAt, nextAt } = broadcast;
  return (
    <FactList>
      <Fact name={texts.recipients}>
        <span className="text-[20px] leading-none font-semibold">{texts.recipientsOf(total)}</span>
      </Fact>
      <LeftOutFact broadcast={broadcast} />
      {estimatedEndAt !== null && (
        <Fact name={texts.pending}>
          {texts.endsAt(aboutText(estimatedEndAt, now))}
          {nextAt !== null && nextAt > now && (
            <span className="mt-1 block text-(--gray-11)">{texts.startsAt(whenText(nextAt, now))}</span>
          )}
        </Fact>
      )}
    </FactList>
  );
}

function leftOutOf({ optedOut, repeated, invalid }: Broadcast): string {
  const parts = [
    ...(optedOut > 0 ? [texts.optedOut(optedOut)] : []),
    ...(repeated > 0 ? [texts.repeated(repeated)] : []),
    ...(invalid > 0 ? [texts.invalid(invalid)] : []),
  ];
  return parts.join(", ");
}

function LeftOutFact({ broadcast }: Pick<Props, "broadcast">) {
  const leftOut = leftOutOf(broadcast);
  return leftOut === "" ? null : <Fact name={texts.leftOut}>{leftOut}</Fact>;
}

function LeftOut({ broadcast }: Pick<Props, "broadcast">) {
  return (
    <FactList>
      <LeftOutFact broadcast={broadcast} />
    </FactList>
  );
}

function Recipients({ broadcast }: Pick<Props, "broadcast">) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div>
      <Button
        type="button"
        variant="soft"
        color="gray"
        highContrast
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {isOpen ? texts.hideRecipients : texts.showRecipients}
      </Button>
      {isOpen && (
        <PanelBoundary fallback={texts.recipientsFailed}>
          <RecipientList broadcastId={broadcast.broadcastId} showsStates={false} />
        </PanelBoundary>
      )}
    </div>
  );
}

function Example({ broadcast: { example } }: Pick<Props, "broadcast">) {
  if (example === null) return null;
  return (
    <figure>
      <figcaption className="mb-1 text-[13px] text-(--gray-11)">
        {texts.exampleOf(example.name ?? formatPhone(example.phone))}
      </figcaption>
      <p className="max-h-[30dvh] overflow-y-auto rounded-lg rounded-tl-none bg-(--jade-a3) px-3 py-2 text-[14px] leading-[1.5] break-words whitespace-pre-wrap text-(--jade-12)">
        {example.text}
      </p>
    </figure>
  );
}
