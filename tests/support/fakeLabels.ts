import { FakeMelhorEnvio } from "./fakeMelhorEnvio";

/**
 * The labels of Melhor Envio in the memory of a test: cart, wallet, making ready, printing, cancelling. Permission and
 * prices are `FakeMelhorEnvio`'s; the simulator (simulators/melhorEnvio) is the whole of it.
 */

export interface FakeLabel {
  readonly id: string;
  readonly tag: string;
  readonly sent: { readonly to: { readonly document: string }; readonly volumes: unknown[] };
  status: string;
  paid_at: string | null;
  generated_at: string | null;
  posted_at: string | null;
  delivered_at: string | null;
  canceled_at: string | null;
  tracking: string | null;
}

/** `lost`: done, and no answer; `down`: not done, and no answer. */
export type LabelFault = "lost" | "down" | "401" | "403" | "429" | "html";

const ME = "/api/v2/me";
export const LABEL_CENTS = 2_565;
const NOW = "2026-11-20 15:00:00";

export class FakeLabels {
  readonly service = new FakeMelhorEnvio();
  labels: FakeLabel[] = [];
  balanceCents = 10_000;
  /** How often making ready is looked for before it is done. */
  slowness = 0;
  /** Used up one by one, by the path they are for, below `/me`. */
  faults: { readonly path: string; readonly fault: LabelFault }[] = [];
  onFault: () => void = () => undefined;
  readonly asked: string[] = [];
  private count = 0;

  constructor(readonly token: string) {
    this.allow(token);
  }

  allow(access: string): void {
    this.service.tokens.push({ access, refresh: "", expiresAt: Infinity, isRenewed: false, isRevoked: false });
  }

  revoke(): void {
    for (const token of this.service.tokens) token.isRevoked = true;
  }

  /** How often something was asked for: `POST /cart`. */
  times(asked: string): number {
    return this.asked.filter((one) => one === asked).length;
  }

