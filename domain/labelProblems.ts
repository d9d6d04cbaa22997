import { LABEL_ACTION_LABELS, shipmentStateLabel, type LabelAction, type ShipmentState } from "./shipments";

/** What is asked of the shipping service for a label, one at a time. */
export const LABEL_STEPS = ["create", "pay", "generate", "print", "cancel"] as const;
export type LabelStep = (typeof LABEL_STEPS)[number];

/** Why a step did not succeed. */
export const LABEL_PROBLEMS = [
  "not_connected",
  "unauthorized",
  "scope_missing",
  "wallet_empty",
  "label_refused",
  "label_gone",
  "unavailable",
  "nonsense",
] as const;
export type LabelProblem = (typeof LABEL_PROBLEMS)[number];

export interface LabelTrouble {
  readonly code: LabelProblem;
  /** Null: while it was asked how the label stands. */
  readonly step: LabelStep | null;
  /** The service's own words. */
  readonly reason: string | null;
}

const DEEDS: Readonly<Record<LabelStep, string>> = {
  create: "criar a etiqueta",
  pay: "pagar a etiqueta",
  generate: "gerar a etiqueta",
  print: "baixar a etiqueta",
  cancel: "cancelar a etiqueta",
};

const SETTINGS = "Configuração de Frete";

/** What happened and what staff can do about it: a whole sentence or two. Source: issue "staff read what to do". */
export function labelProblemText({ code, step, reason }: LabelTrouble): string {
  const deed = step === null ? "consultar a etiqueta" : DEEDS[step];
  switch (code) {
    case "not_connected":
      return `O Melhor Envio não está conectado. Conecte em ${SETTINGS}.`;
    case "unauthorized":
      return `O Melhor Envio recusou as credenciais da loja. Conecte de novo em ${SETTINGS}.`;
    case "scope_missing":
      return `A conexão com o Melhor Envio não permite ${deed}. Conecte de novo em ${SETTINGS} e aceite todas as permissões.`;
    case "wallet_empty":
      return `${sentence(reason) ?? "O saldo da carteira é insuficiente."} Adicione saldo à carteira do Melhor Envio e pague de novo.`;
    case "label_refused":
      return `O Melhor Envio recusou ${deed}: ${sentence(reason) ?? "não disse por quê."}`;
    case "label_gone":
      return "O Melhor Envio não conhece mais esta etiqueta. Se ela foi apagada lá, gere outra; se a conta mudou, confira a conexão.";
    case "unavailable":
      return `O Melhor Envio não respondeu ao ${deed}. Nada foi cobrado. Tente de novo em instantes.`;
    case "nonsense":
      return `Resposta inválida do Melhor Envio ao ${deed}. Tente de novo em instantes.`;
    default:
      return code satisfies never;
  }
}

function sentence(reason: string | null): string | null {
  const words = reason?.trim() ?? "";
  if (words === "") return null;
  return /[.!?…]$/.test(words) ? words : `${words}.`;
}

/** While nobody knows whether a step was done: it is found out by itself. */
export const STEP_IN_DOUBT =
  "O Melhor Envio não respondeu. Vamos perguntar de novo até saber; nada é pedido duas vezes.";

export function stepUnderWay(byName: string): string {
  return `${byName} já está mexendo nesta etiqueta. Aguarde um instante.`;
}

export function actionRefusal(action: LabelAction, state: ShipmentState): string {
  return `“${LABEL_ACTION_LABELS[action]}” não é possível agora: a etiqueta está em “${shipmentStateLabel(state)}”.`;
}
