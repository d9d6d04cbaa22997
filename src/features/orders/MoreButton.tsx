import { Button, Flex } from "@radix-ui/themes";
import { useEffect, useRef, useState } from "react";
import type { LivePages } from "../../lib/useTenantPaginatedQuery";
import { texts } from "./texts";
import { scrollerOf } from "./useListScroll";

interface Props {
  readonly orders: Pick<LivePages<unknown>, "canLoadMore" | "isLoadingMore" | "loadMore">;
}

/** How far before the end more are loaded, once somebody asked for more. */
const AHEAD_PX = 800;

/** 'Carregar mais'. Pressed once, the list goes on by itself as its end comes near. */
export function MoreButton({ orders }: Props) {
  const { canLoadMore, isLoadingMore, loadMore } = orders;
  const [goesOn, setGoesOn] = useState(false);
  const end = useRef<HTMLDivElement>(null);
  const latestLoadMore = useRef(loadMore);
  useEffect(() => {
    latestLoadMore.current = loadMore;
  });

  useEffect(() => {
    if (!goesOn || !canLoadMore || end.current === null) return;
    const scroller = scrollerOf(end.current.closest<HTMLElement>("[data-scroller]"));
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) latestLoadMore.current();
      },
      { root: scroller === document.scrollingElement ? null : scroller, rootMargin: `${AHEAD_PX}px` },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [goesOn, canLoadMore]);

  return (
    <Flex justify="center" py="4" ref={end} className="sticky left-0">
      <Button
        variant="soft"
        color="gray"
        highContrast
        aria-busy={isLoadingMore}
        onClick={() => {
          setGoesOn(true);
          if (canLoadMore) loadMore();
        }}
      >
        {isLoadingMore ? texts.loadingMore : texts.loadMore}
      </Button>
    </Flex>
  );
}
