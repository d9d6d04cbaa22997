import type { Fields } from "../server/exchange";
import type { GrantState } from "../server/grants";

/** Contract: contracts/bling.md. Field names are Bling's own. */

export interface Contact {
  readonly id: number;
  readonly fields: Fields;
}

export interface Product {
  readonly id: number;
  readonly fields: Fields;
  stock: number;
}

export interface SalesOrder {
  readonly id: number;
  readonly numero: number;
  fields: Fields;
  totalCents: number;
  situacao: number;
  isStockPosted: boolean;
  isBilled: boolean;
}

export interface BlingState {
  contacts: Contact[];
  products: Product[];
  orders: SalesOrder[];
  grants: GrantState;
  webhookUrl: string | null;
  lastId: number;
}

export const SHOP = {
  clientId: "bling-loja-demo",
  clientSecret: "segredo-bling-loja-demo",
  account: "empresa-simulada-1",
  /** A token that was given before: connected from the start. */
  accessToken: "bling-token-loja-demo",
  refreshToken: "bling-refresh-loja-demo",
} as const;

export const FINAL_CONSUMER: Contact = {
  id: 15_900_000_001,
  fields: { nome: "Consumidor Final", tipo: "F", situacao: "A", numeroDocumento: "" },
};
export const DEPOSIT = { id: 14_800_000_001, descricao: "Geral", situacao: 1, padrao: true };
export const PAYMENT_FORMS = [
  { id: 1_234_567, descricao: "Mercado Pago", tipoPagamento: 99, situacao: 1, padrao: 1 },
  { id: 1_234_568, descricao: "Pix", tipoPagamento: 17, situacao: 1, padrao: 0 },
];

const DAY_MS = 86_400_000;

export function freshState(): BlingState {
  return {
    contacts: [FINAL_CONSUMER],
    products: [],
    orders: [],
    grants: {
      applications: [
        { clientId: SHOP.clientId, clientSecret: SHOP.clientSecret, redirectUris: [], acceptsLoopback: false },
      ],
      codes: [],
      tokens: [
        {
          ...{ accessToken: SHOP.accessToken, refreshToken: SHOP.refreshToken, clientId: SHOP.clientId },
          ...{ account: SHOP.account, scope: "98309 318257565", isRefreshed: false, isRevoked: false },
          expiresAt: Date.now() + DAY_MS / 4,
          refreshExpiresAt: Date.now() + 30 * DAY_MS,
        },
      ],
    },
    webhookUrl: null,
    lastId: 16_012_345_677,
  };
}

export function nextId(state: BlingState): number {
  state.lastId += 1;
  return state.lastId;
}
