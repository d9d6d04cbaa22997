/** An address filled in by its postal code, for every form that has one (UX conventions N5). */
export { CepHint } from "./CepHint";
export { CepNotice } from "./CepNotice";
export { useCepFilling } from "./useCepFilling";
