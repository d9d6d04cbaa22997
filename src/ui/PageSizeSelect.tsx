import { ChevronDownIcon } from "@radix-ui/react-icons";
import { Button } from "@radix-ui/themes";
import { lazy, Suspense, useState } from "react";

/** Source: specification §9. */
export const PAGE_SIZES = [10, 15, 25, 50] as const;
export type PageSize = (typeof PAGE_SIZES)[number];
export const DEFAULT_PAGE_SIZE: PageSize = 10;

export function toPageSize(text: string | null): PageSize {
  return PAGE_SIZES.find((size) => String(size) === text) ?? DEFAULT_PAGE_SIZE;
}

export interface PageSizeProps {
  readonly value: PageSize;
  readonly onChange: (size: PageSize) => void;
}

const loadMenu = () => import("./PageSizeMenu");
const PageSizeMenu = lazy(() => loadMenu().then((module) => ({ default: module.PageSizeMenu })));

/** How many rows a page has. Its list is loaded when somebody comes near it: no screen needs it to be shown. */
export function PageSizeSelect(props: PageSizeProps) {
  const [isWanted, setIsWanted] = useState(false);
  const closed = (
    <Button
      type="button"
      variant="soft"
      color="gray"
      highContrast
      role="combobox"
      aria-label="Itens por página"
      aria-expanded={false}
      aria-haspopup="listbox"
      onPointerEnter={() => void loadMenu()}
      onFocus={() => void loadMenu()}
      onClick={() => setIsWanted(true)}
      onKeyDown={(event) => {
        if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
        event.preventDefault();
        setIsWanted(true);
      }}
    >
      {props.value} por página
      <ChevronDownIcon aria-hidden width="16" height="16" />
    </Button>
  );
  return <Suspense fallback={closed}>{isWanted ? <PageSizeMenu {...props} /> : closed}</Suspense>;
}
