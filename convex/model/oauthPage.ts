import { randomHex } from "../lib/randomIds";

/** The page on which a way to a service and back ends. The screen it began on turns by itself. */

const NONCE_BYTES = 16;

/** @param text ours: nothing that came from outside stands in the page */
export function closingPage(
  status: number,
  { title, text }: { readonly title: string; readonly text: string },
): Response {
  const nonce = randomHex(NONCE_BYTES);
  const html = `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style nonce="${nonce}">
body { font: 1rem/1.5 system-ui, sans-serif; margin: 0; min-height: 100vh; display: grid; place-items: center; }
main { max-width: 28rem; padding: 1.5rem; }
h1 { font-size: 1.25rem; margin: 0 0 0.5rem; }
p { margin: 0 0 0.5rem; }
</style>
</head>
<body><main><h1>${title}</h1><p>${text}</p><p>Pode fechar esta aba e voltar ao sistema.</p></main></body>
</html>
`;
  return new Response(html, {
    status,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      // The address holds a code: it goes to nobody and stays nowhere.
      "Referrer-Policy": "no-referrer",
      "Cache-Control": "no-store",
      "Content-Security-Policy": `default-src 'none'; style-src 'nonce-${nonce}'; frame-ancestors 'none'`,
      "X-Content-Type-Options": "nosniff",
    },
  });
}
