import { ImportDialog } from "../imports";
import { productImport } from "./productImportDescription";

/** A chunk of its own: most days nobody imports anything. */
export function ImportProducts({ onClose }: { readonly onClose: () => void }) {
  return <ImportDialog description={productImport} onClose={onClose} />;
}
