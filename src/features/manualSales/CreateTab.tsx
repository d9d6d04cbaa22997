import { useCallback, useEffect, useMemo } from "react";
import { useLocation } from "react-router-dom";
import type { Id } from "../../../convex/_generated/dataModel";
import { normalizeCode } from "../../../domain/codes";
import { useDebounced } from "../../lib/clock";
import { launchLineRequest } from "../../lib/launchLine";
import { useStored } from "../../lib/localStore";
import type { Live } from "../../lib/useTenantQuery";
import { toPageSize, type PageSize } from "../../ui/PageSizeSelect";
import { PanelBoundary } from "../../ui/PanelBoundary";
import { useOnDesk } from "./launchDesk";
import { LaunchFeed } from "./LaunchFeed";
import { LaunchPanel } from "./LaunchPanel";
import { useLaunchQueue, useLaunchQueueState } from "./LaunchQueueProvider";
import type { WorkingLive } from "./liveChoice";
import { centsInFlight, notInFeed, unitsInFlight, type LaunchDraft, type OwnLaunch } from "./ownLaunches";
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
import type { LaunchFormState } from "./useLaunchForm";
import { usePin } from "./usePin";

const SEARCH_DELAY_MS = 200;

interface Props {
  readonly live: WorkingLive;
  /** Held above the tabs: looking into the other one costs nothing that was typed. */
  readonly form: LaunchFormState;
}

/** 'Criar Pedido': launch line with the pinned product, what everybody launched, and the table of products. */
export function CreateTab({ live, form }: Props) {
  const { eventDate } = live;
  const queue = useLaunchQueue();
  const { own, undoing, announcement, announced } = useLaunchQueueState();
  useEffect(() => queue.watch(), [queue]);
  const feed = useLaunchFeed(eventDate);
  useLaunchLineRequest(form);
  const { pin, choosePin } = usePin(form.turnTo);

  const [search, setSearch] = useOnDesk("search", "");
  const [storedSize, storeSize] = useStored("launchPageSize");
  const pageSize = toPageSize(storedSize);
  const choosePageSize = useCallback((size: PageSize) => storeSize(String(size)), [storeSize]);
  const { found, refresh } = useProductSearch(useDebounced(search.trim(), SEARCH_DELAY_MS), pageSize);
  const pinned = useProductByCode(form.meant.code);

  const feedRows = feed.status === "ready" ? feed.value : NO_ROWS;
  const pending = useMemo(() => notInFeed(own, feedRows), [own, feedRows]);
  const stock = useStockInView(found, pinned, pending);
  const launch = useCallback((draft: LaunchDraft) => queue.launch(draft, live), [queue, live]);

  const { pinCode, restore } = form;
  const onCorrect = useCallback(
    (refused: OwnLaunch) => {
      restore({ phone: refused.phone, code: refused.code, quantity: String(refused.quantity) });
      queue.dismiss(refused);
    },
    [restore, queue],
  );

  return (
    <div className="grid gap-x-6 gap-y-5 pt-4 xl:grid-cols-[minmax(0,1fr)_320px] xl:grid-rows-[auto_1fr]">
      <LaunchPanel
        form={form}
        pin={pin}
        onPinChange={choosePin}
        product={pinned}
        stock={stock}
        eventDate={eventDate}
        addingTo={(phone) => centsInFlight(pending, { phone, eventDate })}
        onLaunch={launch}
      />
      <PanelBoundary fallback={texts.feedFailed}>
        <LaunchFeed
          feed={feed}
          own={pending}
          undoing={undoing}
          announcement={announcement}
          announced={announced}
          onUndo={queue.undo}
          onRetry={queue.retry}
          onCorrect={onCorrect}
          onDismiss={queue.dismiss}
        />
      </PanelBoundary>
      <PanelBoundary fallback={texts.productsFailed}>
        <ProductList
          found={found}
          stock={stock}
          pinnedCode={normalizeCode(form.meant.code)}
          search={search}
          onSearchChange={setSearch}
          pageSize={pageSize}
          onPageSizeChange={choosePageSize}
          onRefresh={refresh}
          onPin={pinCode}
          onLaunch={launch}
        />
      </PanelBoundary>
    </div>
  );
}

const NO_ROWS: readonly { launchId: string }[] = [];
const NO_PRODUCTS: readonly CatalogueProduct[] = [];

/** Who came here by a key or a link for the launch line finds the focus in it (UX conventions K2). */
function useLaunchLineRequest({ refs, focus, pinCode }: LaunchFormState): void {
  const location = useLocation();
  const state: unknown = location.state;
  useEffect(() => {
    const request = launchLineRequest(state);
    if (request === null) return;
    // After the new screen's heading has had the focus (F2): its effect runs in the same turn, after this one.
    queueMicrotask(() => {
      if (request.code !== undefined) return pinCode(request.code);
      const isCodeNext = refs.code.current?.value.trim() === "" && refs.phone.current?.value.trim() !== "";
      focus(isCodeNext ? "code" : "phone");
    });
    // `location.key` is the arrival: each one counts.
  }, [state, location.key, refs, focus, pinCode]);
}

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
      [...ofList, ...ofPinned].map(([id, level]) => {
        const units = inFlight.get(id) ?? 0;
        return [id, units === 0 ? level : { ...level, stock: Math.max(0, level.stock - units) }];
      }),
    );
  }, [ofList, ofPinned, pending]);
}
