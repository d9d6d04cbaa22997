import { json, plainText, type Answer, type Fields, type Request } from "../server/exchange";
import { ODDITIES, PLACES, type Place } from "./places";

const CACHE = { "cache-control": "max-age=0, s-maxage=86400, stale-while-revalidate, public" };

/** The first two digits of a city's code are the state's. */
const STATE_DIGITS = 2;

/** `GET /api/cep/v2/{cep}`, and v1 without the place on the map. Source: contracts/viacep.md §2. */
export function brasilApi(version: 1 | 2): (request: Request) => Answer {
  return ({ params }) => {
    const cep = (params.cep ?? "").replace("-", "");
    if (!/^\d{8}$/.test(cep)) return invalid();
    const place = ODDITIES[cep] === "both_fail" ? undefined : PLACES.find((one) => one.cep === cep);
    if (place === undefined)
      return notFound(ODDITIES[cep] === "both_fail" ? "Erro ao se conectar com o serviço" : "CEP NAO ENCONTRADO");
    return json(200, version === 1 ? shortView(place) : view(place), CACHE);
  };
}

export function brasilApiFailure(status: number): Answer {
  if (status === 429) return plainText(429, "Too many requests. Use with responsibility.");
  if (status === 404) return notFound("CEP NAO ENCONTRADO");
  const error = { name: "InternalServerError", message: "Erro interno no servidor", type: "internal_error" };
  return json(status, error);
}

function shortView({ cep, street, neighborhood, city, state }: Place): Fields {
  return { cep, state, city, neighborhood: neighborhood || null, street: street || null, service: "open-cep" };
}

function view(place: Place): Fields {
  return {
    ...shortView(place),
    ibge: { city: place.cityCode, state: place.cityCode.slice(0, STATE_DIGITS) },
    timezoneName: "America/Sao_Paulo",
    location: { type: "Point", coordinates: place.coordinates ?? {} },
  };
}

function notFound(message: string): Answer {
  const services = ["correios", "viacep", "widenet", "correios-alt"];
  return json(404, {
    name: "CepPromiseError",
    message: "Todos os serviços de CEP retornaram erro.",
    type: "service_error",
    errors: services.map((service) => ({ message, service })),
  });
}

function invalid(): Answer {
  return json(400, {
    name: "CepPromiseError",
    message: "CEP deve conter exatamente 8 caracteres.",
    type: "validation_error",
    errors: [{ message: "CEP informado possui mais do que 8 caracteres.", service: "cep_validation" }],
  });
}
