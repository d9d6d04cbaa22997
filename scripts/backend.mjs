// npm run backend: the embedded backend alone, with the command line of docs/environment.md.
import { loadEmbedded } from "./build.mjs";
import { ensureInstalled } from "./install.mjs";

ensureInstalled();
const { runCommandLine } = await loadEmbedded();
await runCommandLine(process.argv.slice(2));
