import * as z from "zod/mini";
import type { FoundBuyer } from "../../domain/blingSale";
import { exchange, isPassingStatus, plainFetch, type ProviderRequest } from "./exchange";

/**
 * Bling, API v3: one request and what its answer means. Nothing is repeated here: each repetition counts against the
 * company, and most requests make a second thing when they arrive twice.
 *
 * Source: contracts/bling.md §2–§4.
 */

export const BLING_URL = "https://api.bling.com.br";
const API = "/Api/v3";
const TIMEOUT_MS = 20_000;

/** Where a company's account is spoken to, with what, and how fast. */
export interface BlingAccess {
  readonly baseUrl: string;
  readonly token: string;
  /** Ends when the next request may be made. */
  readonly pace: () => Promise<void>;
}

/**
 * `unavailable`: no answer, or none for now; `isLost` when it may have been done all the same.
 * `blocked`: nobody of our address is answered for some minutes.
 */
export type BlingFailure =
  | { readonly kind: "unavailable"; readonly isLost: boolean }
  | { readonly kind: "unauthorized" }
  | { readonly kind: "no_permission" }
  | { readonly kind: "busy" }
  | { readonly kind: "day_limit" }
  | { readonly kind: "blocked" }
  | { readonly kind: "not_found" }
  | { readonly kind: "refused"; readonly reason: string; readonly elements: readonly string[] };

export type BlingAnswer<Value> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly failure: BlingFailure };

interface Call {
  readonly method: ProviderRequest["method"];
  /** After `/Api/v3`. */
  readonly path: string;
  readonly body?: object;
}

/** @param shape of the answer; an answer of another shape counts as none */
export async function callBling<Shape>(
  { baseUrl, token, pace }: BlingAccess,
  { method, path, body }: Call,
  shape: z.ZodMiniType<Shape>,
): Promise<BlingAnswer<Shape>> {
  await pace();
  const request: ProviderRequest = {
    method,
    url: `${baseUrl}${API}${path}`,
    headers: {
      Accept: "application/json",
      Authorization: `Bearer ${token}`,
      "enable-jwt": "1",
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    timeoutMs: TIMEOUT_MS,
  };
  const said = await exchange(plainFetch, request, { isRepeatable: false });
  const isLost = method !== "GET";
  if (said.kind === "lost") return { ok: false, failure: { kind: "unavailable", isLost } };
  const { status, json } = said;
  if (status < 200 || status >= 300) return { ok: false, failure: failureOf(status, json, isLost) };
  const shaped = shape.safeParse(json);
  return shaped.success ? { ok: true, value: shaped.data } : { ok: false, failure: { kind: "unavailable", isLost } };
}

/** For answers that say nothing: 204. */
export const vNothing = z.unknown();

const vField = z.object({
  msg: z.optional(z.nullable(z.string())),
  element: z.optional(z.nullable(z.string())),
  collection: z.optional(
    z.nullable(z.array(z.object({ index: z.optional(z.unknown()), msg: z.optional(z.nullable(z.string())) }))),
  ),
});
const vError = z.object({
  error: z.union([
    z.string(),
    z.object({
      type: z.optional(z.nullable(z.string())),
      message: z.optional(z.nullable(z.string())),
      description: z.optional(z.nullable(z.string())),
      period: z.optional(z.nullable(z.string())),
      fields: z.optional(z.nullable(z.array(vField))),
    }),
  ]),
});

function failureOf(status: number, json: unknown, isWrite: boolean): BlingFailure {
  const parsed = vError.safeParse(json);
  const error = parsed.success && typeof parsed.data.error === "object" ? parsed.data.error : null;
  if (status === 429) return { kind: error?.period === "day" ? "day_limit" : "busy" };
  if (isPassingStatus(status)) return { kind: "unavailable", isLost: isWrite };
  // A page instead of the service's own words comes from something before it: nothing was done, and nothing was refused.
  if (!parsed.success) return { kind: "unavailable", isLost: false };
  if (status === 401) return { kind: "unauthorized" };
  const words = `${error?.message ?? ""} ${error?.description ?? ""}`;
  if (status === 403) return { kind: /bloque/i.test(words) ? "blocked" : "no_permission" };
  if (status === 404) return { kind: "not_found" };
  const fields = error?.fields ?? [];
  const elements = fields.map(({ element }) => element ?? "");
  return { kind: "refused", reason: reasonOf(fields, error?.description ?? error?.message ?? ""), elements };
}

const MAX_REASON = 300;

/** The deepest words there are: 'Id da forma de pagamento inválido.' says more than 'problemas em sua validação'. */
function reasonOf(fields: readonly z.infer<typeof vField>[], fallback: string): string {
  const said = fields.flatMap(({ msg, collection }) => {
    const inner = (collection ?? []).flatMap((entry) => (entry.msg ? [entry.msg] : []));
    return inner.length > 0 ? inner : msg ? [msg] : [];
  });
  const text = [...new Set(said)].join(" ") || fallback;
  const plain = text.replace(/\s+/g, " ").trim();
  return plain === "" ? "sem explicação" : plain.slice(0, MAX_REASON);
}

const vId = z.object({ data: z.object({ id: z.number() }) });

/** The id of what was made. */
export async function makeAt(access: BlingAccess, path: string, body: object): Promise<BlingAnswer<number>> {
  const made = await callBling(access, { method: "POST", path, body }, vId);
  return made.ok ? { ok: true, value: made.value.data.id } : made;
}

const vContacts = z.object({
  data: z.array(
    z.object({
      id: z.number(),
      nome: z.optional(z.nullable(z.string())),
      situacao: z.optional(z.nullable(z.string())),
      numeroDocumento: z.optional(z.nullable(z.string())),
      telefone: z.optional(z.nullable(z.string())),
      celular: z.optional(z.nullable(z.string())),
    }),
  ),
});
/** Deleted there. */
const DELETED = "E";

export async function findContacts(
  access: BlingAccess,
  by: { readonly cpf: string } | { readonly phone: string },
): Promise<BlingAnswer<FoundBuyer[]>> {
  const query = new URLSearchParams("cpf" in by ? { numeroDocumento: by.cpf } : { telefone: by.phone });
  const found = await callBling(access, { method: "GET", path: `/contatos?${query}` }, vContacts);
  if (!found.ok) return found;
  const people = found.value.data.filter(({ situacao }) => situacao !== DELETED);
  return {
    ok: true,
    value: people.map(({ id, nome, numeroDocumento, telefone, celular }) => ({
      id,
      name: nome ?? "",
      cpf: (numeroDocumento ?? "").replace(/\D/g, ""),
      phones: [telefone ?? "", celular ?? ""].filter((phone) => phone !== ""),
    })),
  };
}

export async function finalConsumer(access: BlingAccess): Promise<BlingAnswer<number>> {
  const found = await callBling(access, { method: "GET", path: "/contatos/consumidor-final" }, vId);
  return found.ok ? { ok: true, value: found.value.data.id } : found;
}

const PAGE = 100;
const MAX_PAGES = 20;

/** Every page of a list; the one after the last is empty. */
async function listAll<Entry>(
  access: BlingAccess,
  path: string,
  shape: z.ZodMiniType<{ data: Entry[] }>,
): Promise<BlingAnswer<Entry[]>> {
  const all: Entry[] = [];
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const join = path.includes("?") ? "&" : "?";
    const found = await callBling(
      access,
      { method: "GET", path: `${path}${join}pagina=${page}&limite=${PAGE}` },
      shape,
    );
    if (!found.ok) return found;
    all.push(...found.value.data);
    if (found.value.data.length < PAGE) break;
  }
  return { ok: true, value: all };
}

