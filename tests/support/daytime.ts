import { saoPauloDate } from "../../domain/calendar";

/**
 * Options of Node.js by which a process, with all that it starts, believes that it is noon in São Paulo: for what does
 * not happen at night. Time goes on from there.
 */
export function atNoon(): string {
  const noon = Date.parse(`${saoPauloDate(Date.now())}T15:00:00Z`);
  const script = `const Real=Date;const by=${noon - Date.now()};const now=()=>Real.now()+by;
    globalThis.Date=class extends Real{constructor(...at){super(...(at.length===0?[now()]:at))}static now(){return now()}};`;
  return `--import=data:text/javascript,${encodeURIComponent(script)}`;
}
