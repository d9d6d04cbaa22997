import { Button } from "@radix-ui/themes";
import { texts } from "./texts";
import type { CepFilling } from "./useCepFilling";

/** The postal code says something else than what was typed by hand: it is not overwritten without asking (N5). */
export function CepNotice({ cep }: { readonly cep: CepFilling }) {
  const { state } = cep;
  if (state.kind !== "asks") return null;
  const { street, neighborhood, city, state: uf } = state.address;
  const place = [city, uf].filter((part) => part !== "").join("/");
  const shown = [street, neighborhood, place].filter((part) => part !== "").join(", ");
  return (
    <div role="status" className="col-span-6 rounded-md border border-(--amber-a7) bg-(--amber-2) p-2 text-[14px]">
      <p>{texts.cepDiffers(shown)}</p>
      <div className="mt-2 flex flex-wrap gap-5 px-1">
        <Button
          type="button"
          size="1"
          variant="ghost"
          color="gray"
          highContrast
          onClick={() => cep.useFound(state.address)}
        >
          {texts.useCepAddress}
        </Button>
        <Button type="button" size="1" variant="ghost" color="gray" highContrast onClick={cep.forget}>
          {texts.keepTyped}
        </Button>
      </div>
    </div>
  );
}
