import { asFields, json, parseJson, type Answer, type Request, type Route } from "../server/exchange";
import { toReais } from "../server/money";
import type { Access } from "./access";
import { readQuote } from "./parcels";
import { quote } from "./quote";
import { SERVICES } from "./services";

const API = "/api/v2/me";

/** What it would cost, and who carries: the latter is anybody's to ask. */
export function quoteRoutes(access: Access, ownUrl: () => string): Route[] {
  const pictures = (): string => `${ownUrl()}/images/shipping-companies`;
  const companies = (): object[] =>
    [...new Map(SERVICES.map(({ company }) => [company.id, company])).values()].map((company) => ({
      ...company,
      picture: `${pictures()}/${company.id}.svg`,
    }));
  return [
    {
      method: "POST",
      pattern: `${API}/shipment/calculate`,
      handle: (request: Request): Answer => {
        const { account } = access.require(request, "shipping-calculate");
        return json(200, quote(readQuote(asFields(parseJson(request.body))), account, pictures()));
      },
    },
    {
      method: "GET",
      pattern: `${API}/shipment/services`,
      handle: () =>
        json(
          200,
          SERVICES.map(({ id, name, company, limits }) => ({
            id,
            name,
            type: "normal",
            status: "available",
            company,
            restrictions: {
              insurance_value: { min: 0, max: toReais(limits.mostInsuranceCents) },
              formats: {
                box: {
                  weight: { min: 0.001, max: limits.mostGrams / 1000 },
                  width: { min: limits.widthCm[0], max: limits.widthCm[1] },
                  height: { min: limits.heightCm[0], max: limits.heightCm[1] },
                  length: { min: limits.lengthCm[0], max: limits.lengthCm[1] },
                  sum: limits.mostSumCm,
                },
              },
            },
          })),
        ),
    },
    { method: "GET", pattern: `${API}/shipment/companies`, handle: () => json(200, companies()) },
    { method: "GET", pattern: "/images/shipping-companies/:file", handle: ({ params }) => logo(params.file ?? "") },
  ];
}

/** The carrier's name as a picture. */
function logo(file: string): Answer {
  const company = SERVICES.find(({ company: { id } }) => file === `${id}.svg`)?.company;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="160" height="40" role="img"><rect width="160" height="40" rx="6" fill="#e8e8ec"/><text x="80" y="26" font-family="sans-serif" font-size="15" text-anchor="middle" fill="#1c2024">${company?.name ?? ""}</text></svg>`;
  return { status: company === undefined ? 404 : 200, headers: { "content-type": "image/svg+xml" }, body: svg };
}
