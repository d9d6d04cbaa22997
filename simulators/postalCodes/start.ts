import { CONTROL } from "../server/control";
import { json } from "../server/exchange";
import { startSimulator, type Service, type Simulator, type SimulatorOptions } from "../server/simulator";
import { brasilApi, brasilApiFailure } from "./brasilApi";
import { ODDITIES, PLACES } from "./places";
import { viaCep, viaCepFailure } from "./viaCep";

/** It remembers nothing. */
type Nothing = Record<string, never>;

/** ViaCEP and the service that stands in for it, as contracts/viacep.md describes them, on one address. */
export function startPostalCodes(options: SimulatorOptions = {}): Promise<Simulator<Nothing, Service>> {
  const build = (): Service => ({
    routes: [
      { method: "GET", pattern: "/ws/:cep/json/", handle: viaCep },
      { method: "GET", pattern: "/api/cep/v2/:cep", handle: brasilApi(2) },
      { method: "GET", pattern: "/api/cep/v1/:cep", handle: brasilApi(1) },
    ],
    controls: [
      { method: "GET", pattern: `${CONTROL}/places`, handle: () => json(200, { places: PLACES, oddities: ODDITIES }) },
    ],
    failure: (status, { path }) => (path.startsWith("/api/") ? brasilApiFailure(status) : viaCepFailure(status)),
  });
  return startSimulator({ freshState: () => ({}), deliveries: { retryDelaysMs: [], timeoutMs: 0 }, build }, options);
}
