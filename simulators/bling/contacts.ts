import { isCnpj, isCpf } from "../server/documents";
import {
  asFields,
  asText,
  json,
  parseJson,
  type Answer,
  type Fields,
  type Request,
  type Route,
} from "../server/exchange";
import { invalid, notFound, type FieldError } from "./errors";
import { listed } from "./lists";
import { FINAL_CONSUMER, nextId, type BlingState, type Contact } from "./state";

const PATH = "/Api/v3/contatos";
const KINDS = ["F", "J", "E"];
const SITUATIONS = ["A", "E", "I", "S"];
const DUPLICATE = 4;
const REQUIRED = 1;
const INVALID = 2;

/** Source: contracts/bling.md §5 "Contacts". */
export function contactRoutes(state: BlingState): Route[] {
  return [
    { method: "GET", pattern: PATH, handle: (request) => find(state, request) },
    { method: "POST", pattern: PATH, handle: (request) => create(state, asFields(parseJson(request.body))) },
    { method: "GET", pattern: `${PATH}/consumidor-final`, handle: () => json(200, { data: view(FINAL_CONSUMER) }) },
    {
      method: "GET",
      pattern: `${PATH}/:id`,
      handle: ({ params }) => {
        const contact = state.contacts.find(({ id }) => String(id) === params.id);
        return contact === undefined ? notFound() : json(200, { data: view(contact) });
      },
    },
  ];
}

const digitsOf = (value: unknown): string => (asText(value) ?? "").replace(/\D/g, "");

function find(state: BlingState, request: Request): Answer {
  const document = request.query.get("numeroDocumento");
  const phone = request.query.get("telefone");
  const text = request.query.get("pesquisa")?.toLowerCase();
  const found = state.contacts.filter(({ fields }) => {
    if (document !== null && digitsOf(fields.numeroDocumento) !== digitsOf(document)) return false;
    if (phone !== null && ![fields.telefone, fields.celular].map(digitsOf).includes(digitsOf(phone))) return false;
    return text === undefined || (asText(fields.nome) ?? "").toLowerCase().includes(text);
  });
  return listed(request, found.map(shortView));
}

function create(state: BlingState, fields: Fields): Answer {
  const errors: FieldError[] = [];
  const wrong = (element: string, code: number, msg: string): void =>
    void errors.push({ code, msg, element, namespace: "CONTATOS" });
  if (!asText(fields.nome)?.trim()) wrong("nome", REQUIRED, "O nome do contato é obrigatório.");
  if (!KINDS.includes(asText(fields.tipo) ?? "")) wrong("tipo", INVALID, "O tipo do contato é inválido.");
  if (!SITUATIONS.includes(asText(fields.situacao) ?? ""))
    wrong("situacao", INVALID, "A situação do contato é inválida.");
  const document = digitsOf(fields.numeroDocumento);
  if (document !== "" && !isCpf(document) && !isCnpj(document))
    wrong("numeroDocumento", INVALID, "O número do documento é inválido.");
  const twin = state.contacts.find(
    (contact) => document !== "" && digitsOf(contact.fields.numeroDocumento) === document,
  );
  if (twin !== undefined)
    wrong("numeroDocumento", DUPLICATE, `O CPF já está cadastrado no contato ${asText(twin.fields.nome) ?? ""}.`);
  if (errors.length > 0) return invalid("o contato", errors);
  const contact = { id: nextId(state), fields: { ...fields, numeroDocumento: document } };
  state.contacts.push(contact);
  return json(201, { data: { id: contact.id } });
}

function shortView({ id, fields }: Contact): Fields {
  const { nome, situacao, numeroDocumento, telefone, celular } = fields;
  return {
    ...{ id, nome, codigo: "", situacao, numeroDocumento: numeroDocumento ?? "" },
    ...{ telefone: telefone ?? "", celular: celular ?? "" },
  };
}

function view(contact: Contact): Fields {
  return { ...contact.fields, ...shortView(contact) };
}
