// Runs a program of node_modules with its output on ours.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { root } from "./install.mjs";

/** A program of node_modules; as {@link runNode}. */
export function runTool(bin, args, options) {
  return runNode(join("node_modules", bin), args, options);
}

/** @returns the exit code and everything it printed when `capture` is set; `flags` are Node's own */
export function runNode(file, args, { capture = false, flags = [] } = {}) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [...flags, join(root, file), ...args], {
      cwd: root,
      stdio: ["ignore", capture ? "pipe" : "inherit", capture ? "pipe" : "inherit"],
    });
    let output = "";
    child.stdout?.on("data", (text) => (output += text));
    child.stderr?.on("data", (text) => (output += text));
    child.once("error", (error) => resolve({ code: 1, output: error.message }));
    child.once("exit", (code) => resolve({ code: code ?? 1, output }));
  });
}
