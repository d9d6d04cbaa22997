import type { Names, Range } from "../../embedded/fixtures/differential/steps";
import type { Program } from "./arbitraryPrograms";

/** Programs with a story, run before the random ones. A counter-example that was shrunk is kept here under the name of what it showed. */
export interface NamedCase {
  readonly name: string;
  readonly program: Program;
}

export const NO_NAMES: Names = { rows: [], jobs: [], files: [], before: { jobs: 0, files: 0 } };
const ROW = { a: "a", b: 1 };
export const EVERYTHING: Range = { index: "by_creation_time", order: "asc", equal: 0, at: ROW, to: ROW };
const all = { kind: "collect", range: EVERYTHING } as const;
const insert = { kind: "insert", fields: ROW } as const;

export const NAMED_CASES: readonly NamedCase[] = [
  {
    name: "a nested mutation that refuses leaves nothing, and its caller reads the refusal's data and goes on",
    program: {
      calls: [
        {
          by: "write",
          end: "well",
          steps: [
            insert,
            { kind: "runMutation", steps: [insert, { kind: "delete", slot: 0 }], end: "refusal" },
            all,
            insert,
            all,
          ],
        },
      ],
      questions: [],
    },
  },
  {
    name: "a result that its validator refuses fails a nested query and an action",
    program: {
      calls: [
        { by: "write", end: "well", steps: [{ kind: "runQuery", steps: [all], end: "badResult" }, insert] },
        {
          by: "act",
          end: "badResult",
          steps: [
            { kind: "runMutation", steps: [insert], end: "well" },
            { kind: "runAction", steps: [], end: "badResult" },
          ],
        },
      ],
      questions: [],
    },
  },
  {
    name: "a document against the schema fails its step alone, also as a patch",
    program: {
      calls: [
        {
          by: "write",
          end: "well",
          steps: [
            insert,
            ...(["extra", "missing", "kind"] as const).flatMap(
              (flaw) =>
                [
                  { kind: "insertBadly", flaw },
                  { kind: "patchBadly", slot: 0, flaw },
                  { kind: "replaceBadly", slot: 0, flaw },
                ] as const,
            ),
            all,
          ],
        },
      ],
      questions: [],
    },
  },
  {
    name: "a job that a failing nested mutation scheduled or cancelled stays as it was",
    program: {
      calls: [
        {
          by: "write",
          end: "well",
          steps: [
            { kind: "schedule", target: "write", steps: [insert], end: "well" },
            {
              kind: "runMutation",
              steps: [
                { kind: "cancel", slot: 0 },
                { kind: "schedule", target: "write", steps: [insert], end: "well" },
              ],
              end: "fault",
            },
            { kind: "jobs" },
          ],
        },
      ],
      questions: [],
    },
  },
  {
    name: "jobs of each kind come to their ends: what fails leaves nothing",
    program: {
      calls: [
        {
          by: "write",
          end: "well",
          steps: [
            { kind: "schedule", target: "write", steps: [insert], end: "well" },
            { kind: "schedule", target: "write", steps: [insert], end: "refusal" },
            { kind: "schedule", target: "write", steps: [insert], end: "fault" },
            { kind: "schedule", target: "act", steps: [], end: "well" },
            { kind: "schedule", target: "act", steps: [], end: "badResult" },
            { kind: "schedule", target: "write", steps: [insert], end: "well" },
            { kind: "cancel", slot: 5 },
          ],
        },
      ],
      questions: [],
    },
  },
  {
    name: "a file whose deletion is undone is still there with its bytes; deleted, it has neither bytes nor address",
    program: {
      calls: [
        {
          by: "act",
          end: "well",
          steps: [
            { kind: "store", text: "çé 🛍️" },
            { kind: "readFile", slot: 0 },
          ],
        },
        {
          by: "write",
          end: "well",
          steps: [
            {
              kind: "runMutation",
              steps: [
                { kind: "deleteFile", slot: 0 },
                { kind: "fileUrl", slot: 0 },
              ],
              end: "fault",
            },
            { kind: "fileUrl", slot: 0 },
            { kind: "files" },
          ],
        },
        { by: "act", end: "well", steps: [{ kind: "readFile", slot: 0 }] },
        {
          by: "write",
          end: "well",
          steps: [{ kind: "deleteFile", slot: 0 }, { kind: "deleteFile", slot: 0 }, { kind: "files" }],
        },
        {
          by: "act",
          end: "well",
          steps: [
            { kind: "readFile", slot: 0 },
            { kind: "fileUrl", slot: 0 },
            { kind: "store", text: "" },
          ],
        },
      ],
      questions: [],
    },
  },
];
