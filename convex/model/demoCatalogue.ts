/** The garment a picture is drawn as. */
export type Garment = "dress" | "blouse" | "skirt" | "trousers" | "coat";

export interface DemoColor {
  readonly name: string;
  /** The cloth, as a CSS colour. */
  readonly cloth: string;
  /** Folds and seams: the same hue, darker. */
  readonly shade: string;
}

export interface DemoModel {
  readonly name: string;
  readonly garment: Garment;
  readonly priceCents: number;
  readonly sizes: readonly [string, string, string];
}

const color = (name: string, cloth: string, shade: string): DemoColor => ({ name, cloth, shade });

/** Three in a row dress the three variants of one model. */
export const DEMO_COLORS: readonly DemoColor[] = [
  color("Preto", "#2f3136", "#17181b"),
  color("Off white", "#efe7da", "#c9bda8"),
  color("Verde", "#2f7d5b", "#1d5940"),
  color("Vermelho", "#b3343c", "#812129"),
  color("Azul", "#3568a8", "#234a7c"),
  color("Rosa", "#d9799a", "#b1506f"),
  color("Caramelo", "#b9793f", "#8b5728"),
  color("Lilás", "#9a84c4", "#715c9e"),
  color("Amarelo", "#e0b33f", "#b58a22"),
];

const LETTERS: readonly [string, string, string] = ["P", "M", "G"];
const NUMBERS: readonly [string, string, string] = ["38", "40", "42"];

const model = (
  name: string,
  garment: Garment,
  priceCents: number,
  sizes: readonly [string, string, string] = LETTERS,
): DemoModel => ({ name, garment, priceCents, sizes });

/** Twenty invented models; each comes in three variants, so that their codes run from C101 to C160. */
export const DEMO_MODELS: readonly DemoModel[] = [
  model("Vestido Longo Aurora", "dress", 24990),
  model("Blusa Manga Bufante Jasmim", "blouse", 8990),
  model("Calça Pantalona Brisa", "trousers", 15990, NUMBERS),
  model("Saia Plissada Maré", "skirt", 11990),
  model("Cropped Canelado Sol", "blouse", 5990),
  model("Vestido Chemise Ipê", "dress", 19990),
  model("Blazer Alfaiataria Noturno", "coat", 27990),
  model("Calça Jogger Trilha", "trousers", 13990, NUMBERS),
  model("Regata Seda Orvalho", "blouse", 7490),
  model("Saia Midi Envelope Duna", "skirt", 12990),
  model("Vestido Curto Pitanga", "dress", 14990),
  model("Cardigã Tricô Neblina", "coat", 16990),
  model("Camisa Linho Areia", "blouse", 13490),
  model("Calça Jeans Mom Horizonte", "trousers", 17990, NUMBERS),
  model("Saia Jeans Evasê Cais", "skirt", 9990, NUMBERS),
  model("Vestido Tubinho Âmbar", "dress", 16990),
  model("Vestido Midi Lírio", "dress", 18990),
  model("Trench Coat Garoa", "coat", 32990),
  model("T-shirt Algodão Rede", "blouse", 4990),
  model("Calça Reta Alfaiataria Serra", "trousers", 18490, NUMBERS),
];

/** Forty invented people: a first name meets a surname at a different distance each time round. */
export const DEMO_FIRST_NAMES: readonly string[] = [
  "Adriana",
  "Beatriz",
  "Camila",
  "Daniela",
  "Eliane",
  "Fernanda",
  "Gabriela",
  "Helena",
  "Isabela",
  "Juliana",
  "Karina",
  "Larissa",
  "Mariana",
  "Natália",
  "Olívia",
  "Patrícia",
  "Renata",
  "Simone",
  "Tatiana",
  "Vanessa",
];

export const DEMO_SURNAMES: readonly string[] = [
  "Almeida",
  "Barbosa",
  "Cardoso",
  "Duarte",
  "Esteves",
  "Ferreira",
  "Gonçalves",
  "Henriques",
  "Lima",
  "Macedo",
];

/** Area codes of the invented phones, in the proportions a shop near São Paulo sees. */
export const DEMO_AREA_CODES: readonly string[] = ["11", "11", "11", "19", "12", "13", "21", "31", "41", "51"];

export const DEMO_GROUPS: readonly string[] = ["Clientes VIP", "Novidades da Semana", "Live de Quinta"];
