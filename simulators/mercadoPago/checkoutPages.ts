import { html, renderPage, type Markup } from "../server/markup";
import { drawLikeQrCode } from "../server/picture";
import { formatReais } from "../server/money";
import { HOLDERS, type Holder } from "./cashier";
import { detailWords, HOLDER_WORDS, STATUS_TITLES } from "./checkoutTexts";
import { pixCode } from "./pixCode";
import { excludes, itemsCents, linesOf, shippingCents } from "./preferences";
import { returnAddress, returnsByItself } from "./returnAddress";
import type { Account, Payment, Preference } from "./state";

/** The pages that a buyer sees. Forms and links only: they work on any phone. */

const SERVICE = "Mercado Pago";
const DEFAULT_INSTALLMENTS = 12;

export function checkoutPage(preference: Preference, account: Account, earlier: readonly Payment[]): string {
  const approved = earlier.filter(({ status }) => status === "approved");
  return page(
    "Pagar",
    html`<h1>${sellerName(preference, account)}</h1>
      ${
        approved.length === 0
          ? null
          : html`<p role="status">
              Este link já recebeu ${approved.map(paidOnce)} Pagar de novo faz um pagamento repetido.
            </p>`
      }
      ${summary(preference)} ${excludes(preference, "credit_card") ? null : cardForm(preference)}
      ${preference.fields.binary_mode === true || excludes(preference, "bank_transfer") ? null : pixForm(preference)}
      ${otherCases(preference)}`,
  );
}

export function closedPage(preference: Preference, account: Account): string {
  const back = returnAddress(preference, null);
  return page(
    "Link indisponível",
    html`<h1>${sellerName(preference, account)}</h1>
      <section>
        <h2>Este link de pagamento não está mais disponível</h2>
        <p>O prazo acabou ou a loja mudou o pedido. Peça um link novo à loja.</p>
        ${back === null ? null : html`<a class="button" href="${back}">Voltar ao site</a>`}
      </section>`,
  );
}

export function unknownPage(): string {
  return page(
    "Não encontrado",
    html`<h1>Não encontramos este pagamento</h1>
      <p>Confira o endereço do link.</p>`,
  );
}

export function paymentPage(
  payment: Payment,
  preference: Preference | null,
  account: Account,
  autoReturnSeconds: number,
): string {
  const detail = detailWords(payment.status, payment.statusDetail);
  const back = preference === null ? null : returnAddress(preference, payment);
  const goesBack = back !== null && preference !== null && returnsByItself(preference, payment);
  const isWaitingPix = payment.method.type === "bank_transfer" && payment.status === "pending";
  return renderPage({
    service: SERVICE,
    title: STATUS_TITLES[payment.status],
    ...(goesBack ? { goOn: { url: back, seconds: autoReturnSeconds } } : {}),
    body: html`<h1>${isWaitingPix ? "Pague com Pix" : STATUS_TITLES[payment.status]}</h1>
      <section>
        <p class="total"><span>Valor</span><span>${formatReais(payment.amountCents + payment.shippingCents)}</span></p>
        <p class="soft">Pagamento nº ${payment.id}</p>
        ${detail === null ? null : html`<p>${detail}</p>`} ${isWaitingPix ? pixCharge(payment, account) : null}
        ${payment.status === "in_process" ? analysisForm(payment) : null}
        ${payment.status === "rejected" && preference !== null ? tryAgain(preference) : null}
        ${back === null ? null : html`<a class="button main" href="${back}">Voltar ao site</a>`}
        ${goesBack ? html`<p class="soft">Você volta à loja em alguns segundos.</p>` : null}
      </section>`,
  });
}

const page = (title: string, body: Markup): string => renderPage({ service: SERVICE, title, body });

const sellerName = ({ fields }: Preference, { nickname }: Account): string =>
  typeof fields.statement_descriptor === "string" ? fields.statement_descriptor : nickname;

const paidOnce = ({ amountCents, shippingCents: shipping }: Payment): Markup =>
  html`um pagamento de ${formatReais(amountCents + shipping)}. `;

