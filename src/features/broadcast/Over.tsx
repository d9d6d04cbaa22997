import { Button, Text } from "@radix-ui/themes";
import { useState } from "react";
import { isOver, remaining } from "../../../domain/broadcasts";
import { formatInstant } from "../../lib/ago";
import { countText } from "../../lib/countText";
import { Fact, FactList } from "../../ui/FactList";
import { PanelBoundary } from "../../ui/PanelBoundary";
import { RecipientList } from "./RecipientList";
import { texts } from "./texts";
import type { Broadcast } from "./useBroadcast";

interface Props {
  readonly broadcast: Broadcast;
}

/** How it ended: so many sent, so many not, and of each recipient why. */
export function Over({ broadcast }: Props) {
  const { broadcastId, result, total, startedByName, createdByName, finishedAt } = broadcast;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="flex flex-col gap-3 text-[14px]">
      <Text as="p" size="3" weight="medium" role="status" color={result?.isDestructive === true ? "red" : undefined}>
        {result?.text ?? texts.nothingSent}
      </Text>
      <Text as="p" size="2" color="gray">
        {texts.startedBy(startedByName ?? createdByName)}
        {finishedAt !== null && ` · ${formatInstant(finishedAt)}`}
      </Text>
      {result !== null && <Tally broadcast={broadcast} />}
      {result !== null && total > 0 && (
        <div>
          <Button variant="soft" color="gray" highContrast aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {isOpen ? texts.hideRecipients : texts.showRecipients}
          </Button>
          {isOpen && (
            <PanelBoundary fallback={texts.recipientsFailed}>
              <RecipientList broadcastId={broadcastId} showsStates />
            </PanelBoundary>
          )}
        </div>
      )}
    </div>
  );
}

/** The figures that are not zero. */
export function Tally({ broadcast }: Props) {
  const { sent, failed, inDoubt, state } = broadcast;
  const left = remaining(broadcast);
  return (
    <FactList>
      <Fact name={texts.sentLabel}>{countText(sent)}</Fact>
      {failed > 0 && <Fact name={texts.failedLabel}>{countText(failed)}</Fact>}
      {inDoubt > 0 && (
        <Fact name={texts.inDoubtLabel}>
          {countText(inDoubt)} · {texts.inDoubtHint}
        </Fact>
      )}
      {isOver(state) && left > 0 && <Fact name={texts.skippedLabel}>{countText(left)}</Fact>}
    </FactList>
  );
}
