import { PaymentPage } from "./paymentPage";
import { paymentView, type FoundPayment, type Inquiry } from "./paymentView";
import { readReturnAddress } from "./returnAddress";
import { texts } from "./texts";

/** The shop's server, as far as this page needs it. */
export interface PaymentSource {
  /** Calls back with what is known, now and whenever it changes; null where there is no such order. */
  readonly watch: (
    publicRef: string,
    on: { readonly answer: (payment: FoundPayment | null) => void; readonly failure: () => void },
  ) => void;
  /** Lets the server ask the provider; what it learns comes by `watch`. */
  readonly refresh: (publicRef: string) => Promise<unknown>;
}

interface Options {
  readonly root: HTMLElement;
  /** As in `location.search`. */
  readonly query: string;
  readonly source: PaymentSource;
  /** Whether somebody of a shop's staff seems to be signed in here. */
  readonly isStaff: boolean;
  /** Only the callback page counts down. */
  readonly hasCountdown: boolean;
  /** Goes to another page. */
  readonly leave: (path: string) => void;
}

/** Source: specification §9 "Payment callback countdown 10 seconds". */
const COUNTDOWN_S = 10;
const TICK_MS = 250;
/** A poor connection may need this long; then the customer is told. */
const UNREACHABLE_AFTER_MS = 8_000;
const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 60_000;

/** Shows a payment from the moment the customer comes back from the provider until it is decided, and on. */
export function openPaymentPage({ root, query, source, isStaff, hasCountdown, leave }: Options): void {
  const address = readReturnAddress(query);
  const page = new PaymentPage(root, isStaff);
  let inquiry: Inquiry = { kind: "asking" };
  const learn = (news: Inquiry) => {
    inquiry = news;
    page.show(paymentView(address, inquiry));
  };

  if (address.publicRef === null) learn({ kind: "notFound" });
  else {
    learn(inquiry);
    source.watch(address.publicRef, {
      answer: (payment) => learn(payment === null ? { kind: "notFound" } : { kind: "found", payment }),
      failure: () => learn({ kind: "unreachable" }),
    });
    window.setTimeout(() => inquiry.kind === "asking" && learn({ kind: "unreachable" }), UNREACHABLE_AFTER_MS);
    keepAsking(address.publicRef, source, () => isDecided(inquiry));
  }
  if (hasCountdown) countDown(page, isStaff, leave);
}

/** Nothing that the provider could still tell changes what the page says. */
function isDecided(inquiry: Inquiry): boolean {
  if (inquiry.kind === "notFound") return true;
  return inquiry.kind === "found" && (inquiry.payment.status === "approved" || inquiry.payment.status === "refunded");
}

/**
 * Lets the server ask the provider now, ever more rarely while nothing is decided, and whenever the page is looked at
 * again: who pays by Pix comes back from the bank's app.
 */
function keepAsking(publicRef: string, source: PaymentSource, isDecidedNow: () => boolean): void {
  let waitMs = FIRST_WAIT_MS;
  let timer: number | undefined;
  let isAsking = false;

  async function ask(): Promise<void> {
    if (isAsking || isDecidedNow()) return;
    window.clearTimeout(timer);
    isAsking = true;
    // Too many questions, no connection, a silent provider: the page goes on showing what is known, and asks again.
    await source.refresh(publicRef).catch(() => undefined);
    isAsking = false;
    timer = window.setTimeout(() => void (document.hidden || ask()), waitMs);
    waitMs = Math.min(waitMs * 1.5, LONGEST_WAIT_MS);
  }
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return;
    waitMs = FIRST_WAIT_MS;
    void ask();
  });
  void ask();
}

/** Ten seconds; then staff go back to work, unless they want to stay, and a customer stays on the final page. */
function countDown(page: PaymentPage, isStaff: boolean, leave: Options["leave"]): void {
  const endsAt = Date.now() + COUNTDOWN_S * 1_000;
  const show = page.startCountdown(
    COUNTDOWN_S,
    isStaff
      ? () => {
          window.clearInterval(timer);
          page.endCountdown(null);
        }
      : null,
  );
  show(COUNTDOWN_S);
  const timer = window.setInterval(() => {
    const secondsLeft = Math.max(0, (endsAt - Date.now()) / 1_000);
    show(secondsLeft);
    if (secondsLeft > 0) return;
    window.clearInterval(timer);
    if (isStaff) leave("/checkout");
    else page.endCountdown(texts.done);
  }, TICK_MS);
}
