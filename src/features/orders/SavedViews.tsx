import { ChevronDownIcon, TrashIcon } from "@radix-ui/react-icons";
import { Button, Flex, IconButton, Popover, Text, TextField } from "@radix-ui/themes";
import { useState, type FormEvent } from "react";
import { useAuth } from "../../lib/auth";
import { useStored } from "../../lib/localStore";
import { notifySuccess, notifyUndoable } from "../../lib/notify";
import { useTenant } from "../../lib/tenant";
import { LabeledField } from "../../ui/LabeledField";
import { isSameName, parseViews, withoutView, withView, type SavedView } from "./savedViews";
import { texts } from "./texts";

interface Props {
  /** The filter on screen, as the address has it. */
  readonly query: string;
  readonly onOpen: (query: string) => void;
}

/** Filters with a name (UX conventions Q5), one's own, on this device. */
export function SavedViews({ query, onOpen }: Props) {
  const { views, save, remove } = useSavedViews();
  const [lastOpened, setLastOpened] = useState<string | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const exact = views.find((view) => view.query === query);
  const current = exact ?? views.find(({ name }) => name === lastOpened);
  const isChanged = current !== undefined && exact === undefined;

  function open(view: SavedView) {
    setLastOpened(view.name);
    setIsOpen(false);
    onOpen(view.query);
  }
  function keep(name: string) {
    save({ name, query });
    setLastOpened(name);
    setIsOpen(false);
    notifySuccess(texts.viewSaved(name));
  }

  return (
    <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
      <Popover.Trigger>
        <Button variant="ghost" color="gray" highContrast className="m-0 px-2 pointer-coarse:min-h-11">
          {exact?.name ?? texts.views}
          <ChevronDownIcon width="16" height="16" />
        </Button>
      </Popover.Trigger>
      <Popover.Content width="300px" align="end" aria-label={texts.views}>
        {views.length === 0 ? (
          <Text as="p" size="2" color="gray" mb="3">
            {texts.noViews}
          </Text>
        ) : (
          <ul className="mb-3 flex flex-col">
            {views.map((view) => (
              <li key={view.name} className="flex items-center gap-2">
                <button
                  type="button"
                  aria-current={view === current}
                  onClick={() => open(view)}
                  className={`min-h-9 min-w-0 flex-1 truncate rounded-md px-2 text-left text-[14px] hover:bg-(--gray-a3) pointer-coarse:min-h-11 ${
                    view === current ? "font-semibold" : ""
                  }`}
                >
                  {view.name}
                </button>
                <IconButton
                  variant="ghost"
                  color="gray"
                  aria-label={texts.removeView(view.name)}
                  onClick={() => {
                    remove(view.name);
                    notifyUndoable(texts.viewRemoved(view.name), () => save(view));
                  }}
                >
                  <TrashIcon width="16" height="16" />
                </IconButton>
              </li>
            ))}
          </ul>
        )}
        {isChanged && (
          <Flex align="center" justify="between" gap="3" mb="3">
            <Text size="2" color="gray">
              {texts.viewChanged(current.name)}
            </Text>
            <Button size="1" variant="soft" highContrast onClick={() => keep(current.name)}>
              {texts.saveView}
            </Button>
          </Flex>
        )}
        {exact === undefined && <NewView views={views} isCopy={isChanged} onSave={keep} />}
      </Popover.Content>
    </Popover.Root>
  );
}

interface NewViewProps {
  readonly views: readonly SavedView[];
  readonly isCopy: boolean;
  readonly onSave: (name: string) => void;
}

function NewView({ views, isCopy, onSave }: NewViewProps) {
  const [name, setName] = useState("");
  const [error, setError] = useState<string | null>(null);

  function submit(event: FormEvent) {
    event.preventDefault();
    const wanted = name.trim();
    if (wanted === "") return setError(texts.viewNameRequired);
    if (views.some((view) => isSameName(view.name, wanted))) return setError(texts.viewExists(wanted));
    onSave(wanted);
  }

  return (
    <form onSubmit={submit} className="flex items-start gap-2">
      <LabeledField label={texts.viewName} error={error} className="flex-1">
        {(ids) => (
          <TextField.Root
            {...ids}
            maxLength={40}
            value={name}
            onChange={({ target }) => {
              setName(target.value);
              setError(null);
            }}
          />
        )}
      </LabeledField>
      <Button type="submit" variant="soft" highContrast mt="5">
        {isCopy ? texts.saveViewAs : texts.saveView}
      </Button>
    </form>
  );
}

function useSavedViews() {
  const { tenant } = useTenant();
  const { profile } = useAuth();
  const [stored, write] = useStored(`ordersViews:${tenant?.id ?? ""}:${profile?.profileId ?? ""}`);
  const views = parseViews(stored);
  return {
    views,
    save: (view: SavedView) => write(JSON.stringify(withView(views, view))),
    remove: (name: string) => write(JSON.stringify(withoutView(views, name))),
  };
}
