import { json, page, plainText, Refused, type Answer } from "../server/exchange";

/** Source: contracts/melhor-envio.md §8. */

export type FieldErrors = Readonly<Record<string, readonly string[]>>;

export function invalid(errors: FieldErrors): Answer {
  return json(422, { message: "The given data was invalid.", errors });
}

/** The general words for what one field is missing. */
export function requiredField(field: string): string {
  return `O campo ${field.replaceAll("_", " ")} é obrigatório.`;
}

export function refuse(answer: Answer): never {
  throw new Refused(answer);
}

/** A rule of the business, said in one sentence. */
export function businessError(status: number, error: string): Answer {
  return json(status, { error });
}

export function unauthenticated(): Answer {
  return json(401, { message: "Unauthenticated." });
}

export function unauthorized(): Answer {
  return json(403, { message: "This action is unauthorized." });
}

/** Their firewall's, in front of everything. */
export function firewall(status: number): Answer {
  const answer = page(
    status,
    "<html><head><title>403 Forbidden</title></head><body><center><h1>403 Forbidden</h1></center></body></html>",
  );
  return { ...answer, headers: { ...answer.headers, server: "awselb/2.0" } };
}

export function failure(status: number): Answer {
  switch (status) {
    case 401:
      return unauthenticated();
    case 403:
      return unauthorized();
    case 404:
      return json(404, { message: "No query results for model [App\\Order]." });
    case 405:
      return json(405, { message: "The method is not supported for this route." });
    case 429:
      return json(429, { message: "Too Many Attempts." }, { "retry-after": "60" });
    case 502:
    case 503:
    case 504:
      return plainText(status, "upstream unavailable");
    default:
      return json(status, { message: "Server Error" });
  }
}