function summary(preference: Preference): Markup {
  const shipping = shippingCents(preference);
  const lines = linesOf(preference).map(
    ({ title, quantity, cents }) =>
      html`<li>
        <span>${quantity === 1 ? title : `${title} × ${quantity}`}</span><span>${formatReais(cents)}</span>
      </li>`,
  );
  return html`<section aria-label="Resumo">
    <ul class="lines">
      ${lines} ${shipping === 0 ? null : html`<li><span>Envio</span><span>${formatReais(shipping)}</span></li>`}
    </ul>
    <p class="total"><span>Total</span><span>${formatReais(itemsCents(preference) + shipping)}</span></p>
  </section>`;
}

/** @param purchase what the button means */
function form(preference: Preference, purchase: string, inside: Markup): Markup {
  return html`<form method="post" action="/checkout/v1/redirect">
    <input type="hidden" name="pref_id" value="${preference.id}" />
    <input type="hidden" name="purchase" value="${purchase}" />
    ${inside}
  </form>`;
}

function cardForm(preference: Preference): Markup {
  const holders = (Object.keys(HOLDERS) as Holder[]).map(
    (holder) => html`<option value="${holder}">${HOLDER_WORDS[holder]}</option>`,
  );
  const totalCents = itemsCents(preference) + shippingCents(preference);
  const installments = Array.from(
    { length: mostInstallments(preference) },
    (_, index) =>
      html`<option value="${index + 1}">${index + 1}x de ${formatReais(Math.round(totalCents / (index + 1)))}</option>`,
  );
  return html`<section>
    <h2>Cartão de crédito</h2>
    ${form(
      preference,
      "card",
      html`<p class="soft">Cartão de teste 5031 4332 1540 6351. O nome no cartão decide o resultado.</p>
        <label for="holder">Nome no cartão</label>
        <select id="holder" name="holder">
          ${holders}
        </select>
        <label for="installments">Parcelas</label>
        <select id="installments" name="installments">
          ${installments}
        </select>
        <button class="main">Pagar com cartão</button>`,
    )}
  </section>`;
}

function mostInstallments({ fields }: Preference): number {
  const methods = fields.payment_methods as { installments?: number } | undefined;
  return methods?.installments ?? DEFAULT_INSTALLMENTS;
}

function pixForm(preference: Preference): Markup {
  return html`<section>
    <h2>Pix</h2>
    ${form(preference, "pix", html`<button class="main">Gerar código Pix</button>`)}
  </section>`;
}

function otherCases(preference: Preference): Markup {
  return html`<details>
    <summary>Outras situações para simular</summary>
    ${form(
      preference,
      "amount",
      html`<label for="amount">Outro valor, em reais</label>
        <input id="amount" name="amount" inputmode="decimal" placeholder="20,00" required />
        <button>Aprovar este valor</button>`,
    )}
    ${form(preference, "twice", html`<button>Aprovar duas vezes</button>`)}
    ${form(preference, "abandon", html`<button>Desistir e voltar ao site</button>`)}
  </details>`;
}

function action(payment: Payment, what: string, label: string, isMain = false): Markup {
  return html`<form method="post" action="/checkout/v1/payment/${payment.id}">
    <input type="hidden" name="action" value="${what}" />
    <button class="${isMain ? "main" : ""}">${label}</button>
  </form>`;
}

function pixCharge(payment: Payment, account: Account): Markup {
  const code = pixCode(payment, account);
  return html`<img class="qr" alt="QR code do Pix" src="data:image/png;base64,${drawLikeQrCode(code)}" />
    <p>Pix copia e cola:</p>
    <p class="code">${code}</p>
    ${action(payment, "pay", "Simular o pagamento deste Pix", true)} ${action(payment, "expire", "Deixar o Pix vencer")}`;
}

function analysisForm(payment: Payment): Markup {
  return html`${action(payment, "pay", "Aprovar a análise")} ${action(payment, "reject", "Recusar a análise")}`;
}

function tryAgain({ id }: Preference): Markup {
  return html`<a class="button" href="/checkout/v1/redirect?pref_id=${id}">Tentar com outro meio</a>`;
}
