import type { Plugin } from "esbuild";

/**
 * The official library reaches the runtime through one small module that turns each request into JSON text and each answer back. Where the
 * runtime is in the same thread that is four conversions for nothing, so our bundle carries this module in its place: it hands values over as
 * they are and falls back to text where the runtime is elsewhere (actions) or offers no direct way.
 *
 * What it keeps of the original: the errors' kinds (an error with `data` becomes a `ConvexError`), and that nothing is shared, because the
 * library converts every value it gets or gives.
 */
const DOOR = `
import { ConvexError } from "../../values/errors.js";
import { jsonToConvex } from "../../values/value.js";

const OUTSIDE = "The Convex database and auth objects are being used outside of a Convex backend. " +
  "Did you mean to use \`useQuery\` or \`useMutation\` to call a Convex function?";

function rethrown(error) {
  if (error.data === undefined) return new Error(error.message);
  const convexError = new ConvexError(error.message);
  convexError.data = jsonToConvex(error.data);
  return convexError;
}

export function performSyscall(op, arg) {
  if (typeof Convex === "undefined") throw new Error(OUTSIDE);
  if (Convex.direct === undefined) return JSON.parse(Convex.syscall(op, JSON.stringify(arg)));
  return Convex.direct(op, arg);
}

export async function performAsyncSyscall(op, arg) {
  if (typeof Convex === "undefined") throw new Error(OUTSIDE);
  try {
    if (Convex.direct === undefined) return JSON.parse(await Convex.asyncSyscall(op, JSON.stringify(arg)));
    const answer = Convex.direct(op, arg);
    return answer instanceof Promise ? await answer : answer;
  } catch (error) {
    throw rethrown(error);
  }
}

export function performJsSyscall(op, arg) {
  if (typeof Convex === "undefined" || Convex.jsSyscall === undefined) throw new Error(OUTSIDE);
  return Convex.jsSyscall(op, arg);
}
`;

const LIBRARY_DOOR = /[\\/]convex[\\/]dist[\\/](?:esm|cjs)[\\/]server[\\/]impl[\\/]syscall\.js$/;

export const directDoor: Plugin = {
  name: "direct-door",
  setup(build) {
    build.onLoad({ filter: LIBRARY_DOOR }, () => ({ contents: DOOR, loader: "js" }));
  },
};
