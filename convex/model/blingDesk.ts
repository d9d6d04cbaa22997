import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { refuseWith } from "../lib/errors";
import {
  listPaymentForms,
  listSituations,
  type BlingAccess,
  type BlingAnswer,
  type BlingFailure,
  type NamedRecord,
} from "../providers/bling";
import { pacer } from "./blingSaleTurn";
import { withToken, type Work } from "./oauthWork";

/** What an owner asks of the ERP while somebody may be sending: slowly enough for both. */

const EVERY_MS = 1_100;

type Asked<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: BlingFailure | { readonly kind: "not_connected" } };

async function askBling<Value>(
  ctx: Work,
  tenantId: Id<"tenants">,
  question: (access: BlingAccess) => Promise<BlingAnswer<Value>>,
): Promise<Asked<Value>> {
  const pace = pacer(EVERY_MS);
  const baseUrl = await ctx.runQuery(internal.blingWork.address, { tenantId });
  const tokened = await withToken(
    ctx,
    { tenantId, service: "bling" },
    (token) => question({ baseUrl, token, pace }),
    (answer) => {
      if (answer.ok) return "fine";
      const { kind } = answer.failure;
      return kind === "unauthorized" ? "unauthorized" : kind === "no_permission" ? "forbidden" : "fine";
    },
  );
  if (tokened.kind === "answered") return tokened.answer;
  const { failure } = tokened;
  if (failure === "unavailable") return { ok: false, failure: { kind: "unavailable", isLost: false } };
  return { ok: false, failure: failure === "unauthorized" ? { kind: failure } : { kind: "not_connected" } };
}

export const TEST_OUTCOMES = ["connected", "not_connected", "refused", "no_permission", "busy", "unavailable"] as const;
type TestOutcome = (typeof TEST_OUTCOMES)[number];

const TEST_MESSAGES: Readonly<Record<TestOutcome, string>> = {
  connected: "O Bling respondeu: a conexão funciona.",
  not_connected: "O Bling não está conectado.",
  refused: "O Bling não aceita mais a conexão. Conecte de novo.",
  no_permission:
    "O aplicativo do Bling não tem permissão para isto. Marque as permissões no cadastro do aplicativo e conecte de novo.",
  busy: "O Bling está limitando as consultas. Tente de novo em um minuto.",
  unavailable: "O Bling não respondeu. Tente de novo em instantes.",
};

function testOutcomeOf(kind: BlingFailure["kind"] | "not_connected"): TestOutcome {
  switch (kind) {
    case "not_connected":
    case "no_permission":
      return kind;
    case "unauthorized":
      return "refused";
    case "busy":
    case "day_limit":
    case "blocked":
      return "busy";
    case "unavailable":
    case "not_found":
    case "refused":
      return "unavailable";
    default:
      return kind satisfies never;
  }
}

export async function testConnection(
  ctx: Work,
  tenantId: Id<"tenants">,
): Promise<{ outcome: TestOutcome; message: string }> {
  const answer = await askBling(ctx, tenantId, listPaymentForms);
  const outcome = answer.ok ? "connected" : testOutcomeOf(answer.failure.kind);
  return { outcome, message: TEST_MESSAGES[outcome] };
}

export interface Choices {
  paymentForms: NamedRecord[];
  situations: NamedRecord[];
}

/** Refused with `bling_not_connected`, `bling_unauthorized`, `bling_no_permission`, `bling_busy`, `bling_unavailable`. */
export async function readChoices(ctx: Work, tenantId: Id<"tenants">): Promise<Choices> {
  const answer = await askBling<Choices>(ctx, tenantId, async (access) => {
    const forms = await listPaymentForms(access);
    if (!forms.ok) return forms;
    const situations = await listSituations(access);
    if (!situations.ok) return situations;
    const paymentForms = forms.value.map(({ id, name }) => ({ id, name }));
    return { ok: true, value: { paymentForms, situations: situations.value } };
  });
  if (answer.ok) return answer.value;
  switch (testOutcomeOf(answer.failure.kind)) {
    case "not_connected":
      return refuseWith("bling_not_connected");
    case "refused":
      return refuseWith("bling_unauthorized");
    case "no_permission":
      return refuseWith("bling_no_permission");
    case "busy":
      return refuseWith("bling_busy");
    default:
      return refuseWith("bling_unavailable");
  }
}
