import { Button } from "@radix-ui/themes";
import { useToday } from "../../lib/clock";
import { ExportButton } from "../../ui/ExportButton";
import { ListSearch } from "../../ui/ListSearch";
import { PageSizeSelect } from "../../ui/PageSizeSelect";
import { texts } from "./texts";
import { useAllCustomers } from "./useCustomers";
import type { PlaceControls } from "./useCustomersPlace";

export function CustomersToolbar({ controls }: { readonly controls: PlaceControls }) {
  const { search, pageSize, isForHistory } = controls.place;
  const readAll = useAllCustomers();
  const today = useToday();
  async function makeFile() {
    const [customers, { customersCsv, customersCsvName }] = await Promise.all([readAll({}), import("./customerCsv")]);
    return { name: customersCsvName(today), content: customersCsv(customers) };
  }
  return (
    <>
      {isForHistory && <p className="mb-3 text-[14px] text-(--gray-11)">{texts.forHistory}</p>}
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
    </>
  );
}
