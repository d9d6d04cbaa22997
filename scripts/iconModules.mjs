// Radix keeps all its icons in one module, which no bundler cuts: one icon on a screen that is loaded late would weigh
// on the first load. Here every icon is a module of its own, so each goes where it is used.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const LIBRARY = "@radix-ui/react-icons";
const ONE = "\0radix-icon:";
const NAMED_IMPORT = new RegExp(`import \\{([^}]+)\\} from "${LIBRARY}";`, "g");

/** @returns {import("vite").Plugin} */
export function iconModules() {
  const file = join(
    dirname(createRequire(import.meta.url).resolve(`${LIBRARY}/package.json`)),
    "dist/react-icons.esm.js",
  );
  let source = null;
  return {
    name: "icon-modules",
    apply: "build",
    enforce: "pre",
    transform(code, id) {
      if (id.includes("node_modules") || !code.includes(LIBRARY)) return null;
      const changed = code.replace(NAMED_IMPORT, (_, names) =>
        names
          .split(",")
          .map((name) => name.trim())
          .filter((name) => name !== "")
          .map((name) => `import { ${name} } from "${ONE.slice(1)}${name.split(" as ")[0]}";`)
          .join(" "),
      );
      return { code: changed, map: null };
    },
    resolveId: (id) => (id.startsWith(ONE.slice(1)) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(ONE)) return null;
      source ??= readFileSync(file, "utf8");
      return moduleOf(source, id.slice(ONE.length)) ?? this.error(`${LIBRARY} has no ${id.slice(ONE.length)}`);
    },
  };
}

/** One icon of the library's file: what stands before the first of them, which all need, and its own statement. */
function moduleOf(source, name) {
  const helpers = source.slice(0, source.indexOf("\nvar _excluded"));
  const start = source.indexOf(`var ${name} = `);
  if (start < 0) return null;
  const statement = source.slice(start, source.indexOf("\n});", start) + 4);
  const excluded = statement.replace(/_excluded(?:\$\w+)?/g, '["color"]');
  return `${helpers}\n${excluded}\nexport { ${name} };\n`;
}
