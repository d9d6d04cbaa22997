import { asFields, asList, asText, type Fields } from "../server/exchange";
import { toCents } from "../server/money";
import { invalid, refuse, type FieldError } from "./errors";
import { PAYMENT_FORMS, type BlingState } from "./state";

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const REQUIRED = 1;
const UNKNOWN = 12;
const WRONG_SUM = 13;
const PARCELS = 49;
const ITEMS = 48;

type Nested = FieldError & { readonly index: number };

/**
 * Refused with the nested errors that name what is wrong with single lines and instalments.
 *
 * @returns what the order is worth
 * Source: contracts/bling.md §4, §5 "Sales order".
 */
export function checkOrder(fields: Fields, state: BlingState): number {
  const errors: FieldError[] = [];
  const wrong = (element: string, code: number, msg: string, collection?: readonly Nested[]): void =>
    void errors.push({ code, msg, element, namespace: "VENDAS", ...(collection === undefined ? {} : { collection }) });
  for (const day of ["data", "dataSaida", "dataPrevista"])
    if (!DAY.test(asText(fields[day]) ?? "")) wrong(day, REQUIRED, `O campo ${day} é obrigatório.`);
  const { id: contactId } = asFields(fields.contato);
  if (!state.contacts.some(({ id }) => id === contactId)) wrong("contato", UNKNOWN, "Id do contato inválido.");
  const badItems = checkItems(asList(fields.itens).map(asFields), state);
  if (asList(fields.itens).length === 0) wrong("itens", REQUIRED, "A venda deve ter ao menos um item.");
  if (badItems.length > 0) wrong("itens", ITEMS, "Um ou mais itens da venda possuem erros", badItems);
  const totalCents = totalOf(fields);
  const parcels = asList(fields.parcelas).map(asFields);
  const badParcels = checkParcels(parcels);
  if (badParcels.length > 0) wrong("parcelas", PARCELS, "Uma ou mais parcelas da venda possuem erros", badParcels);
  const parcelCents = parcels.reduce((sum, { valor }) => sum + centsOf(valor), 0);
  if (parcels.length > 0 && parcelCents !== totalCents)
    wrong("parcelas", WRONG_SUM, "O somatório do valor das parcelas difere do total da venda.");
  return errors.length > 0 ? refuse(invalid("a venda", errors)) : totalCents;
}

function checkItems(items: readonly Fields[], state: BlingState): Nested[] {
  return items.flatMap((item, at) => {
    const index = at + 1;
    const missing = ["descricao", "quantidade", "valor"].filter(
      (field) => item[field] === undefined || item[field] === "",
    );
    const { id: productId } = asFields(item.produto);
    const isUnknown = productId !== undefined && !state.products.some(({ id }) => id === productId);
    return [
      ...missing.map((element) => ({
        ...{ index, code: REQUIRED, msg: `O campo ${element} do item é obrigatório.`, element, namespace: "VENDAS" },
      })),
      ...(isUnknown
        ? [{ index, code: UNKNOWN, msg: "Id do produto inválido.", element: "produto", namespace: "VENDAS" }]
        : []),
    ];
  });
}

function checkParcels(parcels: readonly Fields[]): Nested[] {
  return parcels.flatMap(({ dataVencimento: due, formaPagamento: form }, at) => {
    const index = at + 1;
    const isKnown = PAYMENT_FORMS.some(({ id }) => id === asFields(form).id);
    return [
      ...(isKnown
        ? []
        : [
            {
              index,
              code: UNKNOWN,
              msg: "Id da forma de pagamento inválido.",
              element: "formaPagamento",
              namespace: "VENDAS",
            },
          ]),
      ...(DAY.test(asText(due) ?? "")
        ? []
        : [
            {
              index,
              code: REQUIRED,
              msg: "A data de vencimento é obrigatória.",
              element: "dataVencimento",
              namespace: "VENDAS",
            },
          ]),
    ];
  });
}

/** Lines less their percentage, less the order's discount, and what carrying and other things cost. */
export function totalOf(fields: Fields): number {
  const items = asList(fields.itens).map(asFields);
  const lines = items.reduce((sum, { quantidade, valor, desconto }) => {
    const full = Math.round(centsOf(valor) * Number(quantidade));
    return sum + full - Math.round((full * Number(desconto ?? 0)) / 100);
  }, 0);
  const { valor, unidade } = asFields(fields.desconto);
  const off = unidade === "PERCENTUAL" ? Math.round((lines * Number(valor)) / 100) : centsOf(valor);
  return lines - off + centsOf(asFields(fields.transporte).frete) + centsOf(fields.outrasDespesas);
}

const centsOf = (value: unknown): number => (typeof value === "number" ? toCents(value) : 0);
