import { Button, Text } from "@radix-ui/themes";
import { useRef, useState, type FormEvent } from "react";
import { useConnection } from "../../lib/connection";
import { DateField } from "../../ui/DateField";
import { BroadcastLayer } from "./BroadcastLayer";
import { RadioChoice } from "./RadioChoice";
import { toIsPaid, type StatusName } from "./statusChoice";
import { texts } from "./texts";
import { usePreparing } from "./useBroadcast";

/**
 * The company's BROADCAST template to everybody with an order of a kind and day, whatever the list shows. Nothing is sent
 * before the dialog has asked. Source: specification §2 "Bulk-send card", §5 "Broadcast".
 */
export function BulkSendCard() {
  const [status, setStatus] = useState<StatusName>("all");
  const [isOneDate, setIsOneDate] = useState(false);
  const [date, setDate] = useState<string | null>(null);
  const [isMissing, setIsMissing] = useState(false);
  const field = useRef<HTMLDivElement>(null);
  const preparing = usePreparing();
  const isOffline = useConnection() === "offline";

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isOffline) return;
    if (isOneDate && date === null) {
      setIsMissing(true);
      field.current?.querySelector("input")?.focus();
      return;
    }
    const filter = { ...toIsPaid(status), ...(isOneDate && date !== null ? { eventDate: date } : {}) };
    void preparing.prepare({ selection: { kind: "filter", filter }, text: null, specificDate: isOneDate });
  }
  return (
    <section aria-label={texts.bulkCard} className="mb-3 rounded-md border border-(--gray-a5) bg-(--gray-a2) p-4">
      <form noValidate onSubmit={submit} className="flex flex-wrap items-start gap-x-8 gap-y-4">
        <RadioChoice label={texts.orderStatus} choices={texts.statusChoices} value={status} onChange={setStatus} />
        <RadioChoice
          label={texts.orderDate}
          choices={texts.dateChoices}
          value={isOneDate ? "one" : "all"}
          onChange={(choice) => {
            setIsOneDate(choice === "one");
            setIsMissing(false);
          }}
        />
        {isOneDate && (
          <div ref={field} className="w-44">
            <DateField
              label={texts.date}
              value={date}
              error={isMissing && date === null ? texts.dateRequired : null}
              onChange={(chosen) => {
                setDate(chosen);
                setIsMissing(false);
              }}
            />
          </div>
        )}
        <div className="flex flex-col gap-1 sm:ml-auto">
          <Button type="submit" aria-busy={preparing.isBusy} aria-disabled={isOffline || undefined}>
            {texts.sendMessage}
          </Button>
          <Text as="p" size="1" color="gray" className="max-w-56">
            {isOffline ? texts.offline : texts.bulkCardHint}
          </Text>
        </div>
      </form>
      <BroadcastLayer preparing={preparing} />
    </section>
  );
}
