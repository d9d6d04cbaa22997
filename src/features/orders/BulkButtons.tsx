import { Button, type ButtonProps } from "@radix-ui/themes";
import { PaperMenu } from "./PaperMenu";
import { texts } from "./texts";
import type { BulkActions } from "./useBulkActions";
import type { OrdersBroadcast } from "./useOrdersBroadcast";
import type { OrderSelection } from "./useOrderSelection";

interface Props {
  readonly bulk: BulkActions;
  readonly selection: OrderSelection;
  readonly broadcast: OrdersBroadcast;
}

/**
 * What can be done to a selection, always at the same place. Without one they look disabled and answer a press with
 * their 'Aviso'. Source: specification §2 "Toolbar", product.md "Words".
 */
export function BulkButtons({ bulk, selection, broadcast }: Props) {
  const { count } = selection;
  const isEmpty = count === 0;
  return (
    <div role="group" aria-label={texts.bulkActions} className="flex flex-wrap items-center gap-2">
      <span className="inline-flex">
        <BulkButton isEmpty={isEmpty} isBusy={bulk.busy.has("print")} onClick={bulk.print} className="rounded-r-none">
          {texts.printSelected(count)}
        </BulkButton>
        <PaperMenu />
      </span>
      <BulkButton isEmpty={isEmpty} isBusy={bulk.busy.has("mark")} onClick={bulk.mark}>
        {texts.markPrinted}
      </BulkButton>
      <BulkButton
        isEmpty={isEmpty}
        isBusy={bulk.busy.has("remove")}
        onClick={bulk.askToRemove}
        color={isEmpty ? "gray" : "red"}
      >
        {texts.removeSelected(count)}
      </BulkButton>
      <BulkButton isEmpty={isEmpty} isBusy={bulk.busy.has("export")} onClick={bulk.exportCsv}>
        {bulk.busy.has("export") ? texts.exporting : texts.exportCsv}
      </BulkButton>
      <MessageButton broadcast={broadcast} />
    </div>
  );
}

/** Without a selection it means all that is listed, so it is off only where nothing is. */
function MessageButton({ broadcast: { count, preparing, send } }: Pick<Props, "broadcast">) {
  return (
    <Button
      variant="soft"
      color="gray"
      highContrast={count > 0}
      disabled={count === 0}
      aria-busy={preparing.isBusy}
      onClick={send}
    >
      {texts.sendMessage(count)}
    </Button>
  );
}

interface BulkButtonProps extends ButtonProps {
  readonly isEmpty: boolean;
  readonly isBusy: boolean;
}

export function BulkButton({ isEmpty, isBusy, className = "", ...button }: BulkButtonProps) {
  return (
    <Button
      variant="soft"
      color="gray"
      highContrast={!isEmpty}
      aria-disabled={isEmpty || undefined}
      aria-busy={isBusy}
      className={`${isEmpty ? "cursor-default opacity-60" : ""} ${className}`}
      {...button}
    />
  );
}
