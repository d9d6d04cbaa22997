import { Dialog, Text, TextField } from "@radix-ui/themes";
import { useId, useState, type KeyboardEvent } from "react";
import { Kbd } from "../ui/Kbd";
import { useReturnFocus } from "../ui/useReturnFocus";
import { texts } from "./texts";
import { useCommands, type Command, type CommandGroup } from "./useCommands";

interface Props {
  readonly onClose: () => void;
}

/** One field that finds screens, records and actions (UX conventions K8). The arrows choose, Enter does. */
export function CommandBox({ onClose }: Props) {
  const [typed, setTyped] = useState("");
  const [chosenId, setChosenId] = useState<string | null>(null);
  const { groups, status } = useCommands(typed);
  const listId = useId();
  const onCloseAutoFocus = useReturnFocus();
  const commands = groups.flatMap((group) => group.commands);
  // Results that arrive never move what was chosen; what is gone gives way to the first.
  const chosen = commands.find(({ id }) => id === chosenId) ?? commands[0] ?? null;

  function take(command: Command) {
    onClose();
    command.run();
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const at = chosen === null ? -1 : commands.indexOf(chosen);
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0 && commands.length > 0) {
      event.preventDefault();
      const next = commands[(at + step + commands.length) % commands.length];
      setChosenId(next?.id ?? null);
      document.getElementById(`${listId}-${next?.id ?? ""}`)?.scrollIntoView?.({ block: "nearest" });
    }
    if (event.key === "Enter") {
      event.preventDefault();
      if (chosen !== null) take(chosen);
    }
  }

  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Content
        maxWidth="600px"
        align="start"
        className="command-box"
        aria-describedby={undefined}
        onCloseAutoFocus={onCloseAutoFocus}
      >
        <Dialog.Title className="visually-hidden">{texts.commands}</Dialog.Title>
        <TextField.Root
          size="3"
          role="combobox"
          autoFocus
          autoComplete="off"
          spellCheck={false}
          aria-label={texts.commandField}
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={chosen === null ? undefined : `${listId}-${chosen.id}`}
          placeholder={texts.commandField}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setChosenId(null);
          }}
          onKeyDown={onKeyDown}
        />
        <div id={listId} role="listbox" aria-label={texts.commands} className="mt-2 max-h-[60vh] overflow-y-auto">
          {groups.map((group) => (
            <Group
              key={group.title}
              group={group}
              listId={listId}
              chosen={chosen}
              onChoose={setChosenId}
              onTake={take}
            />
          ))}
        </div>
        <Text as="p" size="2" color="gray" role="status" className="px-3 py-1 empty:hidden">
          {messageOf(status, commands.length)}
        </Text>
      </Dialog.Content>
    </Dialog.Root>
  );
}

function messageOf(status: ReturnType<typeof useCommands>["status"], found: number): string {
  if (status === "failed") return texts.searchFailed;
  if (status === "searching") return texts.searching;
  return found === 0 ? texts.nothingFound : "";
}

interface GroupProps {
  readonly group: CommandGroup;
  readonly listId: string;
  readonly chosen: Command | null;
  readonly onChoose: (id: string) => void;
  readonly onTake: (command: Command) => void;
}

function Group({ group, listId, chosen, onChoose, onTake }: GroupProps) {
  const titleId = useId();
  return (
    <div role="group" aria-labelledby={titleId} className="mb-2">
      <div id={titleId} className="px-3 py-1 text-[12px] text-(--gray-11)">
        {group.title}
      </div>
      {group.commands.map((command) => (
        <div
          key={command.id}
          id={`${listId}-${command.id}`}
          role="option"
          aria-selected={command === chosen}
          className={`flex min-h-9 cursor-pointer items-center gap-3 rounded-md px-3 py-1 text-[14px] pointer-coarse:min-h-11 ${
            command === chosen ? "bg-(--accent-a4)" : ""
          }`}
          onPointerMove={() => onChoose(command.id)}
          onClick={() => onTake(command)}
        >
          <span className="whitespace-nowrap font-medium">{command.label}</span>
          <span className="min-w-0 flex-1 truncate text-(--gray-11)">{command.detail}</span>
          {command.keys !== undefined && <Kbd keys={command.keys} />}
        </div>
      ))}
    </div>
  );
}
