/**
 * The gateway of the specification in the memory of a test, for functions that run where no server can: as much of
 * contracts/whatsapp.md Part 1 as the outbox speaks. The simulator (simulators/gateway) is the whole of it.
 */

export interface FakeMessage {
  readonly id: string;
  readonly number: string;
  readonly message: string;
  readonly key: string | null;
  readonly at: number;
}

/**
 * What happens to the next message: `lost_before` no answer and nothing done, `lost_after` no answer and yet it left,
 * `error_after` 500 and yet it left, the others as they say.
 */
export type GatewayFault =
  "lost_before" | "lost_after" | "error_before" | "error_after" | "nobody_online" | "429" | "401";

export const GATEWAY_URL = "http://gateway.test:3333";

export class SendingGateway {
  isDown = false;
  /** As `/api/status` tells it. */
  state = "online";
  readonly messages: FakeMessage[] = [];
  readonly labels: { readonly phone: string; readonly label: string }[] = [];
  readonly missing = new Set<string>();
  /** Whether one key is sent once. */
  honoursKeys = false;
  /** How often it was asked what it has sent. */
  questions = 0;
  faults: GatewayFault[] = [];
  /** Called while a message is with it, before its answer leaves. */
  whileSending: (message: FakeMessage) => Promise<void> | void = () => undefined;

  /** Takes the place of `fetch` for its own address. */
  readonly fetch = async (url: string, init: RequestInit = {}): Promise<Response> => {
    if (this.isDown) throw new TypeError("fetch failed");
    const path = url.slice(GATEWAY_URL.length);
    const body = typeof init.body === "string" ? (JSON.parse(init.body) as Record<string, string>) : {};
    switch (path) {
      case "/api/status":
        return answer(200, { instancias: [{ nome: "Instancia 1", numero: "5531999990000", status: this.state }] });
      case "/api/message-status":
        this.questions += 1;
        return answer(200, this.messages.map(toStatus));
      case "/add-label":
        this.labels.push({ phone: body.phone ?? "", label: body.label ?? "" });
        return answer(200, { success: true });
      case "/send-message":
        return await this.take(body, new Headers(init.headers).get("X-Idempotency-Key"));
      default:
        return answer(404, { error: `Cannot ${init.method ?? "GET"} ${path}` });
    }
  };

  /** The texts that a phone got, in order. */
  textsTo(number: string): string[] {
    return this.messages.filter((message) => message.number === number).map(({ message }) => message);
  }

  private async take({ number = "", message = "" }: Record<string, string>, key: string | null): Promise<Response> {
    const known = this.honoursKeys ? this.messages.find((sent) => sent.key === key) : undefined;
    if (known !== undefined) return answer(200, { success: true, id: known.id });
    const fault = this.faults.shift();
    if (fault === "lost_before") throw new TypeError("fetch failed");
    if (fault === "error_before") return answer(500, { error: "Erro interno" });
    if (fault === "429") return answer(429, { error: "Muitas mensagens" });
    if (fault === "401") return answer(401, { error: "Token inválido" });
    if (fault === "nobody_online" || this.state !== "online") return answer(503, { error: "Nenhuma instância online" });
    if (this.missing.has(number)) return answer(400, { error: "O número não existe no WhatsApp" });
    const sent = { id: `true_${number}@c.us_${this.messages.length}`, number, message, key, at: Date.now() };
    this.messages.push(sent);
    await this.whileSending(sent);
    if (fault === "lost_after") throw new TypeError("fetch failed");
    if (fault === "error_after") return answer(500, { error: "Erro interno" });
    return answer(200, { success: true, id: sent.id });
  }
}

function toStatus({ id, number, at }: FakeMessage) {
  return { id, number, status: "sent", at: new Date(at).toISOString() };
}

function answer(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), { status });
}
