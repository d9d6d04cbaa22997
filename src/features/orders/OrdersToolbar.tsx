import { FilterChips } from "./FilterChips";
import { SavedViews } from "./SavedViews";
import { SearchField } from "./SearchField";
import { texts } from "./texts";
import type { AddressControls } from "./useOrdersAddress";
import { PageSizeSelect } from "../../ui/PageSizeSelect";

/** Search, filters and views as one quiet line. What is done to a selection takes its place. */
export function OrdersToolbar({ address, go, search, query, goToQuery }: AddressControls) {
  return (
    <div role="search" aria-label={texts.filters} className="mb-3 flex flex-wrap items-center gap-x-2 gap-y-2">
      <SearchField value={address.search} onSearch={search} />
      <FilterChips filters={address.filters} onChange={(filters) => go({ filters })} />
      <div className="flex items-center gap-3 sm:ml-auto">
        <SavedViews query={query} onOpen={goToQuery} />
        <div className="hidden md:block">
          <PageSizeSelect value={address.pageSize} onChange={(pageSize) => go({ pageSize })} />
        </div>
      </div>
    </div>
  );
}
