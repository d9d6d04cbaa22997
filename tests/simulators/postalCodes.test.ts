import { beforeEach, describe, expect, it } from "vitest";
import { startPostalCodes } from "../../simulators/postalCodes/start";
import { endsWithTest } from "./support/listener";
import { speaker, type Speak } from "./support/speak";

/** contracts/viacep.md. */

let provider: Awaited<ReturnType<typeof startPostalCodes>>;
let ask: Speak;

beforeEach(async () => {
  provider = endsWithTest(await startPostalCodes());
  ask = speaker(provider.url);
});

describe("ViaCEP (§1)", () => {
  const look = (cep: string) => ask("GET", `/ws/${cep}/json/`);

  it("a street: every value is text", async () => {
    const { status, body } = await look("01001000");
    expect(status).toBe(200);
    expect(body).toEqual({
      ...{ cep: "01001-000", logradouro: "Praça da Sé", complemento: "lado ímpar", unidade: "", bairro: "Sé" },
      ...{ localidade: "São Paulo", uf: "SP", estado: "São Paulo", regiao: "Sudeste", ibge: "3550308", gia: "" },
      ...{ ddd: "11", siafi: "" },
    });
  });

  it.each(["31575060", "30130010", "01310930", "01001000"])("knows %s, which the contract names", async (cep) => {
    expect((await look(cep)).body.cep).toBe(`${cep.slice(0, 5)}-${cep.slice(5)}`);
  });

  it("a town with one code for all its streets: street and neighbourhood are empty", async () => {
    expect((await look("35588000")).body).toMatchObject({ logradouro: "", bairro: "", localidade: "Arcos", uf: "MG" });
  });

  it("an unknown one is 200 with the text 'true', in the older spelling the truth value", async () => {
    const [text, value] = [await look("99999999"), await look("99999998")];
    expect([text.status, text.body, value.status, value.body]).toEqual([200, { erro: "true" }, 200, { erro: true }]);
  });

  it.each(["950100100", "95010A10", "95010%2010", "95010-10"])("%s is malformed: 400 and a page", async (cep) => {
    const { status, body, headers } = await look(cep);
    expect([status, body, headers.get("content-type")]).toEqual([400, undefined, "text/html; charset=utf-8"]);
  });

  it("fails on command and for one street of its own; the other service then knows it", async () => {
    provider.faults.add({ kind: "status", status: 429, path: "/ws" });
    const limited = await look("01001000");
    expect([limited.status, limited.text]).toEqual([429, "Too Many Requests"]);
    expect((await look("13465000")).status).toBe(500);
    expect((await ask("GET", "/api/cep/v2/13465000")).body.city).toBe("Americana");
  });
});

describe("the fallback (§2)", () => {
  const look = (cep: string) => ask("GET", `/api/cep/v2/${cep}`);

  it("a street, also written with a hyphen, with its cache header", async () => {
    const { status, body, headers } = await look("01001-000");
    expect(status).toBe(200);
    expect(headers.get("cache-control")).toContain("s-maxage=86400");
    expect(body).toMatchObject({
      ...{ cep: "01001000", state: "SP", city: "São Paulo", neighborhood: "Sé", street: "Praça da Sé" },
      ibge: { city: "3550308", state: "35" },
      location: { type: "Point", coordinates: { longitude: "-46.6337", latitude: "-23.5503" } },
    });
  });

  it("what is unknown of a town is null, and its place on the map may be empty", async () => {
    expect((await look("35588000")).body).toMatchObject({
      ...{ street: null, neighborhood: null, location: { coordinates: {} } },
    });
  });

  it.each([
    ["99999999", 404, "service_error", "CEP NAO ENCONTRADO"],
    ["89201100", 404, "service_error", "Erro ao se conectar com o serviço"],
  ])("%s: unknown and all down look alike but for the words", async (cep, status, type, message) => {
    const answer = await look(cep);
    expect([answer.status, answer.body.type, (answer.body.errors as { message: string }[])[0]!.message]).toEqual([
      status,
      type,
      message,
    ]);
  });

  it("malformed is 400, and its failures are in its own shape", async () => {
    expect([(await look("1")).status, (await look("1")).body.type]).toEqual([400, "validation_error"]);
    provider.faults.add({ kind: "status", status: 500, path: "/api" });
    expect((await look("01001000")).body.type).toBe("internal_error");
  });
});
