import * as z from "zod/mini";
import { localPhone, type ErpBuyer, type ErpItem, type ErpSale } from "../../domain/blingSale";
import type { CustomerAddress } from "../../domain/customers";
import { toDecimalString, type Cents } from "../../domain/money";
import { callBling, makeAt, vNothing, type BlingAccess, type BlingAnswer } from "./bling";

/**
 * A sale in Bling's words: the sales order itself, and the contact and the products that it names.
 *
 * Source: contracts/bling.md §5.
 */

const SALES = "/pedidos/vendas";

/** What of a sale is the ERP's own. */
export interface SaleRecords {
  readonly contactId: number;
  /** By code, in capitals. */
  readonly productIds: ReadonlyMap<string, number>;
  readonly paymentFormId: number;
}

export interface KnownSale {
  readonly saleId: number;
  readonly saleNumber: string;
  readonly situationId: number | null;
}

const vSale = z.object({
  id: z.number(),
  numero: z.optional(z.nullable(z.union([z.number(), z.string()]))),
  numeroLoja: z.optional(z.nullable(z.union([z.number(), z.string()]))),
  situacao: z.optional(z.nullable(z.object({ id: z.optional(z.nullable(z.number())) }))),
});

/** The sale of this key of ours; the oldest, should there be several. Null: there is none. */
export async function findSale(access: BlingAccess, key: string): Promise<BlingAnswer<KnownSale | null>> {
  const query = new URLSearchParams([["numerosLojas[]", key]]);
  const found = await callBling(
    access,
    { method: "GET", path: `${SALES}?${query}` },
    z.object({ data: z.array(vSale) }),
  );
  if (!found.ok) return found;
  // A filter that the service does not know is no filter: another number's sale is none of ours.
  const own = found.value.data.filter(({ numeroLoja }) => String(numeroLoja ?? "") === key);
  const [oldest] = own.sort((a, b) => a.id - b.id);
  return { ok: true, value: oldest === undefined ? null : toKnown(oldest) };
}

export async function readSale(access: BlingAccess, saleId: number): Promise<BlingAnswer<KnownSale>> {
  const found = await callBling(access, { method: "GET", path: `${SALES}/${saleId}` }, z.object({ data: vSale }));
  return found.ok ? { ok: true, value: toKnown(found.value.data) } : found;
}

function toKnown({ id, numero, situacao }: z.infer<typeof vSale>): KnownSale {
  return { saleId: id, saleNumber: String(numero ?? id), situationId: situacao?.id ?? null };
}

/** Sent twice, it makes a second. */
export async function createSale(
  access: BlingAccess,
  sale: ErpSale,
  records: SaleRecords,
): Promise<BlingAnswer<number>> {
  return await makeAt(access, SALES, toBling(sale, records));
}

export async function updateSale(
  access: BlingAccess,
  saleId: number,
  sale: ErpSale,
  records: SaleRecords,
): Promise<BlingAnswer<unknown>> {
  return await callBling(access, { method: "PUT", path: `${SALES}/${saleId}`, body: toBling(sale, records) }, vNothing);
}

export async function turnSale(
  access: BlingAccess,
  saleId: number,
  situationId: number,
): Promise<BlingAnswer<unknown>> {
  return await callBling(access, { method: "PATCH", path: `${SALES}/${saleId}/situacoes/${situationId}` }, vNothing);
}

export const POSTINGS = {
  post_stock: "lancar-estoque",
  return_stock: "estornar-estoque",
  bill: "lancar-contas",
  unbill: "estornar-contas",
} as const;

/** Posts stock or receivables of a sale, or takes them back. Refused where that has been done already. */
export async function postSale(
  access: BlingAccess,
  saleId: number,
  posting: keyof typeof POSTINGS,
): Promise<BlingAnswer<unknown>> {
  return await callBling(access, { method: "POST", path: `${SALES}/${saleId}/${POSTINGS[posting]}` }, vNothing);
}

