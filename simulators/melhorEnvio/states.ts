/** Which state a postal code lies in: the first prefix that fits. Source: the post office's public ranges. */
const PREFIXES: readonly (readonly [state: string, prefixes: string])[] = [
  ["AP", "689"],
  ["RR", "693"],
  ["AC", "699"],
  ["AM", "69"],
  ["PA", "66 67 68"],
  ["DF", "70 71 720 721 722 723 724 725 726 727 730 731 732 733 734 735 736"],
  ["RO", "768 769"],
  ["GO", "72 73 74 75 76"],
  ["TO", "77"],
  ["MT", "78"],
  ["MS", "79"],
  ["ES", "29"],
  ["RJ", "20 21 22 23 24 25 26 27 28"],
  ["SE", "49"],
  ["AL", "57"],
  ["PB", "58"],
  ["RN", "59"],
  ["PI", "64"],
  ["MA", "65"],
  ["CE", "60 61 62 63"],
  ["PR", "80 81 82 83 84 85 86 87"],
  ["SC", "88 89"],
  ["SP", "0 1"],
  ["MG", "3"],
  ["BA", "4"],
  ["PE", "5"],
  ["RS", "9"],
];

export function stateOf(cep: string): string | undefined {
  return PREFIXES.find(([, prefixes]) => prefixes.split(" ").some((prefix) => cep.startsWith(prefix)))?.[0];
}
