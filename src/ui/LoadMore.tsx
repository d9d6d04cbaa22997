import { Button, Flex } from "@radix-ui/themes";
import type { LivePages } from "../lib/useTenantPaginatedQuery";

/** 'Carregar mais', as long as there is more. */
export function LoadMore({ pages }: { readonly pages: LivePages<unknown> }) {
  if (!pages.canLoadMore && !pages.isLoadingMore) return null;
  return (
    <Flex justify="center" pt="3">
      <Button
        variant="soft"
        color="gray"
        highContrast
        aria-busy={pages.isLoadingMore}
        onClick={() => pages.canLoadMore && pages.loadMore()}
      >
        {pages.isLoadingMore ? "Carregando…" : "Carregar mais"}
      </Button>
    </Flex>
  );
}
