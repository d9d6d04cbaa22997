import type { Plugin } from "esbuild";

/** Modules that the bundle finds in the runtime instead of in a file, by what they are imported as. */
const SOURCES: Readonly<Record<string, string>> = {
  "clock:off": "Convex.clock(false);",
  "clock:on": "Convex.clock(true);",
  async_hooks: "export const { AsyncLocalStorage } = Convex; export default { AsyncLocalStorage };",
};

/** Files are evaluated in the order of their imports, so what stands between these two is evaluated between them. */
export const withoutClock = (importLine: string): string => `import "clock:off"; ${importLine} import "clock:on";`;

export const ownModules: Plugin = {
  name: "own-modules",
  setup(build) {
    build.onResolve({ filter: /^(?:clock:o(?:n|ff)|(?:node:)?async_hooks)$/ }, ({ path }) => ({
      path: path.replace("node:", ""),
      namespace: "own",
    }));
    build.onLoad({ filter: /.*/, namespace: "own" }, ({ path }) => ({ contents: SOURCES[path] }));
  },
};
