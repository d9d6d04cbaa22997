import { html, renderPage } from "./markup";

/** "Do you allow this program to use your account?", and what a program gets to see that asks wrongly. */
export function consentPage(
  service: string,
  action: string,
  hidden: Readonly<Record<string, string>>,
  permissions: readonly string[],
): string {
  const fields = Object.entries(hidden).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  );
  return renderPage({
    service,
    title: "Autorizar",
    body: html`<h1>Conectar a loja ao ${service}</h1>
      <section>
        <p>O sistema da loja pede permissão para:</p>
        <ul>
          ${permissions.map((permission) => html`<li>${permission}</li>`)}
        </ul>
        <form method="post" action="${action}">
          ${fields}
          <button class="main" name="decision" value="allow">Autorizar</button>
          <button name="decision" value="deny">Recusar</button>
        </form>
      </section>`,
  });
}

export function refusedConnectionPage(service: string, reason: string): string {
  return renderPage({
    service,
    title: "Não foi possível conectar",
    body: html`<h1>Não foi possível conectar</h1>
      <p>${reason}</p>`,
  });
}
