// Types and lint of some rooms in one process: a room's program is read once, and compiler and lint ask the same one.
// node scripts/rooms.mjs ROOM...
import { existsSync } from "node:fs";
import { join } from "node:path";
import { ESLint } from "eslint";
import ts from "typescript";
import { root } from "./install.mjs";

/** What lies outside a room's folder and is read with it. */
const ALSO = { tests: ["bench/**/*.ts", "vite.config.ts"], scripts: ["*.js"] };
let isWell = true;

for (const room of process.argv.slice(2)) {
  const program = existsSync(join(root, room, "tsconfig.json")) ? programOf(room) : null;
  if (program !== null) {
    const diagnostics = diagnosticsOf(program);
    if (diagnostics.length > 0) complain(ts.formatDiagnostics(diagnostics, formatHost()));
  }
  const eslint = new ESLint({ cwd: root, overrideConfig: program === null ? [] : [readBy(program)] });
  const results = await eslint.lintFiles([room, ...(ALSO[room] ?? [])]);
  if (results.some(({ errorCount, warningCount }) => errorCount + warningCount > 0))
    complain(await (await eslint.loadFormatter("stylish")).format(results));
}
process.exit(isWell ? 0 : 1);

function complain(text) {
  isWell = false;
  console.error(text.trimEnd());
}

function programOf(room) {
  const { fileNames, options, errors } = ts.getParsedCommandLineOfConfigFile(
    join(root, room, "tsconfig.json"),
    {},
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: (error) => complain(ts.formatDiagnostic(error, formatHost())) },
  );
  if (errors.length > 0) complain(ts.formatDiagnostics(errors, formatHost()));
  return ts.createProgram({ rootNames: fileNames, options });
}

/** Of the room's own files: what they import of other rooms is judged there. */
function diagnosticsOf(program) {
  const own = new Set(program.getRootFileNames());
  return [
    ...program.getOptionsDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...program
      .getSourceFiles()
      .filter(({ fileName }) => own.has(fileName))
      .flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]),
  ];
}

function readBy(program) {
  return {
    files: ["**/*.ts", "**/*.tsx"],
    languageOptions: { parserOptions: { programs: [program], project: null } },
  };
}

function formatHost() {
  return { getCanonicalFileName: (name) => name, getCurrentDirectory: () => root, getNewLine: () => "\n" };
}
