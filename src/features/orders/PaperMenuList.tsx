import { ChevronDownIcon } from "@radix-ui/react-icons";
import { DropdownMenu, IconButton } from "@radix-ui/themes";
import { isPaper, PAPER_SHAPES, PAPERS, usePaper } from "../slips";
import { texts } from "./texts";

/** Opens at once: whoever loads it has pressed already. */
export function PaperMenuList() {
  const [paper, choose] = usePaper();
  return (
    <DropdownMenu.Root defaultOpen modal={false}>
      <DropdownMenu.Trigger>
        <IconButton
          variant="soft"
          color="gray"
          highContrast
          aria-label={texts.paper}
          title={texts.paper}
          className="-ml-px w-6 rounded-l-none"
        >
          <ChevronDownIcon width="16" height="16" />
        </IconButton>
      </DropdownMenu.Trigger>
      <DropdownMenu.Content align="end" aria-label={texts.paper}>
        <DropdownMenu.Label className="text-(--gray-11)">{texts.paper}</DropdownMenu.Label>
        <DropdownMenu.RadioGroup value={paper} onValueChange={(value) => isPaper(value) && choose(value)}>
          {PAPERS.map((each) => (
            <DropdownMenu.RadioItem key={each} value={each}>
              {PAPER_SHAPES[each].name}
            </DropdownMenu.RadioItem>
          ))}
        </DropdownMenu.RadioGroup>
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}
