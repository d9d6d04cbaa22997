import { SourceMap, type SourceMapPayload } from "node:module";
import type { FunctionsBundle } from "./bundle";
import { BUNDLE_FILE, NODE_BUNDLE_FILE } from "./registry";

/** `    at name (place)` or `    at place`, and what inspection may put behind it. */
const LINE = /^(\s+)at (?:(.*?) \((.*)\)|(async )?(\S+))((?: \{)?,?)$/;
const PLACE = /:\d+:\d+$|^(?:<anonymous>|native|index \d+)$/;
const FILES = [BUNDLE_FILE, NODE_BUNDLE_FILE].map((name) => name.replaceAll(".", "\\.")).join("|");
const IN_BUNDLE = new RegExp(`^(?:file:.*/)?(${FILES})(?:\\?[^:]*)?:(\\d+):(\\d+)$`);
/** What inspection puts in place of frames that it shows again a little further down. */
const SAME_AS_CAUSE = /^\s+\.\.\. \d+ lines matching cause stack trace \.\.\.$/;

/**
 * Stack traces as the app's author may read them (contract §3.9): frames in the app's own files are mapped back to them; those of the
 * library, of the runtime and of Node are left out.
 */
export class StackTraces {
  readonly #sourceMaps = new Map<string, () => SourceMap>();

  /** @param bundle whose source maps lead from frames to files */
  constructor({ sourceMap, node }: Pick<FunctionsBundle, "sourceMap" | "node">) {
    this.#sourceMaps.set(BUNDLE_FILE, readOnce(sourceMap));
    if (node !== null) this.#sourceMaps.set(NODE_BUNDLE_FILE, readOnce(node.sourceMap));
  }

  framesOf(error: unknown): string[] {
    if (!(error instanceof Error) || error.stack === undefined) return [];
    return error.stack.split("\n").flatMap((line) => {
      const frame = frameIn(line);
      const place = frame === null ? null : this.#placeInApp(frame.place);
      return frame === null || place === null ? [] : [`    at ${frame.name} (${place})`];
    });
  }

  /** The text of an inspected value, in which errors at any depth print their stacks. */
  inInspected(text: string): string {
    if (!text.includes("\n")) return text;
    const kept: string[] = [];
    for (const line of text.split("\n")) {
      if (SAME_AS_CAUSE.test(line)) continue;
      const frame = frameIn(line);
      // One that is mapped already stands in the text of an error, such as that of a nested call.
      if (frame === null || frame.place.startsWith("../")) {
        kept.push(line);
        continue;
      }
      const { indent, name, place, behind } = frame;
      const inApp = this.#placeInApp(place);
      if (inApp === null) kept.push(`${kept.pop() ?? ""}${behind}`);
      else kept.push(`${indent}at ${name} (${inApp})${behind}`);
    }
    return kept.join("\n");
  }

  /** @returns null for what is not the app's own */
  #placeInApp(place: string): string | null {
    const [, file, row, column] = IN_BUNDLE.exec(place) ?? [];
    const entry = this.#sourceMaps
      .get(file ?? "")?.()
      .findEntry(Number(row) - 1, Number(column) - 1);
    if (entry === undefined || !("originalSource" in entry) || /node_modules/.test(entry.originalSource)) return null;
    const source = entry.originalSource.replace(/^(\.\.\/)*/, "../");
    return `${source}:${entry.originalLine + 1}:${entry.originalColumn}`;
  }
}

interface Frame {
  readonly indent: string;
  readonly name: string;
  readonly place: string;
  readonly behind: string;
}

function frameIn(line: string): Frame | null {
  const [, indent = "", name, named, isAsync = "", bare, behind = ""] = LINE.exec(line) ?? [];
  const place = named ?? bare;
  if (place === undefined || !PLACE.test(place)) return null;
  return { indent, name: name ?? `${isAsync}<anonymous>`, place, behind };
}

function readOnce(text: string): () => SourceMap {
  let read: SourceMap | undefined;
  return () => (read ??= new SourceMap(JSON.parse(text) as SourceMapPayload));
}
