import { v, type Infer } from "convex/values";
import { INSTANCE_STATE_LABELS, type Instance } from "../../domain/messagesInstances";
import type { SendFailure } from "../../domain/messagesRetry";
import type { ActionCtx } from "../_generated/server";
import { env } from "../_generated/server";
import { refuseWith } from "../lib/errors";
import { randomHex } from "../lib/randomIds";
import type { TenantReader, TenantWriter } from "../lib/tenantDb";
import { createInstance, readHookUrl, setHook, type EvolutionAccess, type Hook } from "../providers/evolution";
import type { Connection, GatewayAnswer } from "../providers/messaging";
import { fetcherFor, openGateway, readGatewayAccess, vGatewayAccess, type GatewayAccess } from "./messageGateway";
import { listInstances } from "./messageInstances";
import { readSecret, saveMissingSecrets } from "./secrets";

/** Connecting a company's telephone, and telling its gateway where its news are wanted. */

export const GATEWAY_PREFIX = "/webhooks/wa/";

/** Everything it takes, keys included: for our own actions alone. */
export const vConnecting = v.object({
  access: vGatewayAccess,
  hook: v.union(v.null(), v.object({ url: v.string(), secret: v.string() })),
});
export type Connecting = Infer<typeof vConnecting>;

const SECRET_BYTES = 24;

/**
 * What it takes to connect a telephone. A company that has not chosen a secret for its gateway's notices is given one:
 * Evolution is told it, and nobody has to type it.
 *
 * @param instanceName null for whichever is set
 * @returns null where the company has not said how to reach its gateway
 * Refused with `instance_not_found`.
 */
export async function beginConnecting(
  db: TenantWriter,
  { slug, instanceName, now }: { readonly slug: string; readonly instanceName: string | null; readonly now: number },
): Promise<Connecting | null> {
  const access = await readGatewayAccess(db);
  if (access === null) return null;
  if (instanceName !== null && !(await isOwn(db, access, instanceName))) return refuseWith("instance_not_found");
  if (access.kind !== "evolution") return { access, hook: null };
  const made = { "whatsapp.webhook_secret": randomHex(SECRET_BYTES) };
  await saveMissingSecrets(db, made, { actor: { id: null, name: "Sistema" }, at: now });
  const secret = await readSecret(db, "whatsapp.webhook_secret");
  const url = hookUrl(slug);
  return { access, hook: secret === null || url === null ? null : { url, secret } };
}

async function isOwn(db: TenantReader, access: GatewayAccess, name: string): Promise<boolean> {
  if (access.kind === "evolution") return access.instanceName === name;
  return (await listInstances(db)).some((row) => row.name === name);
}

/** Where a company's gateway tells its news; null where this installation has no address. */
export function hookUrl(slug: string): string | null {
  const site = (env.CONVEX_SITE_URL ?? "").replace(/\/+$/, "");
  return /^https?:\/\//.test(site) ? `${site}${GATEWAY_PREFIX}${slug}` : null;
}

/**
 * Has the telephone's code made, where the gateway makes it for us: Evolution API makes the instance first, where there is
 * none yet, and is told where its news are wanted.
 */
export async function connectTelephone(
  ctx: Pick<ActionCtx, "runAction">,
  { access, hook }: Connecting,
): Promise<GatewayAnswer<Connection | null>> {
  if (access.kind === "evolution") {
    const made = await makeInstance(evolutionAccess(ctx, access), hook);
    if (!made.ok) return made;
  }
  return await openGateway(ctx, access).connect();
}

async function makeInstance(evolution: EvolutionAccess, hook: Hook | null): Promise<GatewayAnswer<null>> {
  const made = await createInstance(evolution, { number: null, hook });
  // A company may have been given the key of its instance alone, which makes none; whether it opens that one shows next.
  if (!made.ok && made.failure !== "unauthorized") return made;
  const isNew = made.ok && made.value === "created";
  if (isNew || hook === null) return { ok: true, value: null };
  return await setHook(evolution, hook);
}

/** Sees to it that an instance which was connected elsewhere tells us its news too. */
export async function keepHook(ctx: Pick<ActionCtx, "runAction">, { access, hook }: Connecting): Promise<void> {
  if (access.kind !== "evolution" || hook === null) return;
  const evolution = evolutionAccess(ctx, access);
  const told = await readHookUrl(evolution);
  // Where it cannot be read or set, sending goes on all the same; the next test tries again.
  if (told.ok && told.value !== hook.url) await setHook(evolution, hook);
}

function evolutionAccess(ctx: Pick<ActionCtx, "runAction">, access: GatewayAccess): EvolutionAccess {
  const { baseUrl, apiKey, instanceName } = access;
  return { baseUrl, apiKey: apiKey ?? "", instanceName, fetcher: fetcherFor(ctx, access) };
}

export const vConnectionTest = v.object({
  outcome: v.union(
    v.literal("connected"),
    v.literal("not_configured"),
    v.literal("unauthorized"),
    v.literal("unavailable"),
    v.literal("invalid_answer"),
    v.literal("no_instance"),
  ),
  message: v.string(),
});
export type ConnectionTest = Infer<typeof vConnectionTest>;

const TEST_WORDS: Readonly<Record<ConnectionTest["outcome"], string>> = {
  connected: "O servidor WhatsApp respondeu.",
  not_configured: "Informe o endereço do servidor WhatsApp e salve antes de testar.",
  unauthorized: "O servidor WhatsApp recusou as credenciais. Confira a integração.",
  unavailable: "Não foi possível conectar ao servidor WhatsApp. Verifique se está rodando.",
  invalid_answer: "O endereço respondeu, mas não como um servidor WhatsApp. Confira o endereço e o tipo.",
  no_instance: "O servidor WhatsApp respondeu, mas não tem esta instância. Conecte-a em Integração WhatsApp.",
};

/** @param answer null where the company has not said how to reach its gateway */
export function testResult(answer: GatewayAnswer<readonly Instance[]> | null): ConnectionTest {
  const outcome = outcomeOf(answer);
  if (outcome !== "connected" || answer?.ok !== true) return { outcome, message: TEST_WORDS[outcome] };
  const how = answer.value.map(({ name, state }) => `${name}: ${INSTANCE_STATE_LABELS[state]}`).join(", ");
  return { outcome, message: `${TEST_WORDS.connected} ${how}.` };
}

function outcomeOf(answer: GatewayAnswer<readonly Instance[]> | null): ConnectionTest["outcome"] {
  if (answer === null) return "not_configured";
  if (answer.ok) return answer.value.length === 0 ? "no_instance" : "connected";
  return FAILED_TESTS[answer.failure];
}

const FAILED_TESTS: Readonly<Record<SendFailure, ConnectionTest["outcome"]>> = {
  unauthorized: "unauthorized",
  not_reached: "unavailable",
  lost: "unavailable",
  server_error: "unavailable",
  rate_limited: "unavailable",
  instance_down: "no_instance",
  unknown_route: "no_instance",
  nonsense: "invalid_answer",
  refused: "invalid_answer",
  no_such_number: "invalid_answer",
};
