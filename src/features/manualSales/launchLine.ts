import { normalizeCode } from "../../../domain/codes";
import { parsePhone } from "../../../domain/phone";
import type { LaunchField, LaunchForm } from "./launchForm";

/** What a field holds: one value, a whole launch typed as one line, or a line that can be read in more than one way. */
export type LineReading =
  | { readonly kind: "plain" }
  | { readonly kind: "ambiguous"; readonly field: LaunchField }
  | { readonly kind: "line"; readonly field: LaunchField; readonly form: LaunchForm };

/** What a line said; null what it left out. */
interface Parts {
  readonly phone: string | null;
  readonly code: string | null;
  readonly quantity: string | null;
}

const PHONE_TOKEN = /^\+?[\d().\-/]+$/;
const CODE_TOKEN = /^[a-z]{1,3}-?\d{1,6}$/i;
const QUANTITY_TOKEN = /^(?:[x*]\d+|\d+[x*])$/i;
const BARE_TOKEN = /^\d{1,5}$/;
/** From here on digits are a phone and no code. Source: UX conventions L5. */
const PHONE_DIGITS = 8;

/**
 * Reads a launch typed as one line, tokens in any order, into the phone or the code field: `11 98765-4321 c151 x2`,
 * `151 2` with a pinned customer, `(11) 98765-4321 x2` with a pinned product. What the line leaves out stays as the
 * other fields have it. Every way to read the line is tried, and it counts only when there is exactly one.
 *
 * Phone: a token, or neighbouring ones, of 8 or more digits. Code: letters and digits, or 1 to 5 bare digits. Quantity:
 * with `x` or `*`, or the bare number left when phone and code are known. Of two short bare numbers the first is the
 * code.
 *
 * Source: UX conventions L5.
 */
export function readLine(form: LaunchForm): LineReading {
  for (const field of ["phone", "code"] as const) {
    const tokens = form[field].trim().split(/\s+/);
    if (tokens.length < 2) continue;
    const reading = readTokens(tokens, field, form);
    if (reading.kind !== "plain") return reading;
  }
  return { kind: "plain" };
}

function readTokens(tokens: readonly string[], field: "phone" | "code", form: LaunchForm): LineReading {
  const phones = phoneRuns(tokens);
  if (phones.length === 0) {
    // A phone still being typed with its spaces is no line, and neither is a code typed with one.
    if (field === "phone" && tokens.every((token) => PHONE_TOKEN.test(token))) return { kind: "plain" };
    if (field === "code" && CODE_TOKEN.test(tokens.join(""))) return { kind: "plain" };
  }
  const runs: readonly (Run | null)[] = phones.length === 0 ? [null] : phones;
  const readings = new Map<string, Parts>();
  for (const run of runs) {
    const rest = run === null ? tokens : [...tokens.slice(0, run.from), ...tokens.slice(run.to)];
    const parts = partsOf(rest, run?.text ?? null);
    if (parts !== null) readings.set(keyOf(parts), parts);
  }
  const [parts] = readings.values();
  if (parts === undefined || readings.size > 1) return { kind: "ambiguous", field };
  if (field === "phone" && parts.code === null && parts.quantity === null) return { kind: "plain" };
  return { kind: "line", field, form: merged(form, field, parts) };
}

interface Run {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** The neighbouring tokens that make a whole phone; failing those, whatever can be nothing but a (wrong) phone. */
function phoneRuns(tokens: readonly string[]): Run[] {
  const shaped: Run[] = [];
  for (let from = 0; from < tokens.length; from++) {
    for (let to = from + 1; to <= tokens.length && PHONE_TOKEN.test(tokens[to - 1] ?? ""); to++) {
      const text = tokens.slice(from, to).join(" ");
      if (isPhoneShaped(text, to - from)) shaped.push({ from, to, text });
    }
  }
  const valid = shaped.filter(({ text }) => parsePhone(text).ok);
  return valid.length > 0 ? valid : shaped.slice(0, 1);
}

function isPhoneShaped(text: string, tokens: number): boolean {
  const { length } = text.replace(/\D/g, "");
  // Several tokens are one phone only in the shapes people break phones into; everything else is its own token.
  if (tokens === 1) return length >= PHONE_DIGITS;
  return text.startsWith("+")
    ? length >= 12
    : length === 10 || length === 11 || (text.startsWith("55") && length >= 12);
}

/** Code and quantity among the tokens that are no phone; null when they cannot be told apart. */
function partsOf(tokens: readonly string[], phone: string | null): Parts | null {
  const quantities = tokens.filter((token) => QUANTITY_TOKEN.test(token));
  const codes = tokens.filter((token) => CODE_TOKEN.test(token) && !QUANTITY_TOKEN.test(token));
  const bare = tokens.filter((token) => BARE_TOKEN.test(token));
  if (quantities.length + codes.length + bare.length !== tokens.length) return null;
  const [code, spare, ...others] = [...codes, ...bare];
  if (codes.length > 1 || quantities.length > 1 || others.length > 0) return null;
  if (spare === undefined) return { phone, code: code ?? null, quantity: digitsOf(quantities[0]) };
  return quantities.length === 0 ? { phone, code: code ?? null, quantity: spare } : null;
}

const digitsOf = (token: string | undefined): string | null => token?.replace(/\D/g, "") ?? null;

function keyOf({ phone, code, quantity }: Parts): string {
  const parsed = phone === null ? null : parsePhone(phone);
  return [parsed?.ok === true ? parsed.value : phone, code === null ? null : normalizeCode(code), quantity].join("|");
}

/** The three fields as the line says. The field it stands in holds the line, so what the line left out is empty there. */
function merged(form: LaunchForm, field: "phone" | "code", parts: Parts): LaunchForm {
  return {
    phone: parts.phone ?? (field === "phone" ? "" : form.phone),
    code: parts.code ?? (field === "code" ? "" : form.code),
    quantity: parts.quantity ?? form.quantity,
  };
}
