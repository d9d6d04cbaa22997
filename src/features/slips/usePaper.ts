import { useStored } from "../../lib/localStore";
import { isPaper, type Paper } from "./papers";

/** The paper this device's printer takes: chosen once and remembered (UX conventions I1). */
export function usePaper(): [Paper, (paper: Paper) => void] {
  const [stored, write] = useStored("slipPaper");
  return [isPaper(stored) ? stored : "a4", write];
}
