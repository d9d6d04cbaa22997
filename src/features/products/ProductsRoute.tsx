import { Button } from "@radix-ui/themes";
import { lazy, Suspense } from "react";
import { useTenant } from "../../lib/tenant";
import { EmptyState } from "../../ui/EmptyState";
import { Page } from "../../ui/Page";
import { PanelBoundary } from "../../ui/PanelBoundary";
import { AllProducts, ProductsFound } from "./ProductsList";
import { ProductsToolbar } from "./ProductsToolbar";
import { texts } from "./texts";
import { useProductsAddress, type AddressControls } from "./useProductsAddress";

const ProductDialog = lazy(() => import("./ProductDialog").then((module) => ({ default: module.ProductDialog })));
const ImportProducts = lazy(() => import("./ImportProducts").then((module) => ({ default: module.ImportProducts })));
const StockDialog = lazy(() => import("./StockDialog").then((module) => ({ default: module.StockDialog })));

/** Produtos: search and page in the address, the list, the dialogs of one product. */
export function Component() {
  const controls = useProductsAddress();
  const { tenant } = useTenant();
  const { search, pageSize } = controls.address;

  if (tenant === null)
    return (
      <Page title={texts.title}>
        <EmptyState line={texts.noTenant} />
      </Page>
    );
  return (
    <Page
      title={texts.title}
      action={
        <Button data-after-removal onClick={() => controls.open({ kind: "create" })}>
          {texts.create}
        </Button>
      }
    >
      <ProductsToolbar controls={controls} />
      <PanelBoundary fallback={texts.loadFailed}>
        {search === "" ? <AllProducts key={pageSize} controls={controls} /> : <ProductsFound controls={controls} />}
      </PanelBoundary>
      <OpenDialogs controls={controls} />
    </Page>
  );
}

function OpenDialogs({ controls }: { readonly controls: AddressControls }) {
  const { open } = controls.address;
  if (open === null) return null;
  return (
    <Suspense fallback={null}>
      {open.kind === "create" && <ProductDialog code={null} onClose={controls.close} />}
      {open.kind === "import" && <ImportProducts onClose={controls.close} />}
      {open.kind === "edit" && <ProductDialog key={open.code} code={open.code} onClose={controls.close} />}
      {open.kind === "stock" && <StockDialog key={open.code} code={open.code} onClose={controls.close} />}
    </Suspense>
  );
}
