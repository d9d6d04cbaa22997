import { Badge, Button, Flex, Heading } from "@radix-ui/themes";
import { useState } from "react";
import { sentenceOf } from "../../lib/refusal";
import { EmptyState } from "../../ui/EmptyState";
import { ListSkeleton } from "../../ui/ListSkeleton";
import { RecordList } from "../../ui/RecordList";
import { RefusedState } from "../../ui/RefusedState";
import { withFate, type EarlierDraw } from "./earlierDraws";
import { texts } from "./texts";
import { nameOf, useDraws, type Draw } from "./useRaffle";

interface Props {
  /** A draw is being revealed: the list, which knows already, waits for it. */
  readonly isHeld: boolean;
  readonly onShow: (draw: Draw) => void;
  readonly onVerify: (draw: Draw) => void;
}

/** Everything that has been drawn; of a date that was drawn again, each draw with why it does not stand. */
export function EarlierDraws(props: Props) {
  return (
    <section aria-labelledby="earlier-draws" className="mt-8 pb-6">
      <Heading as="h2" size="4" mb="3" id="earlier-draws">
        {texts.earlier}
      </Heading>
      <Content {...props} />
    </section>
  );
}

function Content({ isHeld, onShow, onVerify }: Props) {
  const draws = useDraws();
  const rows = useHeld(draws.status === "ready" ? draws.value : NONE, isHeld);
  const { columns } = texts;
  if (draws.status === "loading") return <ListSkeleton rows={3} label={texts.earlierLoading} />;
  if (draws.status === "refused") return <RefusedState message={sentenceOf(draws.error, texts.earlierFailed)} />;
  if (rows.length === 0) return <EmptyState line={texts.earlierEmpty} />;
  return (
    <RecordList
      caption={texts.earlier}
      rows={withFate(rows)}
      keyOf={({ draw }) => draw.drawId}
      columns={[
        { label: columns.winner, show: ({ draw }) => texts.winnerOf(draw.winner.orderNumber, nameOf(draw.winner)) },
        { label: columns.eventDate, show: ({ draw }) => texts.day(draw.eventDate) },
        { label: columns.drawnAt, show: ({ draw }) => texts.instant(draw.drawnAt) },
        { label: columns.drawnBy, show: ({ draw }) => draw.drawnByName },
        { label: columns.eligible, align: "right", show: ({ draw }) => draw.eligible },
        { label: columns.state, isFlexible: true, show: (row) => <State row={row} /> },
      ]}
      actionsLabel={columns.actions}
      actions={({ draw }) => (
        <Flex as="span" display="inline-flex" gap="4" justify="end">
          <Action label={texts.show} name={texts.showDraw(draw.winner.orderNumber)} onPress={() => onShow(draw)} />
          <Action label={texts.check} name={texts.checkDraw(draw.winner.orderNumber)} onPress={() => onVerify(draw)} />
        </Flex>
      )}
    />
  );
}

const NONE: readonly Draw[] = [];

/** What was there before, as long as it is held. */
function useHeld<T>(live: T, isHeld: boolean): T {
  const [kept, setKept] = useState(live);
  if (!isHeld && kept !== live) setKept(live);
  return isHeld ? kept : live;
}

function State({ row: { replacedBecause } }: { readonly row: EarlierDraw }) {
  if (replacedBecause === null)
    return (
      <Badge color="jade" highContrast>
        {texts.valid}
      </Badge>
    );
  return (
    <span title={replacedBecause}>
      {replacedBecause === "" ? texts.replaced : texts.replacedBecause(replacedBecause)}
    </span>
  );
}

interface ActionProps {
  readonly label: string;
  readonly name: string;
  readonly onPress: () => void;
}

function Action({ label, name, onPress }: ActionProps) {
  return (
    <Button variant="ghost" color="gray" highContrast aria-label={name} onClick={onPress}>
      {label}
    </Button>
  );
}
