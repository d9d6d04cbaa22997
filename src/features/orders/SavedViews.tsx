import { ChevronDownIcon, TrashIcon } from "@radix-ui/react-icons";
import { Button, Flex, IconButton, Popover, Text } from "@radix-ui/themes";
import { useState } from "react";
import { notifySuccess, notifyUndoable } from "../../lib/notify";
import { sentenceOf } from "../../lib/refusal";
import { reportError } from "../../lib/reportError";
import { Tag } from "../../ui/rowMarks";
import { NewView } from "./NewView";
import { texts } from "./texts";
import { useSavedViews, type ListedView } from "./useSavedViews";

interface Props {
  /** The filter on screen, as the address has it. */
  readonly query: string;
  readonly onOpen: (query: string) => void;
}

/** Filters with a name (UX conventions Q5): one's own on this device, and those of the whole team. */
export function SavedViews({ query, onOpen }: Props) {
  const { views, add, change, remove } = useSavedViews();
  const [lastOpened, setLastOpened] = useState<string | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const exact = views.find((view) => view.query === query);
  const current = exact ?? views.find(({ name }) => name === lastOpened);
  const isChanged = current !== undefined && exact === undefined;

  function open(view: ListedView) {
    setLastOpened(view.name);
    setIsOpen(false);
    onOpen(view.query);
  }
  function isKept(name: string) {
    setLastOpened(name);
    setIsOpen(false);
    notifySuccess(texts.viewSaved(name));
  }
  async function keepNew(name: string, isForTeam: boolean): Promise<string | null> {
    try {
      await add({ name, query }, isForTeam);
    } catch (error) {
      return sentenceOf(error, texts.viewSaveFailed);
    }
    isKept(name);
    return null;
  }
  async function keepChanged(view: ListedView) {
    try {
      await change(view, query);
      isKept(view.name);
    } catch (error) {
      reportError(error, texts.viewSaveFailed);
    }
  }
  async function drop(view: ListedView) {
    try {
      await remove(view);
      notifyUndoable(texts.viewRemoved(view.name), () => void bringBack(view));
    } catch (error) {
      reportError(error, texts.viewRemoveFailed);
    }
  }
  async function bringBack(view: ListedView) {
    try {
      await add(view, view.team !== null);
    } catch (error) {
      reportError(error, texts.viewSaveFailed);
    }
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
              <li key={view.team?.viewId ?? view.name} className="flex items-center gap-2">
                <button
                  type="button"
                  aria-current={view === current}
                  onClick={() => open(view)}
                  title={view.team === null ? undefined : texts.viewOfTeam(view.team.authorName)}
                  className={`flex min-h-9 min-w-0 flex-1 items-center gap-2 rounded-md px-2 text-left text-[14px] hover:bg-(--gray-a3) pointer-coarse:min-h-11 ${
                    view === current ? "font-semibold" : ""
                  }`}
                >
                  <span className="truncate">{view.name}</span>
                  {view.team !== null && <Tag tone="gray">{texts.viewOfTeamMark}</Tag>}
                </button>
                <IconButton
                  variant="ghost"
                  color="gray"
                  aria-label={texts.removeView(view.name)}
                  onClick={() => void drop(view)}
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
            <Button size="1" variant="soft" highContrast onClick={() => void keepChanged(current)}>
              {texts.saveView}
            </Button>
          </Flex>
        )}
        {exact === undefined && <NewView views={views} isCopy={isChanged} onSave={keepNew} />}
      </Popover.Content>
    </Popover.Root>
  );
}
