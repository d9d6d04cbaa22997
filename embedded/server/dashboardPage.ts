/**
 * The dashboard's page: markup, style and script, each as the browser gets it. The script builds everything from text nodes, so nothing
 * that is stored can become markup; the key stays in the tab's own session storage.
 */

export const STYLE = `
:root { color-scheme: light dark; --page: #fff; --text: #1b1e22; --line: #8884; --quiet: #5b6068; --accent: #08764a; --wrong: #b3261e; }
@media (prefers-color-scheme: dark) {
  :root { --page: #16181b; --text: #e8eaed; --quiet: #a3a9b1; --accent: #4cc38a; --wrong: #ff8f85; }
}
* { box-sizing: border-box; }
body { font: 15px/1.5 system-ui, sans-serif; margin: 0; background: var(--page); color: var(--text); }
header, main { max-width: 1100px; margin: 0 auto; padding: 12px 16px; }
header { display: flex; flex-wrap: wrap; gap: 4px 12px; align-items: center; border-bottom: 1px solid var(--line); }
h1 { font-size: 17px; margin: 0 auto 0 0; }
h2 { font-size: 20px; margin: 8px 0 12px; overflow-wrap: anywhere; }
nav { display: flex; flex-wrap: wrap; gap: 4px; }
a { color: inherit; }
nav a { padding: 6px 10px; border-radius: 6px; text-decoration: none; }
nav a[aria-current] { background: var(--line); font-weight: 600; }
button, input { font: inherit; padding: 8px 14px; border-radius: 6px; border: 1px solid var(--line); background: transparent; color: inherit; }
button { cursor: pointer; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
form { display: grid; gap: 10px; max-width: 360px; margin: 8vh auto; }
label { font-weight: 600; }
.error { color: var(--wrong); margin: 0; }
.quiet { color: var(--quiet); }
.figures { display: grid; grid-template-columns: repeat(auto-fill, minmax(150px, 1fr)); gap: 10px; margin: 0; }
.figures div { border: 1px solid var(--line); border-radius: 8px; padding: 8px 12px; }
.figures dt { color: var(--quiet); font-size: 13px; overflow-wrap: anywhere; }
.figures dd { margin: 0; font-size: 20px; font-variant-numeric: tabular-nums; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: 6px 10px; border-bottom: 1px solid var(--line); vertical-align: top; white-space: nowrap; }
td.wide { white-space: normal; overflow-wrap: anywhere; min-width: 220px; }
td.number, th.number { text-align: right; }
code, pre { font: 13px/1.5 ui-monospace, monospace; }
pre { border: 1px solid var(--line); border-radius: 8px; padding: 12px; overflow-x: auto; }
[hidden] { display: none; }
`;

