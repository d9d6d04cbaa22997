import { Button, DropdownMenu } from "@radix-ui/themes";
import { isPaper, PAPER_SHAPES, PAPERS, usePaper } from "../slips";
import { texts } from "./texts";
import type { BulkActions } from "./useBulkActions";
import type { OrdersBroadcast } from "./useOrdersBroadcast";
import type { OrderSelection } from "./useOrderSelection";

interface Props {
  readonly bulk: BulkActions;
  readonly selection: OrderSelection;
  readonly broadcast: OrdersBroadcast;
}

/** The rest of what can be done to a selection, where there is no room for it. */
export function BulkMoreMenu({ bulk, selection, broadcast }: Props) {
  const [paper, choose] = usePaper();
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger>
        <Button variant="soft" color="gray" highContrast aria-label={texts.moreActions} className="h-11">
          {texts.more}
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Content align="end">
        <DropdownMenu.Item className="min-h-11" onSelect={selection.selectPage}>
          {texts.selectPage}
        </DropdownMenu.Item>
        <DropdownMenu.Item className="min-h-11" onSelect={bulk.exportCsv}>
          {texts.exportCsv}
        </DropdownMenu.Item>
        <DropdownMenu.Item className="min-h-11" disabled={broadcast.count === 0} onSelect={broadcast.send}>
          {texts.sendMessage(broadcast.count)}
        </DropdownMenu.Item>
        <DropdownMenu.Item className="min-h-11" color="red" onSelect={bulk.askToRemove}>
          {texts.removeSelected(selection.count)}
        </DropdownMenu.Item>
        <DropdownMenu.Separator />
        <DropdownMenu.Label className="text-(--gray-11)">{texts.paper}</DropdownMenu.Label>
        <DropdownMenu.RadioGroup value={paper} onValueChange={(value) => isPaper(value) && choose(value)}>
          {PAPERS.map((each) => (
            <DropdownMenu.RadioItem key={each} value={each} className="min-h-11">
              {PAPER_SHAPES[each].name}
            </DropdownMenu.RadioItem>
          ))}
        </DropdownMenu.RadioGroup>
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}