/** The person; whoever has no name cannot be made one. */
export async function createContact(
  access: BlingAccess,
  buyer: ErpBuyer & { readonly name: string },
): Promise<BlingAnswer<number>> {
  const { name, cpf, email, phone, address } = buyer;
  return await makeAt(access, "/contatos", {
    nome: name,
    tipo: "F",
    situacao: "A",
    // Not a taxpayer: people, not companies.
    indicadorIe: 9,
    celular: localPhone(phone),
    ...(cpf === null ? {} : { numeroDocumento: cpf }),
    ...(email === null ? {} : { email }),
    ...(address === null ? {} : { endereco: { geral: toAddress(address) } }),
  });
}

export async function createProduct(
  access: BlingAccess,
  { code, name, unitPriceCents }: ErpItem & { readonly code: string },
): Promise<BlingAnswer<number>> {
  return await makeAt(access, "/produtos", {
    nome: name.slice(0, MAX_PRODUCT_NAME),
    codigo: code,
    preco: reais(unitPriceCents),
    tipo: "P",
    situacao: "A",
    formato: "S",
    unidade: UNIT,
  });
}

const MAX_PRODUCT_NAME = 120;
const UNIT = "UN";
/** Who pays the carrier. Source: contracts/bling.md §5. */
const BY_SENDER = 0;
const WITHOUT_CARRIAGE = 9;

function toBling(sale: ErpSale, { contactId, productIds, paymentFormId }: SaleRecords): object {
  return {
    numeroLoja: sale.key,
    data: sale.soldDate,
    dataSaida: sale.paidDate,
    dataPrevista: sale.expectedDate,
    contato: { id: contactId },
    itens: sale.items.map((item) => toItem(item, productIds)),
    desconto: { valor: reais(sale.discountCents), unidade: "REAL" },
    outrasDespesas: reais(sale.extraCents),
    transporte: toCarriage(sale),
    ...(sale.totalCents === 0 ? {} : { parcelas: [toParcel(sale, paymentFormId)] }),
    observacoes: sale.note,
    observacoesInternas: sale.internalNote,
  };
}

function toItem({ code, name, quantity, unitPriceCents }: ErpItem, productIds: ReadonlyMap<string, number>): object {
  const productId = code === null ? undefined : productIds.get(code.toUpperCase());
  return {
    ...(code === null ? {} : { codigo: code }),
    descricao: name,
    unidade: UNIT,
    quantidade: quantity,
    valor: reais(unitPriceCents),
    desconto: 0,
    ...(productId === undefined ? {} : { produto: { id: productId } }),
  };
}

function toCarriage({ freight, buyer }: ErpSale): object {
  if (freight === null) return { fretePorConta: WITHOUT_CARRIAGE, frete: 0 };
  return {
    fretePorConta: BY_SENDER,
    frete: reais(freight.priceCents),
    quantidadeVolumes: 1,
    ...(buyer.address === null ? {} : { etiqueta: { nome: buyer.name ?? "", ...toAddress(buyer.address) } }),
    volumes: [
      { servico: freight.name, ...(freight.trackingCode === null ? {} : { codigoRastreamento: freight.trackingCode }) },
    ],
  };
}

function toParcel({ paidDate, totalCents, paymentNote }: ErpSale, paymentFormId: number): object {
  return {
    dataVencimento: paidDate,
    valor: reais(totalCents),
    observacoes: paymentNote,
    formaPagamento: { id: paymentFormId },
  };
}

function toAddress({ cep, street, number, complement, neighborhood, city, state }: CustomerAddress): object {
  return {
    endereco: street,
    numero: number,
    complemento: complement,
    bairro: neighborhood,
    municipio: city,
    uf: state,
    cep: cep.length === 8 ? `${cep.slice(0, 5)}-${cep.slice(5)}` : cep,
  };
}

const reais = (cents: Cents): number => Number(toDecimalString(cents));