export const SCRIPT = `
"use strict";
const KEY = "admin-key";
const PLACES = [["visao", "Visão geral"], ["tabelas", "Tabelas"], ["funcoes", "Funções"], ["agendadas", "Agendadas"]];
const NAMES = {
  connections: "Conexões", subscriptions: "Assinaturas", queryExecutions: "Consultas executadas", queryCacheHits: "Consultas da memória",
  queryInvalidations: "Invalidações", queryCacheSize: "Consultas guardadas", commits: "Gravações", mutations: "Mutações",
  largestCommitBatch: "Maior lote gravado", transitions: "Transições", queryUpdates: "Atualizações enviadas", actions: "Ações",
  protocolErrors: "Erros de protocolo", authErrors: "Erros de autenticação", unsentBytes: "Bytes não enviados",
  uptimeSeconds: "Segundos no ar", residentBytes: "Memória do processo", heapUsedBytes: "Memória em uso", externalBytes: "Memória externa",
  activeResources: "Recursos abertos", functionCalls: "Chamadas de função", functionFailures: "Chamadas com erro",
  meanCommitBatch: "Lote médio gravado",
};
const KINDS = { query: "consulta", mutation: "mutação", action: "ação" };
const STATES = { pending: "pendente", inProgress: "em execução", success: "concluída", failed: "falhou", canceled: "cancelada" };
const main = document.querySelector("main");
const bar = document.querySelector("header");
let shown = 0;
let timer = 0;

function make(tag, properties = {}, ...children) {
  const { attributes = {}, ...own } = properties;
  const element = Object.assign(document.createElement(tag), own);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}
const count = (value) => value.toLocaleString("pt-BR", { maximumFractionDigits: 2 });
const bytes = (value) => count(value / 1048576) + " MiB";
const when = (ms) => (typeof ms === "number" ? new Date(ms).toLocaleString("pt-BR") : "");

async function ask(path) {
  const response = await fetch("/_dashboard/api/" + path, { headers: { Authorization: "Convex " + sessionStorage.getItem(KEY) } });
  if (response.ok) return response.json();
  const { code } = await response.json().catch(() => ({}));
  const sentence = {
    401: "Informe a chave de administrador.", 403: "Chave incorreta.", 404: "Não encontrado.",
    429: "Muitas tentativas com chave incorreta. Aguarde um minuto.", 503: "O servidor está iniciando. Tente de novo em instantes.",
  }[response.status] ?? "O servidor respondeu com erro " + response.status + (code ? " (" + code + ")" : "") + ".";
  throw Object.assign(new Error(sentence), { status: response.status });
}

function table(caption, heads, rows) {
  const head = heads.map(([text, kind]) => make("th", { scope: "col", className: kind ?? "" }, text));
  const body = rows.map((cells) => make("tr", {}, ...cells.map((cell, i) => make("td", { className: heads[i][1] ?? "" }, cell))));
  return make("div", { className: "scroll", tabIndex: 0, attributes: { role: "region", "aria-label": caption } },
    make("table", {}, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...body)));
}
const link = (text, ...steps) => make("a", { href: "#" + steps.map(encodeURIComponent).join("/") }, text);

function signIn(error) {
  clearInterval(timer);
  bar.hidden = true;
  const input = make("input", { id: "key", type: "password", required: true, autocomplete: "off" });
  const form = make("form", {}, make("h2", {}, "Painel do servidor"), make("label", { htmlFor: "key" }, "Chave de administrador"), input,
    make("button", { type: "submit" }, "Entrar"));
  if (error) form.append(make("p", { className: "error", attributes: { role: "alert" } }, error));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    sessionStorage.setItem(KEY, input.value);
    show();
  });
  main.replaceChildren(form);
  input.focus();
}

const VIEWS = {
  async visao() {
    const figures = make("dl", { className: "figures" });
    const fill = async () => {
      const { counters } = await ask("overview");
      if (counters.commits > 0) counters.meanCommitBatch = counters.mutations / counters.commits;
      figures.replaceChildren(...Object.entries(counters).map(([name, value]) =>
        make("div", {}, make("dt", {}, NAMES[name] ?? name), make("dd", {}, /Bytes$/.test(name) ? bytes(value) : count(value)))));
    };
    await fill();
    const number = shown;
    timer = setInterval(() => fill().catch((error) => number === shown && failed(error)), 2000);
    return [make("h2", {}, "Visão geral"), figures];
  },
  async tabelas(name) {
    if (name !== undefined) return rowsOf(name);
    const { tables } = await ask("tables");
    return [make("h2", {}, "Tabelas"), table("Tabelas", [["Tabela"], ["Documentos", "number"], ["Índices", "wide"]], tables.map((one) => [
      link(one.name, "tabelas", one.name), count(one.documents) + (one.isMore ? "+" : ""),
      one.indexes.map((index) => index.name + " (" + index.fields.join(", ") + ")").join(" · "),
    ]))];
  },
  async funcoes() {
    const { functions } = await ask("functions");
    return [make("h2", {}, "Funções"), table("Funções",
      [["Função"], ["Tipo"], ["Acesso"], ["Chamadas", "number"], ["Erros", "number"], ["Média (ms)", "number"], ["Máximo (ms)", "number"]],
      functions.map((one) => [one.path, KINDS[one.kind], one.isPublic ? "pública" : "interna", count(one.calls), count(one.failures),
        one.calls === 0 ? "–" : count(one.totalMs / one.calls), one.calls === 0 ? "–" : count(one.slowestMs)]))];
  },
  agendadas: () => rowsOf("_scheduled_functions"),
  async documento(id) {
    const { table: name, document: value } = await ask("document?id=" + encodeURIComponent(id));
    return [make("h2", {}, id), make("p", {}, link("← " + name, "tabelas", name)), make("pre", { tabIndex: 0 }, JSON.stringify(value, null, 2))];
  },
};

async function rowsOf(name) {
  const isJobs = name === "_scheduled_functions";
  const heads = isJobs ? [["Função"], ["Estado"], ["Marcada para"], ["Documento"]] : [["Documento"], ["Criado em"], ["Conteúdo", "wide"]];
  const cells = (row) => {
    const id = link("…" + row._id.slice(-8), "documento", row._id);
    id.title = row._id;
    if (isJobs) return [row.name, STATES[row.state.kind] ?? row.state.kind, when(row.scheduledTime), id];
    const { _id, _creationTime, ...fields } = row;
    const text = JSON.stringify(fields);
    return [id, when(_creationTime), make("code", {}, text.length > 300 ? text.slice(0, 300) + "…" : text)];
  };
  const page = (after) => ask("rows?table=" + encodeURIComponent(name) + (after ? "&after=" + encodeURIComponent(after) : ""));
  let { rows, next } = await page(null).catch((error) => {
    if (isJobs && error.status === 404) return { rows: [], next: null };
    throw error;
  });
  const title = isJobs ? "Agendadas" : name;
  if (rows.length === 0) return [make("h2", {}, title), make("p", { className: "quiet" }, "Nenhum documento.")];
  const list = table(title, heads, rows.map(cells));
  const more = make("button", { type: "button", hidden: next === null }, "Mostrar mais");
  more.addEventListener("click", async () => {
    try {
      const found = await page(next);
      list.querySelector("tbody").append(...table("", heads, found.rows.map(cells)).querySelectorAll("tbody tr"));
      next = found.next;
      more.hidden = next === null;
    } catch (error) { failed(error); }
  });
  return [make("h2", {}, title), list, make("p", {}, more)];
}

function failed(error) {
  if ([401, 403, 429].includes(error.status)) {
    if (error.status !== 429) sessionStorage.removeItem(KEY);
    return signIn(error.status === 401 ? "" : error.message);
  }
  main.replaceChildren(make("h2", {}, "Não foi possível mostrar"), make("p", { className: "error", attributes: { role: "alert" } },
    error.status === undefined ? "Sem resposta do servidor. Verifique se ele está no ar." : error.message));
}

async function show() {
  clearInterval(timer);
  if (!sessionStorage.getItem(KEY)) return signIn("");
  const number = ++shown;
  let [place, argument] = location.hash.slice(1).split("/");
  try { argument = argument && decodeURIComponent(argument); } catch { argument = undefined; }
  if (!Object.hasOwn(VIEWS, place)) place = "visao";
  try {
    const content = await VIEWS[place](argument);
    if (number !== shown) return clearInterval(timer);
    bar.hidden = false;
    for (const item of bar.querySelectorAll("nav a")) {
      if (item.hash === "#" + place) item.setAttribute("aria-current", "page");
      else item.removeAttribute("aria-current");
    }
    main.replaceChildren(...content);
    document.title = main.querySelector("h2").textContent + " · Painel do servidor";
  } catch (error) { if (number === shown) failed(error); }
}

for (const [place, text] of PLACES) bar.querySelector("nav").append(make("a", { href: "#" + place }, text));
document.querySelector("#leave").addEventListener("click", () => { sessionStorage.removeItem(KEY); shown++; signIn(""); });
addEventListener("hashchange", show);
show();
`;

export const PAGE = `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Painel do servidor</title>
<style>${STYLE}</style>
</head>
<body>
<header hidden><h1>Painel do servidor</h1><nav aria-label="Seções"></nav><button type="button" id="leave">Sair</button></header>
<main></main>
<script>${SCRIPT}</script>
</body>
</html>
`;
