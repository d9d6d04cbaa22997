import { drawing, element } from "./elements";
import type { PaymentView } from "./paymentView";
import type { Outcome } from "./returnAddress";
import { texts } from "./texts";

const CIRCLE = "M12 2.5a9.5 9.5 0 1 0 0 19 9.5 9.5 0 0 0 0-19Z";
const DRAWINGS: Readonly<Record<Outcome, readonly string[]>> = {
  approved: [CIRCLE, "m7.5 12.5 3 3 6-6.5"],
  pending: [CIRCLE, "M12 7v5.5l3.5 2"],
  rejected: [CIRCLE, "m8.5 8.5 7 7m0-7-7 7"],
  unknown: [CIRCLE, "M12 11v5.5M12 7.5v.5"],
};

/**
 * The page itself. It is written without a library: on a slow phone each of them is a second more. What is said is a live
 * region, so a payment that turns approved is announced; the focus stays where the customer has it (UX conventions F1).
 */
export class PaymentPage {
  private readonly shop = element("p", { class: "shop" });
  private readonly icon = element("div", { class: "icon" });
  private readonly heading = element("h1");
  private readonly lines = element("div", { class: "lines" });
  private readonly facts = element("dl");
  private readonly provider = element("a", { class: "button", target: "_blank", rel: "noopener noreferrer" });
  private readonly leaving = element("section", { class: "leaving", hidden: "" });
  private shown = "";

  /** @param isStaff whether somebody of a shop's staff seems to be signed in here */
  constructor(
    private readonly root: HTMLElement,
    private readonly isStaff: boolean,
  ) {
    const said = element("div", { role: "status" }, this.shop, this.icon, this.heading, this.lines);
    const checkout = element("a", { class: isStaff ? "button" : "link", href: "/checkout" }, texts.checkout);
    const ways = element("div", { class: "ways" }, this.provider, checkout);
    if (!isStaff) ways.append(element("small", {}, texts.forStaff));
    root.replaceChildren(said, this.facts, this.leaving, ways);
  }

  /** Shows what is known now; what has not changed is not touched, so it is not announced again. */
  show(view: PaymentView): void {
    const text = JSON.stringify(view);
    if (text === this.shown) return;
    this.shown = text;
    const { look, heading, lines, facts, provider, shop } = view;
    this.root.dataset.look = look;
    this.shop.textContent = shop;
    this.icon.replaceChildren(drawing(DRAWINGS[look]));
    this.heading.textContent = heading;
    this.lines.replaceChildren(...lines.map((line) => element("p", {}, line)));
    this.facts.replaceChildren(
      ...facts.map(([name, value]) => element("div", {}, element("dt", {}, name), element("dd", {}, value))),
    );
    this.provider.textContent = provider.label;
    this.provider.href = provider.href;
    describe(heading, shop, lines.join(" "));
  }

  /** @param onStay pressed by who wants to go on reading; there is none for a customer, who stays anyway */
  startCountdown(totalSeconds: number, onStay: (() => void) | null): (secondsLeft: number) => void {
    const words = this.isStaff ? texts.leaving : texts.watching;
    const bar = element("progress", { max: String(totalSeconds), "aria-label": texts.countdown });
    const line = element("p");
    this.leaving.replaceChildren(line, bar);
    if (onStay !== null) {
      const stay = element("button", { type: "button", class: "link" }, texts.stay);
      stay.addEventListener("click", onStay);
      this.leaving.append(stay);
    }
    this.leaving.hidden = false;
    return (secondsLeft) => {
      const whole = Math.ceil(secondsLeft);
      if (line.textContent !== words(whole)) line.textContent = words(whole);
      bar.value = totalSeconds - secondsLeft;
    };
  }

  endCountdown(line: string | null): void {
    this.leaving.replaceChildren(...(line === null ? [] : [element("p", {}, line)]));
    this.leaving.hidden = line === null;
  }
}

/** The tab, what link previews show, and the page's one address: without what was appended to it. */
function describe(heading: string, shop: string, description: string): void {
  const { origin, pathname } = window.location;
  document.title = `${heading} · ${shop === "" ? "Mercado Pago" : shop}`;
  inHead("meta", "name", "description").setAttribute("content", description);
  inHead("link", "rel", "canonical").setAttribute("href", origin + pathname);
}

function inHead(tag: "meta" | "link", key: string, value: string): Element {
  const known = document.head.querySelector(`${tag}[${key}="${value}"]`);
  if (known !== null) return known;
  const made = element(tag, { [key]: value });
  document.head.append(made);
  return made;
}
