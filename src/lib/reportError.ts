import { notifyError } from "./notify";
import { sentenceOf } from "./refusal";

/** Shows why something failed: the refusal's message, or the feature's fallback, under the title 'Erro'. */
export function reportError(error: unknown, fallback: string): void {
  notifyError(sentenceOf(error, fallback));
}
