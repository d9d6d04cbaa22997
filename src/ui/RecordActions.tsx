import { Pencil1Icon, TrashIcon } from "@radix-ui/react-icons";
import { RowAction } from "./rowControls";

interface Props {
  /** Verb and record, as in 'Editar cupom LIVE10'. */
  readonly editLabel: string;
  readonly removeLabel: string;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

/** The two things one does with a record of a list. */
export function RecordActions({ editLabel, removeLabel, onEdit, onRemove }: Props) {
  return (
    <span className="inline-flex shrink-0 gap-4 align-middle pointer-coarse:gap-7">
      <RowAction
        className="text-(--gray-12)"
        data-column="edit"
        aria-label={editLabel}
        title={editLabel}
        onClick={onEdit}
      >
        <Pencil1Icon width="16" height="16" />
      </RowAction>
      <RowAction
        className="text-(--red-12) hover:bg-(--red-a3)"
        data-column="remove"
        aria-label={removeLabel}
        title={removeLabel}
        onClick={onRemove}
      >
        <TrashIcon width="16" height="16" />
      </RowAction>
    </span>
  );
}
