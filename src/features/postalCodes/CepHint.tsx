import { texts } from "./texts";
import type { CepState } from "./useCepFilling";

/** What stands under the field: whether the postal code is looked up, and what came of it. */
export function CepHint({ state }: { readonly state: CepState }) {
  switch (state.kind) {
    case "searching":
      return <span role="status">{texts.findingCep}</span>;
    case "filled":
      return <span role="status">{texts.cepFound}</span>;
    case "wholeCity":
      return <span role="status">{texts.cepWholeCity}</span>;
    case "unavailable":
      return <span role="status">{texts.cepUnavailable}</span>;
    case "notFound":
      return (
        <span role="status" className="text-(--red-11)">
          {texts.cepNotFound}
        </span>
      );
    case "idle":
    case "asks":
      return "";
    default:
      return state satisfies never;
  }
}
