/** Streets as the post office knows them. Those marked so in the contract are real; the rest could be. */

export interface Place {
  readonly cep: string;
  /** Empty in a town that has one code for all its streets. */
  readonly street: string;
  /** Which part of the street the code stands for: never a customer's complement. */
  readonly range: string;
  readonly neighborhood: string;
  readonly city: string;
  readonly state: string;
  readonly cityCode: string;
  readonly areaCode: string;
  readonly coordinates?: { readonly longitude: string; readonly latitude: string };
}

/** How a code behaves that is no ordinary one. */
export type Oddity =
  /** ViaCEP is down for it; the other service knows it. */
  | "via_cep_fails"
  /** ViaCEP says it does not know it, in the older spelling. */
  | "unknown_boolean"
  /** Neither answers. */
  | "both_fail";

const place = (
  cep: string,
  street: string,
  neighborhood: string,
  city: string,
  state: string,
  cityCode: string,
  areaCode: string,
  more: Partial<Place> = {},
): Place => ({ cep, street, range: "", neighborhood, city, state, cityCode, areaCode, ...more });

export const PLACES: readonly Place[] = [
  place("01001000", "Praça da Sé", "Sé", "São Paulo", "SP", "3550308", "11", {
    range: "lado ímpar",
    coordinates: { longitude: "-46.6337", latitude: "-23.5503" },
  }),
  place("01310930", "Avenida Paulista", "Bela Vista", "São Paulo", "SP", "3550308", "11", { range: "2100" }),
  place("04538133", "Avenida Brigadeiro Faria Lima", "Itaim Bibi", "São Paulo", "SP", "3550308", "11", {
    range: "de 3253 ao fim - lado ímpar",
  }),
  place("13010111", "Rua Barão de Jaguara", "Centro", "Campinas", "SP", "3509502", "19"),
  place("14010060", "Rua Álvares Cabral", "Centro", "Ribeirão Preto", "SP", "3543402", "16"),
  place("11010001", "Rua João Pessoa", "Centro", "Santos", "SP", "3548500", "13", { range: "até 300/301" }),
  place("20040020", "Praça Floriano", "Centro", "Rio de Janeiro", "RJ", "3304557", "21"),
  place("22041001", "Avenida Nossa Senhora de Copacabana", "Copacabana", "Rio de Janeiro", "RJ", "3304557", "21"),
  place("24020071", "Rua da Conceição", "Centro", "Niterói", "RJ", "3303302", "21"),
  place("29010080", "Rua Sete de Setembro", "Centro", "Vitória", "ES", "3205309", "27"),
  place("30130010", "Avenida Afonso Pena", "Centro", "Belo Horizonte", "MG", "3106200", "31", {
    range: "de 1001 a 1999 - lado ímpar",
  }),
  place("31575060", "Rua das Flores", "São João Batista (Venda Nova)", "Belo Horizonte", "MG", "3106200", "31"),
  place("38400100", "Avenida Afonso Pena", "Centro", "Uberlândia", "MG", "3170206", "34", {
    range: "até 998 - lado par",
  }),
  place("36010011", "Rua Halfeld", "Centro", "Juiz de Fora", "MG", "3136702", "32"),
  place("40020000", "Rua Chile", "Centro", "Salvador", "BA", "2927408", "71"),
  place("49010020", "Rua João Pessoa", "Centro", "Aracaju", "SE", "2800308", "79"),
  place("50030230", "Avenida Rio Branco", "Recife", "Recife", "PE", "2611606", "81"),
  place("57020050", "Rua do Comércio", "Centro", "Maceió", "AL", "2704302", "82"),
  place("58010000", "Rua Duque de Caxias", "Centro", "João Pessoa", "PB", "2507507", "83"),
  place("59025000", "Avenida Rio Branco", "Cidade Alta", "Natal", "RN", "2408102", "84"),
  place("60025061", "Rua Floriano Peixoto", "Centro", "Fortaleza", "CE", "2304400", "85"),
  place("64000120", "Rua Álvaro Mendes", "Centro", "Teresina", "PI", "2211001", "86"),
  place("65010440", "Rua Grande", "Centro", "São Luís", "MA", "2111300", "98"),
  place("66010000", "Avenida Presidente Vargas", "Campina", "Belém", "PA", "1501402", "91"),
  place("68900073", "Rua Cândido Mendes", "Central", "Macapá", "AP", "1600303", "96"),
  place("69005141", "Avenida Eduardo Ribeiro", "Centro", "Manaus", "AM", "1302603", "92"),
  place("69301110", "Avenida Ville Roy", "Centro", "Boa Vista", "RR", "1400100", "95"),
  place("69900078", "Rua Quintino Bocaiúva", "Centro", "Rio Branco", "AC", "1200401", "68"),
  place("69980000", "", "", "Cruzeiro do Sul", "AC", "1200203", "68"),
  place("70040010", "SBS Quadra 1", "Asa Sul", "Brasília", "DF", "5300108", "61"),
  place("74003010", "Avenida Goiás", "Setor Central", "Goiânia", "GO", "5208707", "62"),
  place("76801016", "Avenida Presidente Dutra", "Centro", "Porto Velho", "RO", "1100205", "69"),
  place("77001002", "Avenida Teotônio Segurado", "Plano Diretor Sul", "Palmas", "TO", "1721000", "63"),
  place("78005300", "Rua Barão de Melgaço", "Centro Norte", "Cuiabá", "MT", "5103403", "65"),
  place("79002074", "Rua 14 de Julho", "Centro", "Campo Grande", "MS", "5002704", "67"),
  place("80020310", "Rua XV de Novembro", "Centro", "Curitiba", "PR", "4106902", "41"),
  place("86010390", "Avenida Paraná", "Centro", "Londrina", "PR", "4113700", "43"),
  place("88010400", "Rua Felipe Schmidt", "Centro", "Florianópolis", "SC", "4205407", "48"),
  place("89010025", "Rua XV de Novembro", "Centro", "Blumenau", "SC", "4202404", "47"),
  place("90010150", "Rua dos Andradas", "Centro Histórico", "Porto Alegre", "RS", "4314902", "51"),
  place("95010000", "Avenida Júlio de Castilhos", "Centro", "Caxias do Sul", "RS", "4305108", "54"),
  // One code for the whole town.
  place("35588000", "", "", "Arcos", "MG", "3104205", "37"),
  place("96180000", "", "", "Camaquã", "RS", "4303509", "51"),
  // For what goes wrong.
  place("13465000", "Rua Trinta de Julho", "Centro", "Americana", "SP", "3501608", "19"),
  place("89201100", "Rua do Príncipe", "Centro", "Joinville", "SC", "4209102", "47"),
];

export const ODDITIES: Readonly<Record<string, Oddity>> = {
  "13465000": "via_cep_fails",
  "89201100": "both_fail",
  "99999998": "unknown_boolean",
};
