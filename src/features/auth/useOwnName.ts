import { useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api";

/** Changes what others read of me. */
export function useOwnName(): (name: string) => Promise<null> {
  const setName = useMutation(api.profiles.setName);
  return (name) => setName({ name });
}
