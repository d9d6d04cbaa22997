import { json, page, plainText, type Answer, type Fields, type Request } from "../server/exchange";
import { ODDITIES, PLACES, type Place } from "./places";

const REGIONS: Readonly<Record<string, string>> = {
  ...of("Norte", "AC AM AP PA RO RR TO"),
  ...of("Nordeste", "AL BA CE MA PB PE PI RN SE"),
  ...of("Centro-Oeste", "DF GO MS MT"),
  ...of("Sudeste", "ES MG RJ SP"),
  ...of("Sul", "PR RS SC"),
};

const STATES: Readonly<Record<string, string>> = {
  ...{ AC: "Acre", AL: "Alagoas", AM: "Amazonas", AP: "Amapá", BA: "Bahia", CE: "Ceará", DF: "Distrito Federal" },
  ...{ ES: "Espírito Santo", GO: "Goiás", MA: "Maranhão", MG: "Minas Gerais", MS: "Mato Grosso do Sul" },
  ...{ MT: "Mato Grosso", PA: "Pará", PB: "Paraíba", PE: "Pernambuco", PI: "Piauí", PR: "Paraná" },
  ...{ RJ: "Rio de Janeiro", RN: "Rio Grande do Norte", RO: "Rondônia", RR: "Roraima", RS: "Rio Grande do Sul" },
  ...{ SC: "Santa Catarina", SE: "Sergipe", SP: "São Paulo", TO: "Tocantins" },
};

/** `GET /ws/{cep}/json/`. Source: contracts/viacep.md §1. */
export function viaCep({ params }: Request): Answer {
  const cep = params.cep ?? "";
  if (!/^\d{8}$/.test(cep))
    return page(400, "<!DOCTYPE HTML><html><body><h1>Http 400</h1><h3>Verifique a URL</h3></body></html>");
  const oddity = ODDITIES[cep];
  if (oddity === "via_cep_fails" || oddity === "both_fail") return viaCepFailure(500);
  const place = PLACES.find((one) => one.cep === cep);
  if (place === undefined) return json(200, { erro: oddity === "unknown_boolean" ? true : "true" });
  return json(200, view(place));
}

export function viaCepFailure(status: number): Answer {
  return status === 429
    ? plainText(429, "Too Many Requests")
    : page(status, `<!DOCTYPE HTML><html><body><h1>Http ${status}</h1></body></html>`);
}

function view({ cep, street, range, neighborhood, city, state, cityCode, areaCode }: Place): Fields {
  return {
    cep: `${cep.slice(0, 5)}-${cep.slice(5)}`,
    logradouro: street,
    complemento: range,
    unidade: "",
    bairro: neighborhood,
    localidade: city,
    uf: state,
    estado: STATES[state] ?? "",
    regiao: REGIONS[state] ?? "",
    ibge: cityCode,
    gia: "",
    ddd: areaCode,
    siafi: "",
  };
}

function of(region: string, states: string): Record<string, string> {
  return Object.fromEntries(states.split(" ").map((state) => [state, region]));
}
