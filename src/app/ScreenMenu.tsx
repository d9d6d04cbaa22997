import { ChevronDownIcon } from "@radix-ui/react-icons";
import { DropdownMenu } from "@radix-ui/themes";
import { Link } from "react-router-dom";
import type { ScreenLink } from "../lib/screens";

interface Props {
  readonly label: string;
  readonly screens: readonly ScreenLink[];
  readonly className: string;
}

/** The open menu of several screens under one word of the top bar; it goes on standing there when it is closed. */
export function ScreenMenu({ label, screens, className }: Props) {
  return (
    <DropdownMenu.Root defaultOpen>
      <DropdownMenu.Trigger>
        <button type="button" className={className}>
          {label}
          <ChevronDownIcon aria-hidden width="16" height="16" className="ml-1" />
        </button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Content>
        {screens.map(({ path, label: name }) => (
          <DropdownMenu.Item key={path} asChild>
            <Link to={path}>{name}</Link>
          </DropdownMenu.Item>
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}
