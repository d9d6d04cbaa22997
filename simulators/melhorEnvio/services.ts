/** Carriers and what they carry. Source: contracts/melhor-envio.md §3; prices and times are inferred. */

export interface Company {
  readonly id: number;
  readonly name: string;
}

export interface Limits {
  readonly widthCm: readonly [least: number, most: number];
  readonly heightCm: readonly [least: number, most: number];
  readonly lengthCm: readonly [least: number, most: number];
  readonly mostSumCm: number;
  readonly mostGrams: number;
  readonly mostInsuranceCents: number;
}

export interface CarrierService {
  readonly id: number;
  readonly name: string;
  readonly company: Company;
  readonly limits: Limits;
  readonly baseCents: number;
  readonly centsPerHundredKm: number;
  readonly centsPerKilo: number;
  /** Business days: at least, and how many more for each thousand kilometres. */
  readonly leastDays: number;
  readonly daysPerThousandKm: number;
  /** The first digits of postal codes it does not go to. */
  readonly unreached: readonly string[];
  /** Takes one volume for each label, and is content with an address alone. */
  readonly isPost: boolean;
}

const CORREIOS: Company = { id: 1, name: "Correios" };
const JADLOG: Company = { id: 2, name: "Jadlog" };
const LATAM: Company = { id: 6, name: "LATAM Cargo" };
const AZUL: Company = { id: 9, name: "Azul Cargo Express" };
const LOGGI: Company = { id: 14, name: "Loggi" };

const POST_BOX: Limits = {
  widthCm: [11, 105],
  heightCm: [2, 105],
  lengthCm: [16, 105],
  mostSumCm: 200,
  mostGrams: 30_000,
  mostInsuranceCents: 300_000,
};
const ROAD_BOX: Limits = {
  widthCm: [1, 105],
  heightCm: [1, 100],
  lengthCm: [1, 181],
  mostSumCm: 386,
  mostGrams: 120_000,
  mostInsuranceCents: 2_900_000,
};

/** Nobody but the two cheap services of the post goes there; to the last of them nobody at all. */
const FAR = ["699", "6930", "6890"];
export const NOWHERE = "69980";

export const SERVICES: readonly CarrierService[] = [
  {
    ...{ id: 1, name: "PAC", company: CORREIOS, limits: POST_BOX, isPost: true },
    ...{ baseCents: 1_690, centsPerHundredKm: 95, centsPerKilo: 310, leastDays: 4, daysPerThousandKm: 2.5 },
    unreached: [NOWHERE],
  },
  {
    ...{ id: 2, name: "SEDEX", company: CORREIOS, isPost: true },
    ...{ baseCents: 2_140, centsPerHundredKm: 210, centsPerKilo: 520, leastDays: 1, daysPerThousandKm: 1.5 },
    limits: { ...POST_BOX, mostInsuranceCents: 1_000_000 },
    unreached: [NOWHERE],
  },
  {
    ...{ id: 17, name: "Mini Envios", company: CORREIOS, isPost: true },
    ...{ baseCents: 1_180, centsPerHundredKm: 40, centsPerKilo: 100, leastDays: 6, daysPerThousandKm: 3 },
    limits: {
      ...POST_BOX,
      widthCm: [8, 17],
      heightCm: [1, 4],
      lengthCm: [12, 24],
      mostGrams: 300,
      mostInsuranceCents: 10_000,
    },
    unreached: [NOWHERE],
  },
  {
    ...{ id: 3, name: ".Package", company: JADLOG, limits: ROAD_BOX, isPost: false },
    ...{ baseCents: 1_520, centsPerHundredKm: 105, centsPerKilo: 260, leastDays: 4, daysPerThousandKm: 2.5 },
    unreached: FAR,
  },
  {
    ...{ id: 4, name: ".Com", company: JADLOG, limits: ROAD_BOX, isPost: false },
    ...{ baseCents: 1_860, centsPerHundredKm: 180, centsPerKilo: 410, leastDays: 2, daysPerThousandKm: 2 },
    unreached: FAR,
  },
  {
    ...{ id: 12, name: "éFácil", company: LATAM, limits: ROAD_BOX, isPost: false },
    ...{ baseCents: 2_690, centsPerHundredKm: 130, centsPerKilo: 390, leastDays: 3, daysPerThousandKm: 1 },
    // Only between the large airports.
    unreached: [...FAR, "1", "35", "36", "38", "24", "89", "95", "96"],
  },
  {
    ...{ id: 15, name: "Amanhã", company: AZUL, limits: ROAD_BOX, isPost: false },
    ...{ baseCents: 4_250, centsPerHundredKm: 240, centsPerKilo: 700, leastDays: 1, daysPerThousandKm: 0.5 },
    unreached: [...FAR, "35", "24", "96"],
  },
  {
    ...{ id: 31, name: "Loggi Express", company: LOGGI, limits: ROAD_BOX, isPost: false },
    ...{ baseCents: 1_390, centsPerHundredKm: 115, centsPerKilo: 290, leastDays: 2, daysPerThousandKm: 2.5 },
    unreached: [...FAR, "6", "7"],
  },
];

/** Where a postal code's first digit lies, roughly: hundreds of kilometres east and north of São Paulo. */
const REGIONS: readonly (readonly [east: number, north: number])[] = [
  [0, 0],
  [-1.5, 1],
  [4, 0.6],
  [2, 4],
  [8.5, 11],
  [12, 16],
  [-4, 22],
  [-3, 8],
  [-2.5, -4],
  [-5, -8.5],
];
/** Also within a region things travel. */
const LEAST_HUNDRED_KM = 0.8;

export function hundredKmBetween(fromCep: string, toCep: string): number {
  const [from, to] = [regionOf(fromCep), regionOf(toCep)];
  return Math.max(LEAST_HUNDRED_KM, Math.hypot(from[0] - to[0], from[1] - to[1]));
}

function regionOf(cep: string): readonly [number, number] {
  return REGIONS[Number(cep[0])] ?? [0, 0];
}
