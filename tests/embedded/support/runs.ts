/** How many runs a property has: fewer among all the other tests, all of them under `npm run prove`, which also goes through many seeds. */
export const runs = (inTests: number, whenProving: number): number =>
  process.env.PROVE_SEED === undefined ? inTests : whenProving;
