import { ImportDialog } from "../imports";
import { customerImport } from "./customerImportDescription";

/** A chunk of its own: most days nobody imports anything. */
export function ImportCustomers({ onClose }: { readonly onClose: () => void }) {
  return <ImportDialog description={customerImport} onClose={onClose} />;
}
