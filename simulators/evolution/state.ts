/** Contract: contracts/whatsapp.md §2.1. Field names are the server's own. */

export const CONNECTION_STATES = ["open", "connecting", "close", "refused"] as const;
export type ConnectionState = (typeof CONNECTION_STATES)[number];

export interface Webhook {
  readonly enabled: boolean;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly byEvents: boolean;
  readonly base64: boolean;
  /** As they are subscribed to: `MESSAGES_UPSERT`. */
  readonly events: readonly string[];
}

export interface Instance {
  readonly name: string;
  readonly id: string;
  readonly token: string;
  number: string | null;
  state: ConnectionState;
  /** How many codes were shown since it began to connect. */
  qrCount: number;
  webhook: Webhook | null;
}

export interface SentText {
  readonly id: string;
  readonly instance: string;
  readonly number: string;
  readonly remoteJid: string;
  readonly text: string;
  readonly at: number;
  status: string;
}

export interface EvolutionState {
  instances: Instance[];
  messages: SentText[];
  labels: { readonly instance: string; readonly number: string; readonly labelId: string }[];
  missing: string[];
  /** Numbers whose owners show their picture to nobody. */
  hiddenPictures: string[];
}

export const API_KEY = "evolution-loja-demo";
export const INSTANCE = "loja-demo";

export function freshState(): EvolutionState {
  return {
    instances: [
      {
        ...{ name: INSTANCE, id: "0f5f3a50-6f0e-4c57-8f4c-111111111111", token: "token-da-instancia-loja-demo" },
        ...{ number: "5531999990000", state: "open", qrCount: 0, webhook: null },
      },
    ],
    messages: [],
    labels: [],
    missing: [],
    hiddenPictures: [],
  };
}
