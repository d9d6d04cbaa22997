import { Button } from "@radix-ui/themes";
import { FilterChips } from "./FilterChips";
import { useIsNarrow } from "../../lib/useMediaQuery";
import { SavedViews } from "./SavedViews";
import { SearchField } from "./SearchField";
import { SelectionBar } from "./SelectionBar";
import { texts } from "./texts";
import type { AddressControls } from "./useOrdersAddress";
import type { OrderSelection } from "./useOrderSelection";
import { PageSizeSelect } from "../../ui/PageSizeSelect";

interface Props {
  readonly controls: AddressControls;
  readonly selection: OrderSelection;
  readonly isBulkSendOpen: boolean;
  /** Opens the card that writes to everybody of a kind, or closes it. */
  readonly onBulkSend: () => void;
}

/** Search, filters and views as one quiet line. What is said of a selection takes its place. */
export function OrdersToolbar({ controls, selection, isBulkSendOpen, onBulkSend }: Props) {
  const { address, go, search, query, goToQuery } = controls;
  const isNarrow = useIsNarrow();
  const isCovered = selection.count > 0 && !isNarrow;
  return (
    <div className="relative mb-3">
      <div
        role="search"
        aria-label={texts.filters}
        inert={isCovered}
        className={`flex flex-wrap items-center gap-x-2 gap-y-2 ${isCovered ? "invisible" : ""}`}
      >
        <SearchField value={address.search} onSearch={search} />
        <FilterChips filters={address.filters} onChange={(filters) => go({ filters })} />
        <div className="flex items-center gap-3 sm:ml-auto">
          {isNarrow && <PickButton selection={selection} />}
          <Button
            variant="ghost"
            color="gray"
            highContrast
            className="m-0 px-2 pointer-coarse:min-h-11"
            aria-expanded={isBulkSendOpen}
            onClick={onBulkSend}
          >
            {texts.bulkSend}
          </Button>
          <SavedViews query={query} onOpen={goToQuery} />
          <div className="hidden md:block">
            <PageSizeSelect value={address.pageSize} onChange={(pageSize) => go({ pageSize })} />
          </div>
        </div>
      </div>
      {isCovered && (
        // Over the filters and not in their place: nothing below moves when something is selected.
        <div className="absolute inset-x-0 top-0 flex min-h-8 items-center bg-(--color-background)">
          <SelectionBar selection={selection} filters={address.filters} search={address.search} />
        </div>
      )}
    </div>
  );
}

/** On the phone boxes appear when they are wanted (UX conventions M2). */
function PickButton({ selection }: Pick<Props, "selection">) {
  return (
    <Button
      variant="ghost"
      color="gray"
      highContrast
      className="m-0 px-2 pointer-coarse:min-h-11"
      onClick={selection.isPicking ? selection.clear : selection.pick}
    >
      {selection.isPicking ? texts.endPicking : texts.pick}
    </Button>
  );
}
