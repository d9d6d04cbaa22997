/** An order's way to the ERP: its states, what is to be done next, and the words for both. */

export const ERP_STATES = ["waiting", "sending", "asking", "sent", "failed", "canceled", "withdrawn"] as const;
export type ErpState = (typeof ERP_STATES)[number];

export const ERP_STATE_LABELS: Readonly<Record<ErpState, string>> = {
  waiting: "Na fila",
  sending: "Enviando",
  asking: "Conferindo no Bling",
  sent: "Enviado",
  failed: "Falhou",
  canceled: "Cancelado no Bling",
  withdrawn: "Não enviado",
};

/** What an order is to be at the ERP: a sale, or a sale no longer. */
export const ERP_WISHES = ["sale", "cancel"] as const;
export type ErpWish = (typeof ERP_WISHES)[number];

/** The lists in which people look for orders at the ERP. */
export const ERP_LISTS = ["waiting", "failed", "sent", "canceled"] as const;
export type ErpList = (typeof ERP_LISTS)[number];

const LIST_OF: Readonly<Record<ErpState, ErpList>> = {
  waiting: "waiting",
  sending: "waiting",
  asking: "waiting",
  sent: "sent",
  failed: "failed",
  canceled: "canceled",
  withdrawn: "canceled",
};

/** A state, with the list that an order of that state is in. */
export function inState(state: ErpState): { readonly state: ErpState; readonly list: ErpList } {
  return { state, list: LIST_OF[state] };
}

/** What is known of an order's sale at the ERP. */
export interface ErpKnowledge {
  readonly wish: ErpWish;
  /** The ERP's; null while it is not known to be there. */
  readonly saleId: number | null;
  /** The number people call it by there. */
  readonly saleNumber: string | null;
  /** A sale was given to the ERP and no answer came: it may be there. */
  readonly mayExist: boolean;
  /** What was sent last, as a fingerprint. */
  readonly sentHash: string | null;
  /** Cancelled there by us. */
  readonly isCanceled: boolean;
  /** The situation that we have put it into; null while it is as the ERP made it. */
  readonly situationId: number | null;
  readonly isStockPosted: boolean;
  readonly isBilled: boolean;
}

/** What a company wants of each sale. */
export interface ErpWants {
  readonly situationId: number | null;
  readonly postsStock: boolean;
  readonly postsReceivables: boolean;
}

export const ERP_STEPS = [
  "find",
  "create",
  "look",
  "reopen",
  "return_stock",
  "unbill",
  "update",
  "turn",
  "post_stock",
  "bill",
  "cancel",
  "done",
] as const;
export type ErpStep = (typeof ERP_STEPS)[number];

/**
 * The next step that brings a sale nearer to what it is to be. Each step can be repeated: making one begins with asking
 * for it, because the ERP makes a second sale of the same request.
 *
 * @param hash the fingerprint of what the order is now; null where the order is gone
 * @param hasAsked whether the ERP was asked for the sale in this turn and did not know it
 * Source: contracts/bling.md §5, §7.
 */
export function nextErpStep(
  known: ErpKnowledge,
  wants: ErpWants,
  { hash, hasAsked }: { readonly hash: string | null; readonly hasAsked: boolean },
): ErpStep {
  return known.wish === "cancel" ? nextOfCancel(known, hasAsked) : nextOfSale(known, wants, { hash, hasAsked });
}

function nextOfCancel(known: ErpKnowledge, hasAsked: boolean): ErpStep {
  if (known.saleId === null) return known.mayExist && !hasAsked ? "find" : "done";
  if (known.isCanceled) return "done";
  return taking(known) ?? "cancel";
}

function nextOfSale(
  known: ErpKnowledge,
  wants: ErpWants,
  { hash, hasAsked }: { readonly hash: string | null; readonly hasAsked: boolean },
): ErpStep {
  if (known.saleId === null) return hasAsked ? "create" : "find";
  if (known.saleNumber === null) return "look";
  if (known.isCanceled) return "reopen";
  // What was posted for the old lines is taken back before the lines change.
  if (hash !== known.sentHash) return taking(known) ?? "update";
  if (wants.situationId !== null && wants.situationId !== known.situationId) return "turn";
  if (wants.postsStock && !known.isStockPosted) return "post_stock";
  if (wants.postsReceivables && !known.isBilled) return "bill";
  return "done";
}

function taking({ isStockPosted, isBilled }: ErpKnowledge): ErpStep | null {
  if (isStockPosted) return "return_stock";
  return isBilled ? "unbill" : null;
}

/** How an order stands when nothing more is to be done for it. */
export function restingState({ wish, saleId }: Pick<ErpKnowledge, "wish" | "saleId">): ErpState {
  if (wish === "sale") return "sent";
  return saleId === null ? "withdrawn" : "canceled";
}

/** Why the ERP is left alone for a while. */
export const ERP_PAUSES = ["disconnected", "no_permission", "busy", "day_limit", "blocked", "unavailable"] as const;
export type ErpPause = (typeof ERP_PAUSES)[number];

export const ERP_PAUSE_LABELS: Readonly<Record<ErpPause, string>> = {
  disconnected: "O Bling não aceita mais a conexão. Conecte de novo; os pedidos esperam na fila.",
  no_permission:
    "O aplicativo do Bling não tem permissão para isto. Marque as permissões de Contatos, Produtos e Pedidos de Venda no cadastro do aplicativo e conecte de novo.",
  busy: "O Bling está limitando as consultas. O envio continua sozinho.",
  day_limit: "O limite diário de consultas do Bling foi atingido. O envio continua amanhã.",
  blocked: "O Bling bloqueou as consultas por alguns minutos. O envio continua sozinho.",
  unavailable: "O Bling não está respondendo. O envio continua sozinho quando ele voltar.",
};
