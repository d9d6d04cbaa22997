// npm run access: writes docs/access.md, the list of every public function and who may call it, from the code. With --check it only
// says whether the page is current (tests/house/access.test.ts).
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { root } from "./install.mjs";

const PAGE = join(root, "docs/access.md");

/** Who passes each builder of convex/lib/functions.ts; the builders of our own programs are not reachable from a client. */
const DOORS = {
  publicQuery: "anyone",
  publicAction: "anyone",
  identityMutation: "anyone signed in, with or without a profile",
  userQuery: "signed in",
  userMutation: "signed in",
  userAction: "signed in",
  tenantQuery: "staff, owner, super admin",
  tenantMutation: "staff, owner, super admin",
  tenantAction: "staff, owner, super admin",
  ownerQuery: "owner, super admin",
  ownerMutation: "owner, super admin",
  ownerAction: "owner, super admin",
  teamQuery: "owner, super admin",
  teamMutation: "owner, super admin",
  adminQuery: "super admin",
  adminMutation: "super admin",
  adminAction: "super admin",
  masterMutation: "master",
  linkQuery: "big screen's link",
};
/** Not called by name: addresses of our own for other services (convex/http.ts). */
const INTERNAL = new Set([
  "httpEndpoint",
  "scopedQuery",
  "scopedMutation",
  "systemQuery",
  "systemMutation",
  "systemAction",
]);

/** What the sign-in library makes (convex/auth.ts), which no builder of ours makes. */
const OF_THE_LIBRARY = [
  { path: "auth:isAuthenticated", kind: "query", door: "anyone", says: "Whether the token is good." },
  { path: "auth:signIn", kind: "action", door: "anyone", says: "Signs in or up, or renews a token." },
  { path: "auth:signOut", kind: "action", door: "anyone", says: "Ends the session of the token." },
];

const page = render([...publicFunctions(), ...OF_THE_LIBRARY].sort((a, b) => (a.path < b.path ? -1 : 1)));
if (!process.argv.includes("--check")) writeFileSync(PAGE, page);
else if (readFileSync(PAGE, "utf8") !== page) {
  console.error("docs/access.md is not what the code says: npm run access");
  process.exitCode = 1;
}

function publicFunctions() {
  const files = readdirSync(join(root, "convex")).filter((name) => /^\w+\.ts$/.test(name) && name !== "auth.ts");
  return files.flatMap((name) =>
    functionsOf(name.replace(/\.ts$/, ""), readFileSync(join(root, "convex", name), "utf8")),
  );
}

function functionsOf(module, source) {
  const file = ts.createSourceFile(`${module}.ts`, source, ts.ScriptTarget.Latest, true);
  return file.statements.flatMap((statement) => {
    const isExported =
      ts.isVariableStatement(statement) && statement.modifiers?.some((m) => m.kind === ts.SyntaxKind.ExportKeyword);
    if (!isExported) return [];
    const [declaration] = statement.declarationList.declarations;
    const made = declaration?.initializer;
    if (made === undefined || !ts.isCallExpression(made) || !ts.isIdentifier(made.expression)) return [];
    const builder = made.expression.text;
    if (INTERNAL.has(builder)) return [];
    const path = `${module}:${declaration.name.getText(file)}`;
    const door = DOORS[builder];
    if (door === undefined) throw new Error(`${path} is made by ${builder}, of which nobody has said who passes it`);
    return [{ path, kind: kindOf(builder), door, says: firstSentence(statement, file, path) }];
  });
}

function kindOf(builder) {
  return ["query", "mutation", "action"].find((kind) => builder.toLowerCase().endsWith(kind));
}

/** The first sentence of the docstring, without the word that says for whom: the column beside it does. */
function firstSentence(statement, file, path) {
  const [comment] = ts.getJSDocCommentsAndTags(statement);
  const text = comment === undefined ? "" : comment.getText(file);
  const plain = text
    .replace(/^\/\*\*|\*\/$/g, "")
    .replace(/^\s*\* ?/gm, "")
    .split(/\n\s*\n/)[0]
    .replace(/\s+/g, " ")
    .trim();
  if (plain === "") throw new Error(`${path} should have a docstring`);
  return plain.replaceAll("|", "\\|");
}

function render(functions) {
  const rows = functions.map(({ path, kind, door, says }) => `| \`${path}\` | ${kind} | ${door} | ${says} |`);
  return `# Who may call what

Made from the code by \`npm run access\`; do not edit. Everything else under \`convex/\` is internal: no client reaches it.
Functions of staff and owners take \`tenantId\` and answer for that company alone; another company's, an absent one and one
that is switched off get 'Empresa não encontrada'. What each door says to whom is tested by calling every function with every
identity: \`tests/convex/isolation.test.ts\` (selling) and \`tests/convex/access.test.ts\` (everything else).

| Function | Kind | Who | What it does |
|---|---|---|---|
${rows.join("\n")}
`;
}
