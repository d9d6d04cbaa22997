import { html, renderPage, type Markup } from "../server/markup";

export interface ShownInstance {
  readonly name: string;
  readonly number: string | null;
  readonly state: string;
  /** What a person could do with the phone now. */
  readonly actions: readonly { readonly value: string; readonly label: string }[];
  readonly qr: string | null;
}

export interface ShownMessage {
  readonly number: string;
  readonly text: string;
  readonly at: number;
  readonly status: string;
}

const MOST_SHOWN = 50;

/** The seller's telephone and what arrived on the customers': for a person who tries the demonstration. */
export function conversationPage(
  service: string,
  instances: readonly ShownInstance[],
  messages: readonly ShownMessage[],
): string {
  const newest = messages.slice(-MOST_SHOWN).reverse();
  return renderPage({
    service,
    title: "Mensagens",
    body: html`<h1>Telefone da loja</h1>
      ${instances.map(instanceCard)}
      <h1>Mensagens enviadas</h1>
      <a class="button" href="/">Atualizar</a>
      ${newest.length === 0 ? html`<p class="soft">Nenhuma mensagem ainda.</p>` : newest.map(messageCard)}`,
  });
}

function instanceCard({ name, number, state, actions, qr }: ShownInstance): Markup {
  const buttons = actions.map(({ value, label }) => html`<button name="action" value="${value}">${label}</button>`);
  return html`<section>
    <h2>${name}</h2>
    <p>${number ?? "Número não definido"} · ${state}</p>
    ${qr === null ? null : html`<img class="qr" alt="QR code" src="data:image/png;base64,${qr}" />`}
    <form method="post" action="/telefone">
      <input type="hidden" name="instance" value="${name}" />
      ${buttons}
    </form>
  </section>`;
}

function messageCard({ number, text, at, status }: ShownMessage): Markup {
  return html`<section>
    <p class="soft">+${number} · ${new Date(at).toISOString().slice(11, 19)} UTC · ${status}</p>
    ${text.split("\n").map((line) => html`<p>${line}</p>`)}
  </section>`;
}
