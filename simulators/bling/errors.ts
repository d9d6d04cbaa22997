import { json, Refused, type Answer } from "../server/exchange";

/** Source: contracts/bling.md §4. */
export interface FieldError {
  readonly code: number;
  readonly msg: string;
  readonly element: string;
  readonly namespace: string;
  /** What is wrong with single entries of a list. */
  readonly collection?: readonly (FieldError & { readonly index: number })[];
}

export function errorAnswer(
  status: number,
  type: string,
  message: string,
  description: string,
  more: object = {},
): Answer {
  return json(status, { error: { type, message, description, ...more } });
}

export function refuse(answer: Answer): never {
  throw new Refused(answer);
}

export function invalid(what: string, fields: readonly FieldError[]): Answer {
  const description = `${what} não pode ser salvo, pois ocorreram problemas em sua validação.`;
  return errorAnswer(400, "VALIDATION_ERROR", `Não foi possível salvar ${what}`, description, { fields });
}

export function tooMany(period: "second" | "day", limit: number): Answer {
  const words =
    period === "second"
      ? "O limite de requisições por segundo foi atingido, tente novamente mais tarde."
      : "O limite de requisições por dia foi atingido, tente novamente amanhã.";
  return errorAnswer(429, "TOO_MANY_REQUESTS", "Limite de requisições atingido.", words, { limit, period });
}

export function notFound(): Answer {
  return errorAnswer(404, "RESOURCE_NOT_FOUND", "Recurso não encontrado", "O recurso requisitado não foi encontrado.");
}

export function badRequest(description: string): Answer {
  return errorAnswer(400, "BAD_REQUEST", "Requisição inválida", description);
}

export function unauthenticated(): Answer {
  return errorAnswer(401, "UNAUTHENTICATED", "Não autenticado", "O token de acesso não foi informado.");
}

export function invalidToken(): Answer {
  return errorAnswer(401, "invalid_token", "invalid_token", "The access token provided is invalid");
}

export function blocked(minutes: number): Answer {
  const words = `Seu IP foi bloqueado por ${minutes} minutos por excesso de requisições.`;
  return errorAnswer(403, "FORBIDDEN", "Acesso bloqueado", words);
}

export function failure(status: number): Answer {
  switch (status) {
    case 401:
      return invalidToken();
    case 403:
      return errorAnswer(403, "FORBIDDEN", "Acesso negado", "O usuário não possui permissão para este recurso.");
    case 404:
      return notFound();
    case 405:
      return errorAnswer(405, "METHOD_NOT_ALLOWED", "Método não permitido", "O método não é permitido neste recurso.");
    case 429:
      return tooMany("second", 3);
    default:
      return errorAnswer(status, "SERVER_ERROR", "Erro interno", "Ocorreu um erro interno no servidor.");
  }
}