const vProducts = z.object({
  data: z.array(
    z.object({
      id: z.number(),
      codigo: z.optional(z.nullable(z.string())),
      situacao: z.optional(z.nullable(z.string())),
    }),
  ),
});

/** The products of these codes, by code. */
export async function findProducts(
  access: BlingAccess,
  codes: readonly string[],
): Promise<BlingAnswer<Map<string, number>>> {
  const query = new URLSearchParams(codes.map((code) => ["codigos[]", code]));
  const found = await listAll(access, `/produtos?${query}`, vProducts);
  if (!found.ok) return found;
  const wanted = new Set(codes.map((code) => code.toUpperCase()));
  const byCode = new Map<string, number>();
  for (const { id, codigo, situacao } of found.value) {
    const code = (codigo ?? "").trim().toUpperCase();
    // A filter that the service does not know is no filter: what was not asked for does not count.
    if (situacao !== DELETED && wanted.has(code) && !byCode.has(code)) byCode.set(code, id);
  }
  return { ok: true, value: byCode };
}

export interface NamedRecord {
  readonly id: number;
  readonly name: string;
}

export interface PaymentForm extends NamedRecord {
  readonly isDefault: boolean;
}

const vForms = z.object({
  data: z.array(
    z.object({
      id: z.number(),
      descricao: z.optional(z.nullable(z.string())),
      situacao: z.optional(z.nullable(z.number())),
      padrao: z.optional(z.nullable(z.union([z.number(), z.boolean()]))),
    }),
  ),
});

/** Those in use. */
export async function listPaymentForms(access: BlingAccess): Promise<BlingAnswer<PaymentForm[]>> {
  const found = await listAll(access, "/formas-pagamentos", vForms);
  if (!found.ok) return found;
  const inUse = found.value.filter(({ situacao }) => situacao !== 0);
  return {
    ok: true,
    value: inUse.map(({ id, descricao, padrao }) => ({
      id,
      name: descricao ?? String(id),
      isDefault: padrao === 1 || padrao === true,
    })),
  };
}

const vModules = z.object({ data: z.array(z.object({ id: z.number(), nome: z.optional(z.nullable(z.string())) })) });

/** The situations a sale can be in. */
export async function listSituations(access: BlingAccess): Promise<BlingAnswer<NamedRecord[]>> {
  const modules = await callBling(access, { method: "GET", path: "/situacoes/modulos" }, vModules);
  if (!modules.ok) return modules;
  const sales = modules.value.data.find(({ nome }) => /^(pedidos? de )?vendas?$/i.test((nome ?? "").trim()));
  if (sales === undefined) return { ok: true, value: [] };
  const found = await callBling(access, { method: "GET", path: `/situacoes/modulos/${sales.id}` }, vModules);
  if (!found.ok) return found;
  return { ok: true, value: found.value.data.map(({ id, nome }) => ({ id, name: nome ?? String(id) })) };
}
