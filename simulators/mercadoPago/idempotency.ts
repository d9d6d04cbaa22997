import type { Answer, Request } from "../server/exchange";
import { errorAnswer } from "./errors";
import type { Account, MercadoPagoState } from "./state";

/**
 * The same key on the same path gets the same answer, and nothing is done again.
 *
 * Only what succeeded is kept: a request that was refused may be mended and sent again.
 * Source: contracts/mercado-pago.md §1, §11.5.
 */
export class Idempotency {
  constructor(private readonly state: MercadoPagoState) {}

  async once(
    request: Request,
    account: Account,
    { isMandatory }: { readonly isMandatory: boolean },
    perform: () => Answer | Promise<Answer>,
  ): Promise<Answer> {
    const key = request.headers["x-idempotency-key"];
    if (typeof key !== "string" || key === "")
      return isMandatory
        ? errorAnswer(400, "bad_request", "Header X-Idempotency-Key can't be null", [])
        : await perform();
    const name = `${account.collectorId} ${request.method} ${request.path} ${key}`;
    const kept = this.state.answersByKey[name];
    if (kept !== undefined) return { ...kept, headers: { "content-type": "application/json; charset=utf-8" } };
    const answer = await perform();
    if (answer.status < 300 && typeof answer.body === "string")
      this.state.answersByKey[name] = { status: answer.status, body: answer.body };
    return answer;
  }
}
