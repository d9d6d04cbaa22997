import convexPlugin from "@convex-dev/eslint-plugin";
import { createTypeScriptImportResolver } from "eslint-import-resolver-typescript";
import { importX } from "eslint-plugin-import-x";
import reactHooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";

/**
 * Who imports whom: docs/decisions/002-import-law.md. A zone says what a folder may NOT import;
 * `except` is relative to `from`. There are no exceptions in the code: tests/house/importLaw.test.ts checks it.
 */
const rooms = ["domain", "convex", "src", "embedded", "simulators", "scripts", "tests", "bench"];
const except = (...allowed) => rooms.filter((room) => !allowed.includes(room));
const forbid = (target, from, message) => from.map((room) => ({ target: `./${target}`, from: `./${room}`, message }));
/** `lower` may not know `upper`, inside one room. */
const downward = (room, layers) =>
  layers.flatMap((upper, position) =>
    layers.slice(position + 1).map((lower) => ({
      target: `./${room}/${lower}`,
      from: `./${room}/${upper}`,
      message: `${room}: ${lower} lies below ${upper} and reports upward through a callback.`,
    })),
  );

const zones = [
  ...forbid("domain", except("domain"), "domain imports nothing."),
  ...forbid("convex", except("convex", "domain"), "convex imports domain only."),
  ...forbid("src", except("src", "domain", "convex"), "src imports domain and convex/_generated only."),
  {
    target: "./src",
    from: "./convex",
    except: ["./_generated/api.js", "./_generated/api.d.ts", "./_generated/dataModel.d.ts"],
    message: "src sees convex through _generated/api and _generated/dataModel only.",
  },
  ...forbid("embedded", except("embedded"), "embedded loads convex/ at run time and imports no other room."),
  ...forbid("simulators", except("simulators"), "simulators know the outside contracts only."),
  ...forbid("scripts", except("scripts"), "scripts are plain and stand alone."),
  ...rooms
    .filter((room) => !["tests", "bench"].includes(room))
    .flatMap((room) => forbid(room, ["tests", "bench"], "nothing imports tests or bench.")),
  ...downward("src", ["app", "features", "ui"]),
  ...downward("src", ["app", "features", "lib"]),
  ...downward("embedded", ["server", "sync", "executor", "transaction", "storage"]),
];

export default tseslint.config(
  {
    ignores: ["node_modules/", "dist/", ".data/", ".cache/", "convex/_generated/", "coverage/"],
  },
  {
    files: ["**/*.ts", "**/*.tsx"],
    extends: [...tseslint.configs.recommendedTypeChecked],
    plugins: { "import-x": importX },
    languageOptions: { parserOptions: { tsconfigRootDir: import.meta.dirname } },
    settings: {
      "import-x/resolver-next": [createTypeScriptImportResolver({ project: "tsconfig.json" })],
    },
    rules: {
      "import-x/no-restricted-paths": ["error", { zones }],
      "import-x/no-cycle": ["error", { ignoreExternal: true }],
      "import-x/no-default-export": "off",
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true, allowBoolean: true }],
      eqeqeq: "error",
      "no-console": "error",
    },
  },
  // A file is read with its own room's types: with a list of all rooms, one file of the last would read every room before.
  ...["domain", "convex", "src", "embedded", "simulators", "tests"].map((room) => ({
    files: room === "tests" ? ["tests/**/*", "bench/**/*.ts", "vite.config.ts"] : [`${room}/**/*`],
    ignores: ["**/*.mjs", "**/*.js"],
    languageOptions: { parserOptions: { project: `./${room}/tsconfig.json` } },
  })),
  {
    files: ["domain/**/*.ts", "convex/**/*.ts", "src/**/*.{ts,tsx}", "embedded/**/*.ts", "simulators/**/*.ts"],
    ignores: ["convex/auth.config.ts", "convex/http.ts", "convex/crons.ts", "convex/schema.ts"],
    plugins: { "import-x": importX },
    rules: { "import-x/no-default-export": "error" },
  },
  {
    // A feature meets another feature only through its index.ts.
    files: ["src/features/**/*.{ts,tsx}"],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          patterns: [
            {
              regex: "^\\.\\./(?!\\.\\.)[^/]+/(?!index$).+",
              message: "Another feature is entered through its index.ts.",
            },
          ],
        },
      ],
    },
  },
  {
    files: ["src/**/*.{ts,tsx}"],
    extends: [reactHooks.configs.flat.recommended],
  },
  {
    files: ["convex/**/*.ts"],
    extends: [...convexPlugin.configs.recommended],
  },
  { files: ["convex/auth.config.ts"], rules: { "@convex-dev/no-process-env": "off" } },
  {
    // embedded writes structured log lines through one file; tests and benches print for people.
    files: ["embedded/server/log.ts", "bench/**/*.ts"],
    rules: { "no-console": "off" },
  },
  {
    files: ["tests/**/*.{ts,tsx}"],
    rules: { "@typescript-eslint/no-unsafe-assignment": "off", "@typescript-eslint/no-unsafe-member-access": "off" },
  },
  {
    files: ["scripts/**/*.mjs"],
    plugins: { "import-x": importX },
    rules: { "import-x/no-restricted-paths": ["error", { zones }] },
  },
);
