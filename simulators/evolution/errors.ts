import { json, Refused, type Answer } from "../server/exchange";

const NAMES: Readonly<Record<number, string>> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  429: "Too Many Requests",
  500: "Internal Server Error",
};

/** Source: contracts/whatsapp.md §2.1 "Error envelope". */
export function errorAnswer(status: number, message: unknown): Answer {
  return json(status, { status, error: NAMES[status] ?? "Error", response: { message } });
}

export function refuse(status: number, message: unknown): never {
  throw new Refused(errorAnswer(status, message));
}

export function failure(status: number): Answer {
  return status === 404
    ? errorAnswer(404, ["Cannot find that address"])
    : errorAnswer(status, [NAMES[status] ?? "Internal server error"]);
}
