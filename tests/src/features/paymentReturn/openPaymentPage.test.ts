import { screen, within } from "@testing-library/dom";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { openPaymentPage, type PaymentSource } from "../../../../src/features/paymentReturn/openPaymentPage";
import type { FoundPayment } from "../../../../src/features/paymentReturn/paymentView";
import { seemsSignedIn } from "../../../../src/features/paymentReturn/staffSession";

const REF = "0123456789abcdef0123456789abcdef";
const PAYMENT: FoundPayment = {
  tenantName: "Loja Demo",
  number: 1042,
  amountCents: 14_280,
  status: "open",
  paymentId: null,
  paymentUrl: "https://provider.test/pay/1",
  providerUrl: "https://provider.test",
  isSimulated: false,
};

/** The server as the test has it. */
class FakeSource implements PaymentSource {
  watched: string[] = [];
  asked = 0;
  refuses = false;
  private on: Parameters<PaymentSource["watch"]>[1] | null = null;
  readonly watch: PaymentSource["watch"] = (publicRef, on) => {
    this.watched.push(publicRef);
    this.on = on;
  };
  readonly refresh = (): Promise<unknown> => {
    this.asked += 1;
    return this.refuses ? Promise.reject(new Error("too many")) : Promise.resolve(null);
  };
  says(change: Partial<FoundPayment>): void {
    this.on?.answer({ ...PAYMENT, ...change });
  }
  knowsNothing(): void {
    this.on?.answer(null);
  }
  fails(): void {
    this.on?.failure();
  }
}

function open(
  query: string,
  { isStaff = false, page = "return" }: { isStaff?: boolean; page?: "return" | "callback" } = {},
) {
  const root = document.createElement("main");
  document.body.replaceChildren(root);
  const source = new FakeSource();
  const leave = vi.fn();
  openPaymentPage({ root, query, source, isStaff, hasCountdown: page === "callback", leave });
  return { source, leave, root };
}
const heading = () => screen.getByRole("heading", { level: 1 }).textContent;

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-11-21T12:00:00Z") });
});
afterEach(() => {
  vi.useRealTimers();
  document.head.innerHTML = "";
  document.body.innerHTML = "";
  window.localStorage.clear();
});

describe("the payment turns", () => {
  test("from pending to approved before the customer's eyes, announced, and the tab with it", () => {
    const { source, root } = open(`?ref=${REF}&status=pending`);
    expect(source.watched).toEqual([REF]);
    expect(heading()).toBe("Retorno de pagamento");
    source.says({ status: "pending" });
    expect(heading()).toBe("Pagamento pendente");
    expect(document.title).toBe("Pagamento pendente · Loja Demo");
    source.says({ status: "approved", paymentId: "1319876543" });
    const said = screen.getByRole("status");
    expect(within(said).getByRole("heading", { name: "Pagamento aprovado" })).toBeTruthy();
    expect(root.dataset.look).toBe("approved");
    expect(document.title).toBe("Pagamento aprovado · Loja Demo");
    expect(screen.getByText("#1042")).toBeTruthy();
    expect(screen.getByText("R$ 142,80")).toBeTruthy();
    expect(screen.getByText("1319876543")).toBeTruthy();
  });

  test("an answer that changes nothing touches nothing: it is not announced again", () => {
    const { source } = open(`?ref=${REF}`);
    source.says({ status: "pending" });
    const line = screen.getByText(/ainda não foi concluído/);
    source.says({ status: "pending" });
    expect(screen.getByText(/ainda não foi concluído/)).toBe(line);
  });

  test("title, description and canonical address, without what was appended to it", () => {
    window.history.replaceState(null, "", `/mp/return?ref=${REF}&status=success`);
    const { source } = open(`?ref=${REF}&status=success`);
    source.says({ status: "approved" });
    const head = (selector: string, attribute: string) =>
      document.head.querySelector(selector)?.getAttribute(attribute);
    expect(head('link[rel="canonical"]', "href")).toBe(`${window.location.origin}/mp/return`);
    expect(head('meta[name="description"]', "content")).toBe("Recebemos o pagamento. Obrigado pela compra!");
  });

  test("what an address holds is never read as markup", () => {
    open("?status=success&preference_id=%3Cimg%20src%3Dx%3E&payment_id=%3Cb%3E1%3C%2Fb%3E");
    expect(document.querySelector("img, b")).toBeNull();
    expect(heading()).toBe("Pagamento aprovado");
  });
});

