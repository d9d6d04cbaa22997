import { CheckIcon, Cross2Icon } from "@radix-ui/react-icons";
import { IconButton, TextField } from "@radix-ui/themes";
import { useEffect, useRef, useState, type FormEvent, type KeyboardEvent } from "react";
import { ChangedMeanwhile } from "../../ui/ChangedMeanwhile";
import { texts } from "./texts";
import type { Conflict, OrderActions } from "./useOrderActions";
import type { OrderRow } from "./useOrders";
import { useWhoChangedObservation } from "./useWhoChangedObservation";

interface Props {
  readonly order: OrderRow;
  readonly save: OrderActions["saveObservation"];
  /** Whether it is being edited, so that the list keeps still. */
  readonly onEditing: (isEditing: boolean) => void;
}

interface Editing {
  readonly draft: string;
  /** What stood there when the editing began, or what the person has chosen to write over since. */
  readonly seen: string | null;
}

type Mode = { readonly kind: "reading" } | ({ readonly kind: "editing" | "saving" } & Editing);

const READING: Mode = { kind: "reading" };

/**
 * The observation, edited in place: Enter saves, Esc cancels, the focus comes back to the cell (UX conventions F4). What
 * is typed is never overwritten (F6); what others write meanwhile is shown beside it, with a choice (P3).
 */
export function ObservationCell({ order, save, onEditing }: Props) {
  const [mode, setMode] = useState<Mode>(READING);
  const [refused, setRefused] = useState<Conflict | null>(null);
  const cell = useRef<HTMLButtonElement>(null);
  const takesFocus = useRef(false);

  useEffect(() => {
    if (mode.kind === "reading" && takesFocus.current) {
      takesFocus.current = false;
      cell.current?.focus();
    }
  }, [mode.kind]);

  function edit(editing: Editing) {
    setMode({ kind: "editing", ...editing });
    onEditing(true);
  }

  function read() {
    setRefused(null);
    setMode(READING);
    onEditing(false);
  }

  async function submit({ draft, seen }: Editing) {
    const text = draft.trim() === "" ? null : draft.trim();
    takesFocus.current = true;
    if (text === seen) return read();
    setRefused(null);
    setMode({ kind: "saving", draft, seen });
    const result = await save(order, text, seen);
    if (result === "saved") return read();
    takesFocus.current = false;
    if (result !== "failed") setRefused(result);
    edit({ draft, seen });
  }

  if (mode.kind === "editing") {
    return (
      <ObservationForm
        order={order}
        editing={mode}
        refused={refused}
        onType={(draft) => setMode({ ...mode, draft })}
        onSubmit={(editing) => void submit(editing)}
        onCancel={() => {
          takesFocus.current = true;
          read();
        }}
      />
    );
  }
  const shown = mode.kind === "saving" ? mode.draft.trim() : (order.observation ?? "");
  return (
    <button
      ref={cell}
      type="button"
      data-column="observation"
      aria-label={texts.editObservation(order.number, shown === "" ? texts.noObservation : shown)}
      aria-busy={mode.kind === "saving"}
      title={shown === "" ? undefined : shown}
      onClick={() => mode.kind === "reading" && edit({ draft: order.observation ?? "", seen: order.observation })}
      className={`-mx-2 block h-8 w-[calc(100%+16px)] truncate rounded-sm px-2 text-left hover:bg-(--gray-a3) pointer-coarse:h-11 ${
        shown === "" || mode.kind === "saving" ? "text-(--gray-11)" : ""
      } ${shown === "" ? "text-[12px]" : ""}`}
    >
      {shown === "" ? texts.noObservation : shown}
      {mode.kind === "saving" && ` · ${texts.sending}`}
    </button>
  );
}

interface FormProps {
  readonly order: OrderRow;
  readonly editing: Editing;
  readonly refused: Conflict | null;
  readonly onType: (draft: string) => void;
  readonly onSubmit: (editing: Editing) => void;
  readonly onCancel: () => void;
}

function ObservationForm({ order, editing, refused, onType, onSubmit, onCancel }: FormProps) {
  const { draft, seen } = editing;
  const live = order.observation !== seen && (order.observation ?? "") !== draft.trim() ? order.observation : seen;
  const hasChanged = live !== seen || refused !== null;
  const theirs = live !== seen ? live : (refused?.value ?? null);
  const who = useWhoChangedObservation(order._id, live !== seen, theirs) ?? refused;

  function onKeyDown(event: KeyboardEvent) {
    // The keys of the list and of the page are not meant while somebody writes.
    event.stopPropagation();
    if (event.key === "Escape") onCancel();
  }

  return (
    <form
      className="relative flex items-center gap-1"
      onKeyDown={onKeyDown}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        onSubmit(editing);
      }}
    >
      <TextField.Root
        autoFocus
        size="2"
        className="min-w-0 flex-1"
        autoComplete="off"
        aria-label={texts.observationOf(order.number)}
        value={draft}
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => onType(target.value)}
      />
      <IconButton type="submit" variant="soft" aria-label={texts.saveObservation}>
        <CheckIcon width="16" height="16" />
      </IconButton>
      <IconButton type="button" variant="soft" color="gray" aria-label={texts.cancelObservation} onClick={onCancel}>
        <Cross2Icon width="16" height="16" />
      </IconButton>
      {hasChanged && (
        <ChangedMeanwhile
          className="absolute top-full right-0 z-20 mt-1 w-72 whitespace-normal shadow-md"
          actorName={who?.actorName ?? null}
          shown={theirs === null ? texts.emptied : `"${theirs}"`}
          at={who?.at ?? null}
          onUseTheirs={onCancel}
          onKeepMine={() => onSubmit({ draft, seen: theirs })}
        />
      )}
    </form>
  );
}
