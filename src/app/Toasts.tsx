import { useEffect } from "react";
import { toast, Toaster } from "sonner";
import { openToasts } from "../lib/toastQueue";
import { useIsNarrow } from "../lib/useMediaQuery";

interface Props {
  readonly appearance: "light" | "dark";
}

/** Where messages appear: bottom right, on the phone at the top; three at most. Source: UX conventions T1. */
export function Toasts({ appearance }: Props) {
  const isNarrow = useIsNarrow();
  // After the effects of what is inside: the messages that waited find their place.
  useEffect(() => openToasts(toast), []);
  return (
    <Toaster
      theme={appearance}
      position={isNarrow ? "top-center" : "bottom-right"}
      offset={{ bottom: 72 }}
      mobileOffset={{ top: 64 }}
      visibleToasts={3}
      closeButton
      containerAriaLabel="Mensagens"
      toastOptions={{ closeButtonAriaLabel: "Fechar mensagem" }}
      className="toasts"
    />
  );
}
