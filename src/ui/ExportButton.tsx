import { DownloadIcon } from "@radix-ui/react-icons";
import { Button } from "@radix-ui/themes";
import { useState } from "react";
import { notifySuccess } from "../lib/notify";
import { reportError } from "../lib/reportError";
import { saveFile } from "../lib/saveFile";

interface Props {
  /** Reads everything and writes the file; what writes it may be loaded then. */
  readonly makeFile: () => Promise<{ readonly name: string; readonly content: string }>;
  /** What is said when it cannot be made and the server gave no reason. */
  readonly failed: string;
}

/** 'Exportar CSV': everything there is in a file, whatever the list shows. */
export function ExportButton({ makeFile, failed }: Props) {
  const [isBusy, setIsBusy] = useState(false);

  async function exportAll() {
    if (isBusy) return;
    setIsBusy(true);
    try {
      const { name, content } = await makeFile();
      saveFile(name, content, "text/csv;charset=utf-8");
      notifySuccess("Arquivo CSV exportado com sucesso");
    } catch (error) {
      reportError(error, failed);
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <Button variant="soft" color="gray" highContrast aria-busy={isBusy} onClick={() => void exportAll()}>
      <DownloadIcon aria-hidden width="16" height="16" />
      {isBusy ? "Exportando…" : "Exportar CSV"}
    </Button>
  );
}
