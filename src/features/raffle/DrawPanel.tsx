import { Button, Flex, Text } from "@radix-ui/themes";
import { useRef, useState } from "react";
import { useConnection } from "../../lib/connection";
import type { Live } from "../../lib/useTenantQuery";
import { DateField } from "../../ui/DateField";
import { EligiblePanel } from "./EligiblePanel";
import { texts } from "./texts";
import type { Stage } from "./useDrawing";

interface Props {
  readonly eventDate: string | null;
  readonly eligible: Live<{ readonly count: number; readonly fingerprint: string }>;
  readonly stage: Stage;
  /** The date has been drawn: another draw wants a reason. */
  readonly isDrawn: boolean;
  readonly onDate: (date: string | null) => void;
  readonly onDraw: () => void;
  readonly onRedo: () => void;
  readonly onReset: () => void;
}

/** The date, who takes part, and the one button: it draws, is busy while the draw is shown, and begins anew. */
export function DrawPanel({ eventDate, eligible, stage, isDrawn, onDate, onDraw, onRedo, onReset }: Props) {
  const [isMissing, setIsMissing] = useState(false);
  const field = useRef<HTMLDivElement>(null);
  const isOffline = useConnection() === "offline";
  const isBusy = stage.kind === "drawing" || stage.kind === "revealing";
  const isOver = stage.kind === "winner";
  // A winner that is shown from the list may be of another date.
  const mayRedo = isOver && stage.draw.eventDate === eventDate && isDrawn;

  function focusDate() {
    field.current?.querySelector("input")?.focus();
  }
  function press() {
    if (isBusy || isOffline) return;
    if (isOver) {
      onReset();
      focusDate();
    } else if (eventDate === null) {
      setIsMissing(true);
      focusDate();
    } else onDraw();
  }
  const label = isBusy ? texts.drawing : isOver ? texts.reset : isDrawn ? texts.redo : texts.draw;

  return (
    <div className="flex flex-col gap-3">
      <div ref={field}>
        <DateField
          label={texts.eventDate}
          value={eventDate}
          error={isMissing && eventDate === null ? texts.chooseDate : null}
          onChange={(date) => {
            setIsMissing(false);
            if (!isBusy) onDate(date);
          }}
        />
      </div>
      <EligiblePanel eventDate={eventDate} eligible={eligible} />
      <Flex gap="3" wrap="wrap">
        <Button data-draw size="3" className="flex-1" aria-busy={isBusy} aria-disabled={isOffline} onClick={press}>
          {label}
        </Button>
        {mayRedo && (
          <Button size="3" variant="soft" color="gray" highContrast aria-disabled={isOffline} onClick={onRedo}>
            {texts.redo}
          </Button>
        )}
      </Flex>
      {isOffline && (
        <Text as="p" size="2" color="gray" role="status">
          {texts.offline}
        </Text>
      )}
    </div>
  );
}
