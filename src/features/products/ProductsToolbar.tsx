import { Button } from "@radix-ui/themes";
import { useToday } from "../../lib/clock";
import { ExportButton } from "../../ui/ExportButton";
import { ListSearch } from "../../ui/ListSearch";
import { PageSizeSelect } from "../../ui/PageSizeSelect";
import { texts } from "./texts";
import { useAllProducts } from "./useProducts";
import type { AddressControls } from "./useProductsAddress";

export function ProductsToolbar({ controls }: { readonly controls: AddressControls }) {
  const { search, pageSize } = controls.address;
  const readAll = useAllProducts();
  const today = useToday();
  async function makeFile() {
    const [products, { productsCsv, productsCsvName }] = await Promise.all([readAll({}), import("./productCsv")]);
    return { name: productsCsvName(today), content: productsCsv(products) };
  }
  return (
    <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
      <ListSearch label={texts.search} placeholder={texts.searchHint} value={search} onSearch={controls.search} />
      <div className="flex flex-wrap gap-3">
        <Button variant="soft" color="gray" highContrast onClick={() => controls.open({ kind: "import" })}>
          {texts.import}
        </Button>
        <ExportButton makeFile={makeFile} failed={texts.exportFailed} />
        <PageSizeSelect value={pageSize} onChange={(size) => controls.go({ pageSize: size })} />
      </div>
    </div>
  );
}