  readonly fetch = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const { pathname, searchParams } = new URL(url);
    const path = pathname.slice(ME.length);
    const isOurs = pathname.startsWith(ME) && !["", "/shipment/calculate"].includes(path);
    if (!isOurs) return await this.service.fetch(url, init);
    this.asked.push(`${init.method ?? "GET"} ${path.replace(/^(\/(?:cart|orders))\/etiqueta-.*/, "$1/:id")}`);
    const fault = this.takeFault(path);
    if (fault !== null && fault !== "lost") return broken(fault);
    const bearer = new Headers(init.headers).get("Authorization")?.replace("Bearer ", "");
    const token = this.service.tokens.find(({ access }) => access === bearer);
    if (token === undefined || token.isRevoked || token.expiresAt <= Date.now()) return broken("401");
    const body = (typeof init.body === "string" ? JSON.parse(init.body) : {}) as Body;
    const answer = this.answer(init.method ?? "GET", path, body, searchParams.get("q") ?? "");
    if (fault === "lost") throw new TypeError("fetch failed");
    return answer;
  };

  private takeFault(path: string): LabelFault | null {
    const at = this.faults.findIndex((one) => path.startsWith(one.path));
    if (at < 0) return null;
    const [found] = this.faults.splice(at, 1);
    this.onFault();
    return found?.fault ?? null;
  }

  private answer(method: string, path: string, body: Body, wanted: string): Response {
    const id = path.split("/").at(2) ?? "";
    const label = this.labels.find((one) => one.id === (body.orders?.[0] ?? body.order?.id ?? id));
    if (path === "/cart" && method === "POST") return Response.json(this.insert(body), { status: 201 });
    if (path === "/cart") return Response.json({ data: this.labels.filter(isInCart).map(view), last_page: 1 });
    if (path === "/balance") return Response.json({ balance: this.balanceCents / 100, reserved: 0, debts: 0 });
    if (path === "/orders/search") return Response.json(this.labels.filter(({ tag }) => tag === wanted).map(view));
    if (label === undefined)
      return Response.json({ message: "No query results for model [App\\Order]." }, { status: 404 });
    if (path.startsWith("/orders/")) return Response.json(this.look(label));
    if (path.startsWith("/cart/") && method === "DELETE") {
      this.labels = this.labels.filter((one) => one !== label);
      return new Response(null, { status: 204 });
    }
    if (path === "/shipment/checkout") return this.checkout(label);
    if (path === "/shipment/generate") return this.generate(label);
    if (path === "/shipment/print") return this.print(body.orders ?? []);
    if (path === "/shipment/cancel") {
      if (label.posted_at !== null) return refused("Esta etiqueta não pode ser cancelada.");
      Object.assign(label, { status: "canceled", canceled_at: NOW });
      return Response.json({ [label.id]: { canceled: true } });
    }
    return Response.json({ message: "Not found" }, { status: 404 });
  }

  private insert(body: Body): object {
    this.count += 1;
    const label: FakeLabel = {
      id: `etiqueta-${this.count}`,
      tag: body.options?.tags?.[0]?.tag ?? "",
      sent: body as unknown as FakeLabel["sent"],
      status: "pending",
      ...{ paid_at: null, generated_at: null, posted_at: null, delivered_at: null, canceled_at: null, tracking: null },
    };
    this.labels.push(label);
    return view(label);
  }

  private look(label: FakeLabel): object {
    if (label.status === "generating") {
      this.slowness -= 1;
      if (this.slowness < 0) Object.assign(label, { status: "released", generated_at: NOW });
      else return { ...view(label), status: "released" };
    }
    return view(label);
  }

  private checkout(label: FakeLabel): Response {
    if (label.paid_at !== null) return refused("Existe uma ou mais orders que já foram pagas.");
    if (this.balanceCents < LABEL_CENTS) return refused("Seu saldo de R$ 3,20 é insuficiente para pagar as etiquetas.");
    this.balanceCents -= LABEL_CENTS;
    Object.assign(label, { status: "released", paid_at: NOW });
    return Response.json({ purchase: { id: "compra", orders: [{ id: label.id, status: "released" }] } });
  }

  private generate(label: FakeLabel): Response {
    const isAgain = label.status === "generating" || label.generated_at !== null;
    if (!isAgain) label.status = "generating";
    const message = isAgain ? "O envio já está gerado" : "Envio gerado com sucesso";
    return Response.json({ [label.id]: { status: !isAgain, message } });
  }

  private print(ids: readonly string[]): Response {
    const all = this.labels.filter(({ id }) => ids.includes(id));
    if (all.some(({ generated_at }) => generated_at === null)) return refused("Etiqueta ainda não gerada.");
    return Response.json({ url: `https://me.test/imprimir/${ids.join(",")}` });
  }
}

interface Body {
  readonly orders?: readonly string[];
  readonly order?: { readonly id: string };
  readonly options?: { readonly tags?: readonly { readonly tag: string }[] };
}

const isInCart = ({ status }: FakeLabel): boolean => status === "pending";

function view({ tag, sent: _sent, ...label }: FakeLabel): object {
  return { ...label, price: LABEL_CENTS / 100, tags: [{ tag, url: null }], expired_at: null };
}

function refused(error: string): Response {
  return Response.json({ error }, { status: 422 });
}

function broken(fault: Exclude<LabelFault, "lost">): Response {
  switch (fault) {
    case "down":
      throw new TypeError("fetch failed");
    case "401":
      return Response.json({ message: "Unauthenticated." }, { status: 401 });
    case "403":
      return Response.json({ message: "This action is unauthorized." }, { status: 403 });
    case "429":
      return Response.json({ message: "Too Many Attempts." }, { status: 429 });
    case "html":
      return new Response("<html>403</html>", { status: 403 });
    default:
      return fault satisfies never;
  }
}
