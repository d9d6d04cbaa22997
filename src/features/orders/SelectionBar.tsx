import { Button } from "@radix-ui/themes";
import { formatBRL } from "../../../domain/money";
import type { OrderFilters } from "./orderFilters";
import { texts } from "./texts";
import { ticked } from "../../lib/ticks";
import { useOrderTotals } from "./useOrders";
import type { OrderSelection } from "./useOrderSelection";

interface Props {
  readonly selection: OrderSelection;
  readonly filters: OrderFilters;
  readonly search: string;
  /** Words of the button that ends it. */
  readonly endLabel?: string;
}

/** How much is selected, the way to all of the filter, and the way out (UX conventions B2, B4). */
export function SelectionBar({ selection, filters, search, endLabel = texts.clearSelection }: Props) {
  const { count, totalCents, whole } = selection;
  return (
    <div role="region" aria-label={texts.selection} className="flex flex-wrap items-center gap-x-4 gap-y-1 text-[14px]">
      <span role="status" className="flex items-baseline gap-3">
        <b className="font-semibold whitespace-nowrap">{texts.selected(count)}</b>
        <span className="whitespace-nowrap">{formatBRL(totalCents)}</span>
      </span>
      {whole !== null ? (
        <span className="text-(--gray-11)">{texts.wholeSelected(whole.count)}</span>
      ) : (
        search === "" && <WholeOffer selection={selection} filters={filters} />
      )}
      {count > 0 && (
        <Button
          variant="ghost"
          color="gray"
          highContrast
          className="m-0 px-2 pointer-coarse:min-h-11"
          onClick={() => {
            selection.clear();
            document.querySelector<HTMLElement>("[data-select-page]")?.focus();
          }}
        >
          {endLabel}
        </Button>
      )}
    </div>
  );
}

/** Once the page is full and more match, all of them can be meant: not as a list, but as the filter stands now. */
function WholeOffer({ selection, filters }: Pick<Props, "selection" | "filters">) {
  const totals = useOrderTotals(filters);
  const shown = selection.shownRows;
  const isPageFull =
    ticked(
      selection.isSelected,
      shown.map(({ _id }) => _id),
    ) === "all" && shown.length > 0;
  if (totals.status !== "ready" || !isPageFull || totals.value.orders <= shown.length) return null;
  return (
    <Button
      variant="ghost"
      className="m-0 px-2 pointer-coarse:min-h-11"
      onClick={() => selection.selectWhole(filters, totals.value)}
    >
      {texts.selectWhole(totals.value.orders)}
    </Button>
  );
}
