import { Button } from "@radix-ui/themes";
import { notifyError, notifySuccess } from "../lib/notify";

/** Puts a link where it can be pasted into a chat. The browser may not allow it on a plain-http address. */
export function CopyButton({ text, size = "1" }: { readonly text: string; readonly size?: "1" | "2" }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      notifySuccess("Link copiado");
    } catch {
      notifyError("Não foi possível copiar. Abra a página e copie o endereço.");
    }
  }
  return (
    <Button
      type="button"
      size={size}
      variant={size === "1" ? "ghost" : "soft"}
      color="gray"
      highContrast
      onClick={() => void copy()}
    >
      Copiar link
    </Button>
  );
}
