import { RECOVERY_CODE_DIGITS, RECOVERY_CODE_LIFE_MS } from "../../domain/people";
import type { DatabaseWriter, MutationCtx } from "../_generated/server";
import { sha256Hex } from "../lib/hashing";
import { findByEmail } from "./accounts";
import { countAttempt, isAnyExhausted, isExhausted, recoveryCodeLimit, recoveryLimits } from "./attemptLimits";
import { writeAuditOf } from "./audit";
import { queueMail } from "./mails";
import { actorOf } from "./orderEvents";
import { findAccount, setPasswordHash } from "./passwords";

/**
 * Setting a new password with a code that was mailed to the owner of the address. Nobody learns here whether an e-mail
 * has an account: asking only schedules, and what depends on the account happens in that scheduled step.
 */

/** Wrong codes that one code stands. With eight digits they are one chance in five million. */
const TRIES_PER_CODE = 20;
/** A further request leaves the earlier codes good: whoever asks for others cannot spoil theirs. */
const MAX_CODES = 5;
const DELETE_BATCH = 10;

/** Counts one request. False when this e-mail or this sender has asked too often, whether the account exists or not. */
export async function countRequest(
  db: DatabaseWriter,
  { email, ip }: { readonly email: string; readonly ip: string | null },
  now: number,
): Promise<boolean> {
  const limits = recoveryLimits(email, ip);
  if (await isAnyExhausted(db, limits, now)) return false;
  for (const limit of limits) await countAttempt(db, limit, now);
  return true;
}

/** Makes a code and mails it, when the e-mail has an account here; else does nothing. */
export async function sendCode(ctx: Pick<MutationCtx, "db" | "scheduler">, email: string, now: number): Promise<void> {
  const person = await findByEmail(ctx.db, email);
  if (person === null || (await findAccount(ctx.db, person)) === null) return;
  const code = randomDigits(RECOVERY_CODE_DIGITS);
  await ctx.db.insert("recoveryCodes", {
    email,
    hash: await hashOf(email, code),
    expiresAt: now + RECOVERY_CODE_LIFE_MS,
    triesLeft: TRIES_PER_CODE,
  });
  await queueMail(ctx, { to: email, subject: SUBJECT, text: mailText(code) }, now);
  await deleteExpired(ctx.db, now);
}

const SUBJECT = "Código para criar uma nova senha";

function mailText(code: string): string {
  return (
    `Seu código é ${code}\n\n` +
    "Digite-o na tela de recuperação e escolha uma nova senha. Ele vale por 15 minutos e só pode ser usado uma vez.\n\n" +
    "Se não foi você quem pediu, ignore este e-mail: sua senha continua a mesma."
  );
}

/**
 * Settles one try. The right code sets the password, is used up with all others of that e-mail, and ends every session;
 * a wrong one is counted against each code and the sender.
 */
export async function settleCode(
  db: DatabaseWriter,
  attempt: { readonly email: string; readonly code: string; readonly passwordHash: string; readonly ip: string | null },
  now: number,
): Promise<"set" | "wrong" | "exhausted"> {
  const { email, code, passwordHash, ip } = attempt;
  const limit = recoveryCodeLimit(email, ip);
  if (await isExhausted(db, limit, now)) return "exhausted";
  const hash = await hashOf(email, code);
  const codes = await db
    .query("recoveryCodes")
    .withIndex("by_email_and_expiresAt", (q) => q.eq("email", email).gt("expiresAt", now))
    .order("desc")
    .take(MAX_CODES);
  const person = await findByEmail(db, email);
  if (person === null || !codes.some((row) => row.triesLeft > 0 && row.hash === hash)) {
    await countAttempt(db, limit, now);
    for (const row of codes) await db.patch("recoveryCodes", row._id, { triesLeft: Math.max(0, row.triesLeft - 1) });
    return "wrong";
  }
  for (const row of codes) await db.delete("recoveryCodes", row._id);
  await setPasswordHash(db, person, passwordHash);
  await writeAuditOf(
    db,
    person.tenantId,
    { actor: actorOf(person), at: now },
    {
      action: "password_recovered",
      record: { kind: "person", key: person._id, label: person.email },
    },
  );
  return "set";
}

/** With the e-mail, so that equal codes of two people do not look alike. */
async function hashOf(email: string, code: string): Promise<string> {
  return await sha256Hex(`${email}|${code.replace(/\D/g, "")}`);
}

/** Each digit by itself; bytes that would favour the lower digits are drawn again. */
function randomDigits(count: number): string {
  let digits = "";
  while (digits.length < count) {
    const [byte = 255] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < 250) digits += String(byte % 10);
  }
  return digits;
}

async function deleteExpired(db: DatabaseWriter, now: number): Promise<void> {
  const rows = await db
    .query("recoveryCodes")
    .withIndex("by_expiresAt", (q) => q.lt("expiresAt", now))
    .take(DELETE_BATCH);
  for (const row of rows) await db.delete("recoveryCodes", row._id);
}
