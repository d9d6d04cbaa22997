import { Button, DropdownMenu } from "@radix-ui/themes";
import { LABEL_ACTION_LABELS } from "../../../domain/shipments";
import { actionsOf, mainAction } from "./labelRows";
import type { RowActionsProps } from "./RowActions";
import { texts } from "./texts";

/** The rest of what a label's state allows; it goes on standing there when it is closed. */
export function LabelMenu({ row, actions }: RowActionsProps) {
  const main = mainAction(row);
  return (
    <DropdownMenu.Root defaultOpen modal={false}>
      <DropdownMenu.Trigger>
        <Button
          variant="ghost"
          color="gray"
          highContrast
          data-column="more"
          className="m-0 box-border size-8 p-0 pointer-coarse:size-11"
          aria-label={texts.moreActions(row.orderNumber)}
        >
          <span aria-hidden>⋯</span>
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Content align="end">
        {actionsOf(row)
          .filter((action) => action !== main)
          .map((action) => (
            <DropdownMenu.Item
              key={action}
              color={action === "cancel" ? "red" : undefined}
              className="pointer-coarse:min-h-11"
              onSelect={() => actions.act(row, action)}
            >
              {LABEL_ACTION_LABELS[action]}
            </DropdownMenu.Item>
          ))}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}
