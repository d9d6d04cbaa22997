import { canonicalJson, type EncodedObject } from "../storage/values";
import { timingOf, type CronSchedule, type CronTiming } from "./cronsSchedule";
import { canonicalPath, type AppFunction } from "./registry";

/** A job of `crons.ts`. */
export interface CronDefinition {
  /** What it is called there. */
  readonly identifier: string;
  /** Everything it consists of, as text: another text is another job. */
  readonly text: string;
  readonly path: string;
  readonly kind: "mutation" | "action";
  readonly argsJson: string;
  readonly timing: CronTiming;
}

type Exported = Readonly<Record<string, { name: string; args: [EncodedObject]; schedule: CronSchedule }>>;

/**
 * Reads what `crons.ts` exports.
 *
 * @param cronsJson JSON text of `export()` (contract §5.9), or null when there is no such file
 * @throws Error naming the job whose schedule or function is none
 */
export function parseCrons(
  cronsJson: string | null,
  functions: ReadonlyMap<string, AppFunction>,
): readonly CronDefinition[] {
  const exported = cronsJson === null ? {} : (JSON.parse(cronsJson) as Exported);
  return Object.entries(exported).map(([identifier, job]) => {
    try {
      return define(identifier, job, functions);
    } catch (error) {
      throw new Error(`crons.ts: "${identifier}": ${error instanceof Error ? error.message : String(error)}`);
    }
  });
}

function define(
  identifier: string,
  { name, args, schedule }: Exported[string],
  functions: ReadonlyMap<string, AppFunction>,
): CronDefinition {
  const path = canonicalPath(name);
  const fn = functions.get(path);
  if (fn === undefined) throw new Error(`There is no exported function at ${path}.`);
  if (fn.kind === "query") throw new Error(`${path} is a query; only mutations and actions can be scheduled.`);
  const text = canonicalJson({ name: path, args, schedule: schedule as unknown as EncodedObject });
  return { identifier, text, path, kind: fn.kind, argsJson: JSON.stringify(args[0]), timing: timingOf(schedule) };
}
