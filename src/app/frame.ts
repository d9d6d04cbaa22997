import { createContext, useContext } from "react";

/** What any part of the frame may ask of it. */
export interface Frame {
  readonly openCommands: () => void;
  readonly openKeys: () => void;
  readonly openAccount: () => void;
  /** Signs out; asks first where launches would be lost. */
  readonly leave: () => void;
}

export const FrameContext = createContext<Frame | null>(null);

export function useFrame(): Frame {
  const frame = useContext(FrameContext);
  if (frame === null) throw new Error("useFrame must be used within an AppFrame");
  return frame;
}
