import { json, Refused, type Answer } from "../server/exchange";

/** Source: contracts/mercado-pago.md §9. */
export interface Cause {
  readonly code: number;
  readonly description: string;
}

export function errorAnswer(status: number, error: string, message: string, causes?: readonly Cause[]): Answer {
  const cause = causes === undefined ? null : causes.map((one) => ({ ...one, data: null }));
  return json(status, { message, error, status, cause });
}

/** Ends the request with the service's envelope. */
export function refuse(status: number, error: string, message: string, causes?: readonly Cause[]): never {
  throw new Refused(errorAnswer(status, error, message, causes));
}

const NAMES: Readonly<Record<number, readonly [error: string, message: string]>> = {
  403: ["forbidden", "At least one policy returned UNAUTHORIZED."],
  404: ["not_found", "resource not found"],
  405: ["method_not_allowed", "Method not allowed"],
  409: ["conflict", "Idempotency conflict"],
  423: ["locked", "Resource locked"],
  424: ["failed_dependency", "Failed dependency"],
  429: ["too_many_requests", "Too many requests"],
  500: ["internal_server_error", "Internal server error"],
  502: ["bad_gateway", "Bad gateway"],
  503: ["service_unavailable", "Service unavailable"],
};

export function failure(status: number): Answer {
  const [error, message] = NAMES[status] ?? ["internal_error", "Internal error"];
  return errorAnswer(status, error, message);
}
