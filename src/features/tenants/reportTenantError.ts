import { notifyError } from "../../lib/notify";
import { sentenceOf } from "../../lib/refusal";
import { texts } from "./texts";

/** 'Erro ao …: ' with the server's message behind it. Source: specification §8 "Companies". */
export function reportTenantError(error: unknown, say: (cause: string) => string): void {
  notifyError(say(sentenceOf(error, texts.unknownCause)));
}