describe("the server", () => {
  test("is asked at once, then ever more rarely, and no more once it is decided", async () => {
    const { source } = open(`?ref=${REF}`);
    expect(source.asked).toBe(1);
    source.says({ status: "pending" });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(source.asked).toBe(2);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(source.asked).toBe(2);
    await vi.advanceTimersByTimeAsync(2_500);
    expect(source.asked).toBe(3);
    source.says({ status: "approved" });
    await vi.advanceTimersByTimeAsync(600_000);
    expect(source.asked).toBe(3);
  });

  test("is asked again when the customer comes back from the bank's app", async () => {
    const { source } = open(`?ref=${REF}`);
    source.says({ status: "pending" });
    await vi.advanceTimersByTimeAsync(0);
    document.dispatchEvent(new Event("visibilitychange"));
    expect(source.asked).toBe(2);
  });

  test("that refuses to ask the provider again stops nothing", async () => {
    const { source } = open(`?ref=${REF}`);
    source.refuses = true;
    source.says({ status: "pending" });
    await vi.advanceTimersByTimeAsync(20_000);
    expect(source.asked).toBeGreaterThan(2);
    expect(heading()).toBe("Pagamento pendente");
  });

  test("that does not answer for eight seconds is said so; its answer comes all the same", async () => {
    const { source } = open(`?ref=${REF}&status=approved`);
    await vi.advanceTimersByTimeAsync(7_900);
    expect(screen.queryByText(/Não conseguimos falar com a loja/)).toBeNull();
    await vi.advanceTimersByTimeAsync(200);
    expect(screen.getByText("Não conseguimos falar com a loja agora. Esta página tenta de novo sozinha.")).toBeTruthy();
    source.says({ status: "approved" });
    expect(screen.getByText("Recebemos o pagamento. Obrigado pela compra!")).toBeTruthy();
  });

  test("that fails, or knows no such order, is not taken for a yes", () => {
    const { source, root } = open(`?ref=${REF}&status=approved`);
    source.fails();
    expect(root.dataset.look).toBe("unknown");
    source.knowsNothing();
    expect(root.dataset.look).toBe("unknown");
    expect(screen.getByText("Esta página sozinha não comprova o pagamento. Confira com a loja.")).toBeTruthy();
  });

  test("is not asked without a reference", async () => {
    const { source } = open("?status=success&preference_id=44-1");
    await vi.advanceTimersByTimeAsync(60_000);
    expect([source.watched, source.asked]).toEqual([[], 0]);
  });
});

describe("the ways on", () => {
  test("to the provider in a tab of its own, and to /checkout", () => {
    const { source } = open(`?ref=${REF}`);
    source.says({ status: "rejected" });
    const provider = screen.getByRole("link", { name: "Tentar pagar de novo" });
    expect([provider.getAttribute("href"), provider.getAttribute("target"), provider.getAttribute("rel")]).toEqual([
      "https://provider.test/pay/1",
      "_blank",
      "noopener noreferrer",
    ]);
    expect(screen.getByRole("link", { name: "Voltar ao checkout" }).getAttribute("href")).toBe("/checkout");
    expect(screen.getByText("O checkout é só para a equipe da loja")).toBeTruthy();
  });
});

describe("the countdown of the callback page", () => {
  test("counts ten seconds with its bar, and then signed-in staff go to /checkout", () => {
    const { leave } = open(`?ref=${REF}`, { isStaff: true, page: "callback" });
    const bar = screen.getByRole<HTMLProgressElement>("progressbar", { name: "Contagem regressiva" });
    expect(screen.getByText("Indo para o checkout em 10 segundos")).toBeTruthy();
    expect([bar.value, bar.max]).toEqual([0, 10]);
    vi.advanceTimersByTime(4_000);
    expect(screen.getByText("Indo para o checkout em 6 segundos")).toBeTruthy();
    expect(bar.value).toBe(4);
    vi.advanceTimersByTime(5_000);
    expect(screen.getByText("Indo para o checkout em 1 segundo")).toBeTruthy();
    expect(leave).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1_000);
    expect(leave.mock.calls).toEqual([["/checkout"]]);
  });

  test("staff who want to read stay", () => {
    const { leave } = open(`?ref=${REF}`, { isStaff: true, page: "callback" });
    screen.getByRole("button", { name: "Ficar nesta página" }).click();
    vi.advanceTimersByTime(60_000);
    expect(leave).not.toHaveBeenCalled();
    expect(screen.queryByRole("progressbar")).toBeNull();
  });

  test("a customer stays on the final page, which goes on turning", () => {
    const { source, leave } = open(`?ref=${REF}`, { page: "callback" });
    expect(screen.getByText("Acompanhando o pagamento: 10 segundos")).toBeTruthy();
    vi.advanceTimersByTime(10_000);
    expect(leave).not.toHaveBeenCalled();
    expect(screen.queryByRole("progressbar")).toBeNull();
    expect(screen.getByText("Você já pode fechar esta página.")).toBeTruthy();
    source.says({ status: "approved" });
    expect(heading()).toBe("Pagamento aprovado");
  });

  test("the return page has none", () => {
    open(`?ref=${REF}`, { isStaff: true });
    expect(screen.queryByRole("progressbar")).toBeNull();
  });
});

describe("who is signed in", () => {
  test("is told by the session that the staff app keeps", () => {
    expect(seemsSignedIn()).toBe(false);
    window.localStorage.setItem("__convexAuthRefreshToken_httplocalhost3210", "refresh");
    expect(seemsSignedIn()).toBe(true);
  });

  test("or by Clerk's cookie", () => {
    document.cookie = "__session=token";
    expect(seemsSignedIn()).toBe(true);
    document.cookie = "__session=; expires=Thu, 01 Jan 1970 00:00:00 GMT";
    expect(seemsSignedIn()).toBe(false);
  });
});
