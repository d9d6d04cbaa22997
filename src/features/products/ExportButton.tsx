import { DownloadIcon } from "@radix-ui/react-icons";
import { Button } from "@radix-ui/themes";
import { useState } from "react";
import { useToday } from "../../lib/clock";
import { notifySuccess } from "../../lib/notify";
import { reportError } from "../../lib/reportError";
import { texts } from "./texts";
import { useAllProducts } from "./useProducts";

/** All products in a file, whatever the list shows. What writes the file is loaded when it is asked for. */
export function ExportButton() {
  const readAll = useAllProducts();
  const today = useToday();
  const [isBusy, setIsBusy] = useState(false);

  async function exportAll() {
    if (isBusy) return;
    setIsBusy(true);
    try {
      const [products, { productsCsv, productsCsvName }] = await Promise.all([readAll(), import("./productCsv")]);
      save(productsCsv(products), productsCsvName(today));
      notifySuccess(texts.exported);
    } catch (error) {
      reportError(error, texts.exportFailed);
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <Button variant="soft" color="gray" highContrast aria-busy={isBusy} onClick={() => void exportAll()}>
      <DownloadIcon aria-hidden width="16" height="16" />
      {isBusy ? texts.exporting : texts.export}
    </Button>
  );
}

function save(text: string, fileName: string) {
  const url = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
}
