import { ESLint } from "eslint";
import { describe, expect, it } from "vitest";
import { projectRoot } from "../support/installation";
import { projectFiles, readProjectFile } from "../support/repository";

/** A file of each room that exists, and a line in it that breaks the law. */
const BREACHES: readonly { law: string; file: string; line: string }[] = [
  { law: "domain imports nothing", file: "domain/money.ts", line: 'import "../convex/schema";' },
  { law: "domain does not know the screens", file: "domain/money.ts", line: 'import "../src/main";' },
  { law: "convex imports domain only", file: "convex/orders.ts", line: 'import "../src/main";' },
  { law: "convex does not know who runs it", file: "convex/orders.ts", line: 'import "../embedded/main";' },
  { law: "src sees convex through _generated only", file: "src/main.tsx", line: 'import "../convex/schema";' },
  { law: "src does not know the backend", file: "src/main.tsx", line: 'import "../embedded/main";' },
  { law: "embedded loads convex at run time", file: "embedded/main.ts", line: 'import "../convex/schema";' },
  { law: "embedded does not know the shop", file: "embedded/main.ts", line: 'import "../domain/money";' },
  { law: "simulators know no shop", file: "simulators/main.ts", line: 'import "../domain/money";' },
  { law: "embedded knows no simulator", file: "embedded/main.ts", line: 'import "../simulators/main";' },
  {
    law: "inside embedded: storage lies below transaction",
    file: "embedded/storage/store.ts",
    line: 'import "../transaction/committer";',
  },
  {
    law: "inside embedded: executor lies below sync",
    file: "embedded/executor/runtime.ts",
    line: 'import "../sync/session";',
  },
  {
    law: "inside embedded: sync lies below server",
    file: "embedded/sync/session.ts",
    line: 'import "../server/http";',
  },
  {
    law: "inside src: ui lies below features",
    file: "src/ui/StockBar.tsx",
    line: 'import "../features/orders/OrdersRoute";',
  },
  { law: "inside src: lib lies below app", file: "src/lib/clock.ts", line: 'import "../app/router";' },
  { law: "nothing imports tests", file: "convex/orders.ts", line: 'import "../tests/support/builders";' },
];

describe("the import law", () => {
  // Who imports whom is read from the lines alone: without types, which would take this file half a minute.
  const eslint = new ESLint({
    cwd: projectRoot,
    overrideConfig: { languageOptions: { parserOptions: { project: null } } },
    ruleFilter: ({ ruleId }) => ruleId === "import-x/no-restricted-paths" || ruleId === "no-restricted-imports",
  });

  it.each(BREACHES)("$law", async ({ file, line }) => {
    const [result] = await eslint.lintText(`${line}\n${readProjectFile(file)}`, { filePath: file });
    expect(result!.messages.filter(({ line: at }) => at === 1).map(({ ruleId }) => ruleId)).toContain(
      "import-x/no-restricted-paths",
    );
  });

  it("a feature enters another only through its index", async () => {
    const file = "src/features/orders/OrdersRoute.tsx";
    const [result] = await eslint.lintText(`import "../home/HomeRoute";\n${readProjectFile(file)}`, { filePath: file });
    expect(result!.messages.map(({ ruleId }) => ruleId)).toContain("no-restricted-imports");
  });

  it("has no exceptions anywhere", () => {
    const self = "tests/house/importLaw.test.ts";
    const excuses = projectFiles(".ts", ".tsx", ".mjs", ".js").filter(
      (file) => file !== self && /eslint-disable|@ts-ignore|@ts-expect-error|@ts-nocheck/.test(readProjectFile(file)),
    );
    expect(excuses).toEqual([]);
  });
});
