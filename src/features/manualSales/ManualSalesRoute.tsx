import { Tabs } from "@radix-ui/themes";
import { useCallback, useMemo, useState } from "react";
import type { Id } from "../../../convex/_generated/dataModel";
import { normalizeCode } from "../../../domain/codes";
import { useDebounced } from "../../lib/clock";
import { useStored } from "../../lib/localStore";
import type { Live } from "../../lib/useTenantQuery";
import { Page } from "../../ui/Page";
import { toPageSize } from "../../ui/PageSizeSelect";
import { LaunchFeed } from "./LaunchFeed";
import { LaunchPanel } from "./LaunchPanel";
import { LiveSelector } from "./LiveSelector";
import { notInFeed, unitsInFlight, type OwnLaunch } from "./ownLaunches";
import { ProductList } from "./ProductList";
import { texts } from "./texts";
import {
  useProductByCode,
  useProductSearch,
  useStockLevels,
  type CatalogueProduct,
  type StockLevel,
} from "./useCatalogue";
import { useLaunchFeed } from "./useLaunchFeed";
import { useLaunchForm } from "./useLaunchForm";
import { useLaunchSale } from "./useLaunchSale";
import { usePin } from "./usePin";
import { useWorkingLive } from "./useWorkingLive";

const SEARCH_DELAY_MS = 200;

/** Pedidos Manual: launch line with the pinned product, what everybody launched, and the table of products. */
export function Component() {
  const working = useWorkingLive();
  const launcher = useLaunchSale(working.live);
  const feed = useLaunchFeed(working.live.eventDate);
  const form = useLaunchForm();
  const { pin, choosePin } = usePin(form.turnTo);

  const [search, setSearch] = useState("");
  const [storedSize, storeSize] = useStored("launchPageSize");
  const pageSize = toPageSize(storedSize);
  const { found, refresh } = useProductSearch(useDebounced(search.trim(), SEARCH_DELAY_MS), pageSize);
  const pinned = useProductByCode(form.value.code);

  const feedRows = feed.status === "ready" ? feed.value : NO_ROWS;
  const pending = useMemo(() => notInFeed(launcher.own, feedRows), [launcher.own, feedRows]);
  const stock = useStockInView(found, pinned, pending);

  const { pinCode, restore } = form;
  const onCorrect = useCallback(
    (launch: OwnLaunch) => {
      restore({ phone: launch.phone, code: launch.code, quantity: String(launch.quantity) });
      launcher.dismiss(launch);
    },
    [restore, launcher],
  );

  return (
    <Page title={texts.title} action={<LiveSelector {...working} />}>
      <Tabs.Root value="create">
        <Tabs.List aria-label={texts.title}>
          <Tabs.Trigger value="create">{texts.tabCreate}</Tabs.Trigger>
        </Tabs.List>
        <Tabs.Content
          value="create"
          className="grid gap-x-6 gap-y-5 pt-4 xl:grid-cols-[minmax(0,1fr)_320px] xl:grid-rows-[auto_1fr]"
        >
          <LaunchPanel
            form={form}
            pin={pin}
            onPinChange={choosePin}
            product={pinned}
            stock={stock}
            eventDate={working.live.eventDate}
            onLaunch={launcher.launch}
          />
          <LaunchFeed
            feed={feed}
            own={pending}
            announcement={launcher.announcement}
            onRetry={launcher.retry}
            onCorrect={onCorrect}
            onDismiss={launcher.dismiss}
          />
          <ProductList
            found={found}
            stock={stock}
            pinnedCode={normalizeCode(form.value.code)}
            search={search}
            onSearchChange={setSearch}
            pageSize={pageSize}
            onPageSizeChange={(size) => storeSize(String(size))}
            onRefresh={refresh}
            onPin={pinCode}
            onLaunch={launcher.launch}
          />
        </Tabs.Content>
      </Tabs.Root>
    </Page>
  );
}

const NO_ROWS: readonly { launchId: string }[] = [];
const NO_PRODUCTS: readonly CatalogueProduct[] = [];

/**
 * The server's stock of the products in view minus what this screen has on its way; never below zero. The pinned
 * product asks on its own, so that pinning another one does not ask for the whole page again.
 */
function useStockInView(
  found: Live<CatalogueProduct[]>,
  pinned: Live<CatalogueProduct | null>,
  pending: readonly OwnLaunch[],
): ReadonlyMap<Id<"products">, StockLevel> {
  const listed = found.status === "ready" ? found.value : NO_PRODUCTS;
  const single = pinned.status === "ready" ? pinned.value : null;
  const ofList = useStockLevels(listed.map(({ _id }) => _id));
  const ofPinned = useStockLevels(single === null ? [] : [single._id]);
  return useMemo(() => {
    const inFlight = unitsInFlight(pending);
    return new Map(
      [...ofList, ...ofPinned].map(([id, { stock, initialStock }]) => [
        id,
        { stock: Math.max(0, stock - (inFlight.get(id) ?? 0)), initialStock },
      ]),
    );
  }, [ofList, ofPinned, pending]);
}
