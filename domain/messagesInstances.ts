/** The telephones of a company at its gateway. */

export const INSTANCE_STATES = ["online", "qr_code", "authenticated", "offline", "auth_failure", "unknown"] as const;
export type InstanceState = (typeof INSTANCE_STATES)[number];

/** Source: specification §4 "Messaging instance status". */
export const INSTANCE_STATE_LABELS: Readonly<Record<InstanceState, string>> = {
  online: "Online",
  qr_code: "Aguardando QR",
  authenticated: "Autenticado",
  offline: "Offline",
  auth_failure: "Falha na Auth",
  unknown: "Desconhecido",
};

/** Source: specification §2 "Messaging integration". */
export const NO_NUMBER = "Número não definido";

export interface Instance {
  readonly name: string;
  /** Digits; null while no telephone is connected. */
  readonly number: string | null;
  readonly state: InstanceState;
}

/** The state that the specified gateway's word stands for; any other word is `unknown`. */
export function instanceStateOf(word: string): InstanceState {
  const known = word.trim().toLowerCase();
  return INSTANCE_STATES.find((state) => state === known) ?? "unknown";
}

/** Whether a message can go out by any of them. */
export function canSend(instances: readonly Instance[]): boolean {
  return instances.some(({ state }) => state === "online");
}

/**
 * What a phone is recognised by when a gateway names it: country, area code and the last 8 digits, for the id of a
 * Brazilian mobile may lack its ninth digit. Takes digits or an id of WhatsApp (`553199998888:12@s.whatsapp.net`).
 *
 * @returns null for what is no phone of a person: a group's id, an id without number
 * Source: contracts/whatsapp.md §2.1 "Ninth digit", Part 4.
 */
export function phoneMatchKey(phoneOrId: string): string | null {
  const [before = "", domain] = phoneOrId.split("@");
  if (domain !== undefined && !PERSONS.has(domain)) return null;
  // `true_5531…@c.us_3EB0…` is the id of a message, `5531…:12@…` that of one of several devices.
  const digits = before.replace(/:\d+$/, "").replace(/\D/g, "");
  if (digits.length < 10 || digits.length > 15) return null;
  const isBrazilian = digits.startsWith("55") && (digits.length === 12 || digits.length === 13);
  return isBrazilian ? digits.slice(0, 4) + digits.slice(-8) : digits;
}

const PERSONS = new Set(["s.whatsapp.net", "c.us"]);

export function isSamePhone(one: string, other: string): boolean {
  const key = phoneMatchKey(one);
  return key !== null && key === phoneMatchKey(other);
}
