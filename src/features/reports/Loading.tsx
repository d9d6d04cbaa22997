import { Text } from "@radix-ui/themes";
import { texts } from "./texts";

/** 'Carregando...', in the place of what is coming. */
export function Loading({ className = "min-h-24" }: { readonly className?: string }) {
  return (
    <div role="status" aria-busy className={`flex items-center justify-center ${className}`}>
      <Text as="p" color="gray" className="appear-late">
        {texts.loading}
      </Text>
    </div>
  );
}
