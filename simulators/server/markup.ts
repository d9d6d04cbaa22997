/** Pages of the simulators: small, without script, and unmistakably a simulation. */

/** A piece of a page that may stand in another as it is. */
export class Markup {
  constructor(readonly text: string) {}
}

type Piece = string | number | Markup | readonly Markup[] | null;

/** Whatever is put in is text, unless it is markup itself. */
export function html(fixed: TemplateStringsArray, ...pieces: readonly Piece[]): Markup {
  const text = fixed.map((part, position) => part + rendered(pieces[position] ?? null)).join("");
  return new Markup(text);
}

function rendered(piece: Piece): string {
  if (piece === null) return "";
  if (piece instanceof Markup) return piece.text;
  if (typeof piece === "object") return piece.map(({ text }) => text).join("");
  return String(piece)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

export interface PageParts {
  readonly title: string;
  /** What is imitated: `Mercado Pago`. */
  readonly service: string;
  readonly body: Markup;
  /** Goes on to another address by itself. */
  readonly goOn?: { readonly url: string; readonly seconds: number };
}

export function renderPage({ title, service, body, goOn }: PageParts): string {
  const refresh =
    goOn === undefined ? null : html`<meta http-equiv="refresh" content="${goOn.seconds};url=${goOn.url}" />`;
  return html`<!doctype html>
    <html lang="pt-BR">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        ${refresh}
        <title>${title} · Simulação</title>
        <style>
          ${new Markup(STYLE)}
        </style>
      </head>
      <body>
        <header class="banner">
          <strong>Simulação</strong>: ${service} nesta máquina. Nada é cobrado nem enviado de verdade.
        </header>
        <main>${body}</main>
      </body>
    </html>`.text;
}

const STYLE = `
:root { color-scheme: light dark; --text: #1c2024; --soft: #60646c; --line: #d9d9e0; --page: #fcfcfd; --card: #fff; --main: #0d74ce; --on-main: #fff; --warn: #fff7c2; --on-warn: #4e3500; }
@media (prefers-color-scheme: dark) { :root { --text: #edeef0; --soft: #b0b4ba; --line: #43484e; --page: #111113; --card: #18191b; --main: #70b8ff; --on-main: #0d1520; --warn: #302008; --on-warn: #ffca16; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; }
.banner { margin: 0; padding: 0.5rem 1rem; background: var(--warn); color: var(--on-warn); text-align: center; border-bottom: 2px dashed currentColor; }
main { max-width: 30rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.35rem; line-height: 1.25; margin: 0.5rem 0; }
h2 { font-size: 1.05rem; margin: 0 0 0.5rem; }
section, details { background: var(--card); border: 1px solid var(--line); border-radius: 0.75rem; padding: 1rem; margin: 1rem 0; }
summary { cursor: pointer; min-height: 2.75rem; display: flex; align-items: center; font-weight: 600; }
ul.lines { list-style: none; margin: 0; padding: 0; }
ul.lines li { display: flex; justify-content: space-between; gap: 1rem; padding: 0.25rem 0; }
.total { display: flex; justify-content: space-between; font-weight: 700; border-top: 1px solid var(--line); margin: 0.5rem 0 0; padding-top: 0.5rem; }
label { display: block; margin: 0.75rem 0 0.25rem; }
input, select { width: 100%; min-height: 2.75rem; padding: 0.5rem 0.75rem; font: inherit; color: inherit; background: var(--page); border: 1px solid var(--soft); border-radius: 0.5rem; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 0.75rem; }
button, a.button { display: block; width: 100%; min-height: 2.75rem; margin: 0.75rem 0 0; padding: 0.6rem 1rem; font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer; color: var(--text); background: transparent; border: 1px solid var(--soft); border-radius: 0.5rem; }
button.main, a.button.main { background: var(--main); border-color: var(--main); color: var(--on-main); }
:focus-visible { outline: 3px solid var(--main); outline-offset: 2px; }
.soft { color: var(--soft); }
.code { overflow-wrap: anywhere; font-family: ui-monospace, monospace; font-size: 0.85rem; user-select: all; }
img.qr { display: block; width: 12rem; height: 12rem; margin: 0.5rem auto; image-rendering: pixelated; background: #fff; }
`;
