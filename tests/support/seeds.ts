/** `npm run prove` gives each pass a seed, so that the pass can be run again: it is every property test's of that pass. */
const seed = process.env.PROVE_SEED;
if (seed !== undefined) {
  const { default: fc } = await import("fast-check");
  fc.configureGlobal({ seed: Number(seed) });
}

export {};
